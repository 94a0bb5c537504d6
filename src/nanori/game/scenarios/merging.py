"""Cards that become one permanent: melded (CR 712), or merged, one on the other (CR 730)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from nanori.game import naming, state_changes
from nanori.game.abilities import Ability
from nanori.game.objects import NO_TEXT, Object, Values
from nanori.game.scenarios import cards, granting, reading
from nanori.game.scenarios.games import Changed, Game
from nanori.game.scenarios.given import Fields

if TYPE_CHECKING:
    from nanori.names.database import Database

TOP, BOTTOM = "top", "bottom"
"""Where the card comes to lie."""


def meld(game: Game, fields: Fields) -> Changed:
    """CR 701.37, 712.4. `meld: {objects, into, id}`: one object with the melded face."""
    pair = fields.take("objects")
    things = game.things(pair)
    if len(things) != 2 or things[0].id == things[1].id or any(thing.parts for thing in things):
        pair.fail("two different cards were wanted: just two meld (CR 701.37)")
    if naming.identities(things[0]) & naming.identities(things[1]):
        pair.fail("two different cards were wanted: these are of one name (CR 701.37)")
    given, new = fields.take("into"), fields.get("id")
    if given.has(str) and given.text() in game.objects:
        melded = game.thing(given)
        id = game.free(new) if new and new.text("an id") != melded.id else melded.id
    else:
        id = game.free(new or fields.take("id"))
        lang = things[0].lang if given.has(str) else ""
        melded = reading.of_faces(cards.faces(given, (), lang), game.register)
    names, text = melded.printed.names, melded.printed.text(0)
    if not names:
        given.fail("a name was wanted")
    yield state_changes.meld(things, names[0], id=id, text=text, lang=melded.lang)


def mutate(game: Game, fields: Fields) -> Changed:
    """CR 702.140e, 201.5b. `mutate: {card, onto, place}`: the topmost card, all abilities.

    Abilities of the cards beneath read with the name of the topmost.
    """
    yield _merged(game, fields, every_ability=True)


def merge(game: Game, fields: Fields) -> Changed:
    """CR 730.2. `merge: {card, onto, place}`: what the topmost card is, and nothing else."""
    yield _merged(game, fields, every_ability=False)


def _merged(game: Game, fields: Fields, *, every_ability: bool) -> Object:
    """CR 730.2c. Return the permanent, the same object, which effects go on changing."""
    card, thing = game.thing(fields.take("card")), game.thing(fields.take("onto"))
    given = fields.get("place")
    place = given.text("top or bottom") if given else TOP
    if given and place not in (TOP, BOTTOM):
        given.fail(f"“{place}” is there, top or bottom was wanted")
    if card.id == thing.id:
        fields.given.fail("two different objects were wanted")
    if thing.zone != "battlefield" or (thing.face_down and place == BOTTOM):
        fields.given.fail("a permanent that lies face up was wanted (CR 730.2)")
    on_top = place == TOP
    parts = (card, *_parts(thing)) if on_top else (*_parts(thing), card)
    new = replace(thing, parts=parts, face_down=False) if on_top else replace(thing, parts=parts)
    # What is a copy for a time is merged, too, with what it is when that has ended (CR 613.2).
    values = _values(new, card, on_top, every_ability, game.register)
    ended = values
    if thing.copied is not None and thing.lasting != thing.copied:
        ended = _values(
            replace(new, copied=thing.lasting), card, on_top, every_ability, game.register
        )
    return replace(new, copied=values, lasting=ended)


def _parts(thing: Object) -> tuple[Object, ...]:
    return thing.parts or (thing,)


def _values(
    thing: Object, card: Object, on_top: bool, every_ability: bool, register: Database | None
) -> Values:
    """CR 730.2a. Return the values of the topmost, with the abilities of the other behind them."""
    lower = thing if on_top else card
    values = _of_top(card) if on_top else thing.values
    if not every_ability:
        return values
    new = replace(thing, copied=values)
    lines = [line for text in naming.texts(lower) for line in text.lines]
    added = granting.read_anew(new, lower, lines, "merged", register)
    return _with_lines(values, added)


def _of_top(card: Object) -> Values:
    """Return the values of a card that is put on top, its lines marked as what merged."""
    values = state_changes.copiable(card)
    texts = tuple(
        replace(text, lines=tuple(replace(line, origin="merged") for line in text.lines))
        for text in values.texts
    )
    return replace(values, texts=texts)


def _with_lines(values: Values, lines: tuple[Ability, ...]) -> Values:
    """Return values with lines behind those of every face or half."""
    texts = values.texts or (NO_TEXT,)
    return replace(
        values, texts=tuple(replace(text, lines=(*text.lines, *lines)) for text in texts)
    )
