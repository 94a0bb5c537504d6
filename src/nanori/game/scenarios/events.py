"""What happens in a scenario: each event to the objects that are otherwise after it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from nanori.game import naming, state_changes
from nanori.game.abilities import Ability
from nanori.game.objects import Object, WordChange
from nanori.game.scenarios import cards, creating, granting, lines, merging, moving, reading
from nanori.game.scenarios.event_fields import kind_of, table_of
from nanori.game.scenarios.games import Changed, Game, ability_at, chosen, chosen_abilities
from nanori.game.scenarios.given import NOTES, Fields, Given
from nanori.game.scenarios.word_changes import changed, may_change
from nanori.model.errors import NanoriError


def gain(game: Game, fields: Fields) -> Changed:
    """CR 201.5b. `gain: {object, from, abilities}`: abilities of another object."""
    thing, giver = game.thing(fields.take("object")), game.thing(fields.take("from"))
    chosen = chosen_abilities(giver, fields.get("abilities", "ability"))
    yield granting.gain(thing, giver, chosen, game.register)


def lose(game: Game, fields: Fields) -> Changed:
    """CR 613.1f. `lose: {object, abilities}`: abilities it has now, all of them by default.

    Of several that read alike only the one meant goes.
    """
    thing = game.thing(fields.take("object"))
    given = fields.get("abilities", "ability")
    gone = chosen(thing, given)
    if given is None or (given.has(str) and given.text() == "all"):
        yield replace(thing, gained=(), bare=True)
    else:
        yield lines.without(thing, gone)


def grant(game: Game, fields: Fields) -> Changed:
    """CR 201.5a. `grant: {source, ability, to}`: what the ability quotes goes to receivers."""
    source, given = game.thing(fields.take("source")), fields.get("ability")
    receivers = game.things(fields.take("to"))
    if given is not None:
        every = granting.granted(ability_at(source, given)[1], source.id)
    else:
        grants = (granting.granted(ability, source.id) for ability in lines.abilities(source))
        every = next((granted for granted in grants if granted), list[Ability]())
    if not every:
        (given or fields.given).fail("an ability that grants a quoted ability was wanted")
    for id in dict.fromkeys(receiver.id for receiver in receivers):
        yield granting.give(game.objects[id], every)


def create(game: Game, fields: Fields) -> Changed:
    """CR 111.4, 114.1, 201.5a. `create: {source, ability, ids}`: tokens, or an emblem.

    Quoted abilities are theirs. `of` is what a token is a copy of, and `name` what it is named,
    where the text does not say it.
    """
    source, given = game.thing(fields.take("source")), fields.get("ability")
    ids = [game.free(item) for item in fields.take("ids", "id").items("a list of ids")]
    if len(set(ids)) < len(ids):
        fields.given.fail("an id is there twice")
    every = [ability_at(source, given)[1]] if given is not None else lines.abilities(source)
    created = ((ability, creating.created(ability)) for ability in every)
    creation = next(((ability, kinds) for ability, kinds in created if kinds), None)
    if creation is None:
        (given or fields.given).fail("an ability that creates a token was wanted")
    line, kinds = creation
    original, called = fields.get("of", "copy_of"), fields.get("name")
    for kind, id in creating.shared(kinds, ids):
        name = game.name(called) if called else game.named(kind.name) if kind.name else None
        if kind.copy:
            named = creating.source_of(kind, source)
            of = game.thing(original) if original else game.objects.get(named or "")
            if of is None:
                fields.given.fail("of was wanted: the text does not say what is copied")
            yield creating.copied(of, id)
        else:
            yield creating.token(kind, line, source, id, name)


def copy(game: Game, fields: Fields) -> Changed:
    """CR 707.2, 707.9. `copy: {object, of, except: {name, has_this_ability}, temporary}`."""
    thing, of = game.thing(fields.take("object")), game.thing(fields.take("of"))
    temporary = given.flag() if (given := fields.get("temporary")) else False
    name = kept = None
    if given := fields.get("except"):
        exceptions = Fields(given, "the exceptions of a copy")
        called, index = exceptions.get("name"), exceptions.get("has_this_ability")
        name = game.name(called) if called else None
        kept = ability_at(thing, index)[1] if index else None
        exceptions.done()
    yield granting.copy(
        thing, of, name=name, kept=kept, lasting=not temporary, register=game.register
    )


def end_copy(game: Game, fields: Fields) -> Changed:
    """CR 613.2a. `end_copy: {object}`: what made it a copy for a time ends."""
    yield state_changes.end_copy(game.thing(fields.take("object")))


def splice(game: Game, fields: Fields) -> Changed:
    """CR 702.47, 201.5b. `splice: {card, onto}`: the card's text is added to the spell's."""
    given, spell = fields.take("card"), game.thing(fields.take("onto"))
    if given.has(str):
        card = game.thing(given)
    else:
        card = reading.of_faces(cards.faces(given, (), ""), game.register)
    yield granting.splice(spell, card, lines.abilities(card), game.register)


def transform(game: Game, fields: Fields) -> Changed:
    """CR 701.28, 712. `transform: {object, face}`: the other face, or just that face or half.

    Nothing happens to what has one face, or cannot transform.
    """
    thing, given = game.thing(fields.take("object")), fields.get("face")
    if given is None:
        yield state_changes.transform(thing)
    else:
        yield state_changes.turn(thing, reading.face(given, thing))


def flip(game: Game, fields: Fields) -> Changed:
    """CR 710.4. `flip: {object}`: a flip card's other half."""
    yield state_changes.flip(game.thing(fields.take("object")))


