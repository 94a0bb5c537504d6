"""Objects that become new objects: cast, or moved to another zone."""

from __future__ import annotations

from nanori.game import state_changes
from nanori.game.abilities import BEARER, rebound
from nanori.game.objects import Object, Zone
from nanori.game.scenarios import lines, reading
from nanori.game.scenarios.games import Changed, Game, ability_at
from nanori.game.scenarios.given import Fields, Given

PUBLIC: frozenset[Zone] = frozenset({"battlefield", "stack", "graveyard", "exile", "command"})
"""Zones in which everybody sees the cards (CR 400.2)."""


def cast(game: Game, fields: Fields) -> Changed:
    """CR 601.2a, 709.3, 712.8. `cast: {object, half or face, id}`: the spell it becomes."""
    thing = game.thing(fields.take("object"))
    halves = (
        [reading.half(item, thing) for item in given.items()]
        if (given := fields.get("half", "halves"))
        else []
    )
    faces = [reading.face(given, thing)] if (given := fields.get("face")) else []
    id = _moved_id(game, thing, fields.get("id"))
    yield state_changes.cast(thing, *(halves or faces), id=id)


def move(game: Game, fields: Fields) -> Changed:
    """CR 400.7, 201.5a. `move: {object, by: {object, ability}, id, zone}`: a new object.

    The ability that moves it, and no other, follows it to its new zone if that is a public one.
    Melded and merged cards part, each with one of the ids (CR 712.21, 730.3). It is linked with
    nothing any more.
    """
    thing, by = game.thing(fields.take("object")), fields.get("by")
    ids = given.items("an id, or several") if (given := fields.get("id", "ids")) else [None]
    zone = reading.zone(given) if (given := fields.get("zone", "to")) else _next(thing)
    cards = thing.parts if thing.parts and zone != "battlefield" else (thing,)
    if len(ids) > len(cards):
        fields.given.fail(f"{len(ids)} ids are there for {len(cards)} objects")
    new = [_moved_id(game, thing, id) for id in ids]
    if by is not None and new[0] != thing.id and zone in PUBLIC:
        yield _followed(game, by, thing, new[0])
    for card, id in zip(cards, new, strict=False):
        yield state_changes.move(card, zone, id=id)


def _moved_id(game: Game, thing: Object, given: Given | None) -> str:
    """Return the id of what a moved object becomes: a new one, or its own again."""
    return game.free(given) if given and given.text("an id") != thing.id else thing.id


def _next(thing: Object) -> Zone:
    """Return where an object goes if that is not said."""
    return "graveyard" if thing.zone == "battlefield" else "battlefield"


def _followed(game: Game, by: Given, moved: Object, id: str) -> Object:
    """CR 201.5a. Return the bearer of the ability that moved an object, which now follows it."""
    fields = Fields(by, "what moves an object") if by.has(dict) else None
    bearer = game.thing(fields.take("object") if fields else by)
    index = fields.get("ability") if fields else None
    slots = [ability_at(bearer, index)[0]] if index else [slot for slot, _ in lines.placed(bearer)]
    if fields:
        fields.done()
    meanings = {moved.id: id}
    if bearer.id == moved.id:
        meanings[BEARER] = id
    for slot in slots:
        line = rebound(lines.kept_at(bearer, slot), meanings)
        bearer = lines.with_ability(bearer, slot, line)
    return bearer