def face_down(game: Game, fields: Fields) -> Changed:
    """CR 708.2a. `face_down: {object}`: neither name nor text."""
    yield state_changes.turn_face_down(game.thing(fields.take("object")))


def face_up(game: Game, fields: Fields) -> Changed:
    """CR 708.8, 201.5b. `face_up: {object}`: its own name and text again.

    What it gained without a name reads with this one.
    """
    thing = state_changes.turn_face_up(game.thing(fields.take("object")))
    yield granting.named(thing, game.register)


def unlock(game: Game, fields: Fields) -> Changed:
    """CR 709.5f. `unlock: {object, half}`: a Room has that half's name and text."""
    thing, given = game.thing(fields.take("object")), fields.take("half")
    yield state_changes.unlock(thing, reading.half(given, thing))


def lock(game: Game, fields: Fields) -> Changed:
    """CR 709.5g. `lock: {object, half}`: it has not any more."""
    thing, given = game.thing(fields.take("object")), fields.take("half")
    yield state_changes.lock(thing, reading.half(given, thing))


def rename(game: Game, fields: Fields) -> Changed:
    """CR 201.5, 613.1c. `rename: {object, name}`: another name; its text means it all the same."""
    thing, given = game.thing(fields.take("object")), fields.take("name")
    yield state_changes.rename(thing, game.name(given))


CREATURES = "nonlegendary_creatures"
"""In place of names to add: those of all nonlegendary creature cards in the database."""


def add_names(game: Game, fields: Fields) -> Changed:
    """CR 201.2, Duel Masters 202.4. `add_names: {object, names}`: names besides its own."""
    thing, given = game.thing(fields.take("object")), fields.take("names", "name")
    if given.has(str) and given.text() == CREATURES:
        every = naming.creature_names(game.register) if game.register is not None else ()
        yield state_changes.add_names(thing, every)
        return
    names = [game.name(item) for item in given.items("a list of names")]
    yield state_changes.add_names(thing, names)


def change_text(game: Game, fields: Fields) -> Changed:
    """CR 612.2. `change_text: {object, from, to}`: words of types and colours, never a name."""
    thing = game.thing(fields.take("object"))
    change = WordChange(_word(fields.take("from")), _word(fields.take("to")))
    new = replace(thing, changes=(*thing.changes, change))
    for text in naming.texts(thing):
        for line in text.lines:
            changed(line, new.changes)
    yield new


def _word(given: Given) -> str:
    word = given.text("a word").strip()
    if not word or len(word) > 100:
        given.fail("a word was wanted")
    if not may_change(word):
        given.fail(f"“{word}” is no word of a type or colour, and no other changes (CR 612.2)")
    return word


def link(game: Game, fields: Fields) -> Changed:
    """Duel Masters 202.5. `link: {objects}`: each has the names of all.

    What one of them is linked with already is linked with the others, too: the smaller groups
    join the largest, so that an object seldom goes from group to group.
    """
    things = game.things(fields.take("objects"))
    largest = max((thing.group for thing in things), key=lambda group: len(game.members(group)))
    others = [thing for thing in things if thing.group != largest or not largest]
    joining = dict.fromkeys(
        id for thing in others for id in game.members(thing.group) or (thing.id,)
    )
    if largest or len(joining) > 1:
        group = largest or game.new_group()
        yield from (replace(game.objects[id], group=group) for id in joining)


class Event(Struct, frozen=True):
    """One kind of event: the rule of the game, and what it does."""

    rule: str
    happens: Callable[[Game, Fields], Changed]


EVENTS: dict[str, Event] = {
    "gain": Event("201.5b", gain),
    "lose": Event("613.1f", lose),
    "grant": Event("201.5a", grant),
    "create": Event("111.4", create),
    "copy": Event("707.2", copy),
    "end_copy": Event("613.2a", end_copy),
    "splice": Event("702.47", splice),
    "transform": Event("701.28", transform),
    "flip": Event("710.4", flip),
    "meld": Event("712.4", merging.meld),
    "mutate": Event("702.140e", merging.mutate),
    "merge": Event("730.2", merging.merge),
    "face_down": Event("708.2a", face_down),
    "face_up": Event("708.8", face_up),
    "unlock": Event("709.5f", unlock),
    "lock": Event("709.5g", lock),
    "rename": Event("201.5", rename),
    "add_names": Event("201.2", add_names),
    "change_text": Event("612.2", change_text),
    "link": Event("202.5", link),
    "cast": Event("601.2a", moving.cast),
    "move": Event("400.7", moving.move),
}
"""What can happen."""


def happen(event: Given, game: Game) -> list[Object]:
    """Return the objects that are otherwise, or there, after an event `{kind: fields}`; else none.

    NanoriError names the place of what is wrong.
    """
    table = {key: value for key, value in event.table("an event").items() if key not in NOTES}
    kind = kind_of(event)
    if len(table) != 1 or kind not in EVENTS:
        what = f"no event “{kind}”" if len(table) == 1 else f"{len(table)} keys are there"
        event.fail(f"{what}, one of these was wanted: {', '.join(EVENTS)}")
    fields = Fields(table_of(table[kind]), f"the event {kind}")
    try:
        changed = list(EVENTS[kind].happens(game, fields))
    except NanoriError as error:
        if error.line is None and not error.message.startswith(event.place):
            table[kind].fail(error.message)
        raise
    fields.done()
    return [
        _ruled(thing, old, EVENTS[kind].rule)
        for thing in changed
        if thing != (old := game.objects.get(thing.id))
    ]


def _ruled(new: Object, old: Object | None, rule: str) -> Object:
    """Return an object with the rule that made it what it is."""
    if old is None and new.rules:
        return new
    return replace(new, rules=tuple(dict.fromkeys((*new.rules, rule))))
