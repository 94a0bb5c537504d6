"""The events of a scenario, each to the objects that it changes."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from nanori.annotation.own_names import is_legend
from nanori.game import (
    cards,
    creating,
    games,
    granting,
    kinds,
    lines,
    naming,
    scenarios,
    state_changes,
)
from nanori.game.abilities import BEARER, Ability, read_card, rebound, ruled
from nanori.game.door import kind_of
from nanori.game.games import (
    Changed,
    Game,
    ability_at,
    asked,
    chosen,
    type_line,
)
from nanori.game.objects import Name, Object, Values, WordChange, Zone
from nanori.game.plain_values import ScenarioError, Step
from nanori.game.scenarios import Happening
from nanori.game.word_changes import changed, may_change
from nanori.grammar import language_detection, languages
from nanori.model.values import Card

# Zones in which everybody sees the cards (CR 400.2).
PUBLIC: frozenset[Zone] = frozenset({"battlefield", "stack", "graveyard", "exile", "command"})
# In place of names to add: those of all nonlegendary creature cards in the database.
CREATURES = "nonlegendary_creatures"
# Code points of a word that changes: three times the longest type.
MAX_WORD_LENGTH = 100


def gain(game: Game, event: scenarios.Gain) -> Changed:
    """CR 201.5b. `gain: {object, from, abilities}`: abilities of another object."""
    thing, giver = game.thing(event.object, "object"), game.thing(event.from_, "from")
    abilities = [ability.now for ability in chosen(giver, event.abilities, "abilities")]
    yield granting.give(thing, granting.read_anew(thing, giver, abilities, game.register, "gained"))


def lose(game: Game, event: scenarios.Lose) -> Changed:
    """CR 613.1f. `lose: {object, abilities}`: abilities it has now, by default all.

    Of several that read alike only the one meant goes.
    """
    thing = game.thing(event.object, "object")
    if event.abilities == "all":
        yield replace(thing, gained=(), bare=True)
    else:
        yield lines.without(thing, chosen(thing, event.abilities, "abilities"))


def grant(game: Game, event: scenarios.Grant) -> Changed:
    """CR 201.5a. `grant: {source, ability, to}`: what the ability quotes goes to receivers."""
    source = game.thing(event.source, "source")
    receivers = game.things(event.to, "to")
    abilities = [each.now for each in asked(source, event.ability, "ability")]
    grants = ((ability, granting.granted(ability, source.id)) for ability in abilities)
    ability, granted = next((pair for pair in grants if pair[1]), (None, list[Ability]()))
    if ability is None:
        raise ScenarioError("an ability that grants a quoted ability was wanted", "ability")
    if next(kinds.of([ability], type_line(source))).kind == "static":
        game.granted[source.id] = ability.text
    for id in dict.fromkeys(receiver.id for receiver in receivers):
        yield granting.give(game.objects[id], granted)


def create(game: Game, event: scenarios.Create) -> Changed:
    """CR 111.4, 114.1, 201.5a. `create: {source, ability, ids}`: tokens, or an emblem.

    Quoted abilities are theirs. `of` is what a token is a copy of, and `name` its name, if the text
    does not say so.
    """
    source = game.thing(event.source, "source")
    ids = [game.free(id, "ids", index) for index, id in enumerate(event.ids)]
    if len(set(ids)) < len(ids):
        raise ScenarioError("an id is there twice")
    abilities = [each.now for each in asked(source, event.ability, "ability")]
    created = [(ability, kinds) for ability in abilities if (kinds := creating.created(ability))]
    if not created:
        raise ScenarioError("an ability that creates a token was wanted", "ability")
    ability, kinds = next((each for each in created if each[1][0].is_described), created[0])
    for kind, id in creating.dealt_out(kinds, ids):
        if event.name is not None:
            name = game.name(event.name, "name")
        elif kind.is_described:
            name = game.glossary.name(kind.name) if kind.name else None
        else:
            raise ScenarioError("name was wanted: the text does not say which kind of token it is")
        if kind.conjured and name:
            same = (thing.printed for thing in game.objects.values() if name in thing.printed.names)
            card = game.thing(event.of, "of").printed if event.of else next(same, Values((name,)))
            yield Object(id=id, lang=ability.language.code, printed=card)
        elif kind.copy:
            copied = game.objects.get(source.id if kind.of == BEARER else kind.of or "")
            copied = game.thing(event.of, "of") if event.of else copied
            if copied is None:
                raise ScenarioError("of was wanted: the text does not say what is copied")
            yield creating.copied(copied, id, kind, ability, source, name)
        else:
            yield creating.token(kind, ability, source, id, name)


def copy(game: Game, event: scenarios.Copy) -> Changed:
    """CR 707.2, 707.9. `copy: {object, of, except: …, temporary}`.

    What differs is said by `name`, `has_this_ability` and `has`, or by the `ability` that copies.
    """
    thing, of = game.thing(event.object, "object"), game.thing(event.of, "of")
    but = event.except_ or scenarios.CopyException()
    name = None if but.name is None else game.name(but.name, "except", "name")
    has = [*but.has]
    if but.ability is not None:
        named, abilities = creating.exceptions(
            ability_at(thing, but.ability, "except", "ability").now
        )
        name = name or (game.glossary.name(named) if named else None)
        has += abilities
    new = state_changes.copy(thing, of, name=name, lasting=not event.temporary)
    if but.has_this_ability is not None:  # it reads with the name that the copy has
        kept = ability_at(thing, but.has_this_ability, "except", "has_this_ability").now
        new = _with_copied(game, new, thing, kept)
    if has:  # copiable, too (CR 707.9a)
        own = naming.shown(thing)
        card = Card(text="\n".join(has), name=own[0] if own else "", lang=thing.lang)
        new = _with_copied(game, new, thing, *(ruled(each, "707.9a") for each in read_card(card)))
    yield new


def _with_copied(game: Game, copy: Object, former: Object, *abilities: Ability) -> Object:
    """CR 707.9a. Return a copy with more abilities, which read with its name and are copied too."""
    values = copy.values.with_added(granting.read_anew(copy, former, abilities, game.register))
    lasting = values if copy.lasting is copy.values else copy.lasting
    return replace(copy, copied=values, lasting=lasting)


def splice(game: Game, event: scenarios.Splice) -> Changed:
    """CR 702.47, 201.5b. `splice: {card, onto}`: the card's text is added to the spell's."""
    spell = game.thing(event.onto, "onto")
    if isinstance(event.card, str):
        card = game.thing(event.card, "card")
    else:
        card = games.of_faces(cards.faces(cards.located(event.card, "card"), ""), game.register)
    yield granting.splice(spell, card, lines.abilities(card), game.register)


def transform(game: Game, event: scenarios.Transform) -> Changed:
    """CR 701.28, 712. `transform: {object, face}`: the other face, or the given face or half.

    Nothing happens to what has one face, or cannot transform.
    """
    thing = game.thing(event.object, "object")
    if event.face is None:
        yield state_changes.transform(thing)
    else:
        yield state_changes.turn(thing, games.face(event.face, thing, "face"))


def meld(game: Game, event: scenarios.Meld) -> Changed:
    """CR 701.37, 712.4. `meld: {objects, into, id}`: one object with the melded face."""
    things = game.things(event.objects, "objects")
    expected = "two different cards were wanted: "
    if len(things) != 2 or things[0].id == things[1].id or any(thing.parts for thing in things):
        raise ScenarioError(f"{expected}just two meld (CR 701.37)", "objects")
    if naming.identities(things[0]) & naming.identities(things[1]):
        raise ScenarioError(f"{expected}these are of one name (CR 701.37)", "objects")
    into = event.into
    if isinstance(into, str) and into in game.objects:
        melded = game.objects[into]
        id = melded.id if event.id in (None, into) else game.free(event.id or "", "id")
    else:
        if event.id is None:
            raise ScenarioError("id was wanted")
        id = game.free(event.id, "id")
        lang = things[0].lang if isinstance(into, str) else ""
        melded = games.of_faces(cards.faces(cards.located(into, "into"), lang), game.register)
    if not melded.printed.names:
        raise ScenarioError("a name was wanted", "into")
    for thing in things:
        game.becomes(thing.id, id)
    face = Values(melded.printed.names[:1], "meld", texts=(melded.printed.text(0),))
    yield Object(id=id, lang=melded.lang, printed=face, parts=tuple(things))


def merge(game: Game, event: scenarios.Mutate | scenarios.Merge, *, every_ability: bool) -> Changed:
    """CR 702.140e, 730.2, 201.5b. `mutate: {card, onto, place}`, `merge: {card, onto, place}`.

    It stays the same object, which effects go on changing. It is what the topmost card is; where
    it mutates it has `every_ability`, those of the cards beneath read with the topmost's name.
    """
    card, thing = game.thing(event.card, "card"), game.thing(event.onto, "onto")
    on_top = event.place == "top"
    if card.id == thing.id:
        raise ScenarioError("two different objects were wanted")
    if thing.zone != "battlefield" or (thing.face_down and not on_top):
        raise ScenarioError("a permanent that lies face up was wanted (CR 730.2)")
    game.becomes(card.id, thing.id)
    parts = thing.parts or (thing,)
    parts = (card, *parts) if on_top else (*parts, card)
    new = replace(thing, parts=parts, face_down=thing.face_down and not on_top)

    def merged(permanent: Object) -> Values:
        """CR 730.2a. Return the topmost's values, with the abilities of the other after them."""
        lower, values = (permanent, _of_top(card)) if on_top else (card, permanent.values)
        if not every_ability:
            return values
        top = replace(permanent, copied=values)
        lines = [line for text in naming.texts(lower) for line in text.lines]
        return values.with_added(granting.read_anew(top, lower, lines, game.register, "merged"))

    # A temporary copy is merged, too, along with what it is once that has ended (CR 613.2).
    values = ended = merged(new)
    if thing.copied is not None and thing.lasting != thing.copied:
        ended = merged(replace(new, copied=thing.lasting))
    yield replace(new, copied=values, lasting=ended)


def _of_top(card: Object) -> Values:
    """Return the values of a card put on top, its lines marked as merged."""
    values = state_changes.copiable(card)
    texts = tuple(
        replace(text, lines=tuple(replace(line, origin="merged") for line in text.lines))
        for text in values.texts
    )
    return replace(values, texts=texts)


def face_up(game: Game, event: scenarios.FaceUp) -> Changed:
    """CR 708.8, 201.5b. `face_up: {object}`: its own name and text again.

    What it gained without a name reads with this one.
    """
    thing = replace(game.thing(event.object, "object"), face_down=False)
    yield granting.named(thing, game.register)


def rename(game: Game, event: scenarios.Rename) -> Changed:
    """CR 201.5, 613.1c. `rename: {object, name}`: another name; its text still means it."""
    thing = game.thing(event.object, "object")
    yield replace(thing, renamed=game.name(event.name, "name"), added=())


def add_names(game: Game, event: scenarios.AddNames) -> Changed:
    """CR 201.2, Duel Masters 202.4. `add_names: {object, names}`: names besides its own."""
    thing = game.thing(event.object, "object")
    if event.names == CREATURES:
        real = naming.creature_names(game.register) if game.register is not None else ()
        names = tuple(dict.fromkeys((*real, *_creatures(game))))
    else:
        names = (game.name(name, "names", index) for index, name in enumerate(event.names))
    yield replace(thing, added=(*thing.added, *names))


def _creatures(game: Game) -> Iterator[Name]:
    """CR 201.2a. Yield the names of the scenario's own nonlegendary creature cards."""
    for thing in game.objects.values():
        front = thing.printed.text(0).type
        lexicon = languages.load(thing.lang or language_detection.of_text(front)).lexicon
        is_creature = any(word in front.casefold() for word in lexicon.persons[:1])
        if is_creature and not is_legend(front) and thing.printed.names and not thing.token:
            yield thing.printed.names[0]


def change_text(game: Game, event: scenarios.ChangeText) -> Changed:
    """CR 612.2. `change_text: {object, from, to}`: words of types and colours, never a name."""
    thing = game.thing(event.object, "object")
    change = WordChange(_word(event.from_, "from"), _word(event.to, "to"))
    new = replace(thing, changes=(*thing.changes, change))
    for text in naming.texts(thing):
        for line in text.lines:
            changed(line, new.changes)
    yield new


def _word(word: str, at: Step) -> str:
    word = word.strip()
    if not word or len(word) > MAX_WORD_LENGTH:
        raise ScenarioError("a word was wanted", at)
    if not may_change(word):
        reason = "is no word of a type or colour, and no other changes (CR 612.2)"
        raise ScenarioError(f"“{word}” {reason}", at)
    return word


def link(game: Game, event: scenarios.Link) -> Changed:
    """Duel Masters 202.5. `link: {objects}`: each has the names of all.

    What one of them is already linked with is linked with the others, too.
    """
    things = game.things(event.objects, "objects")
    groups = {thing.group for thing in things} - {0}
    things += [thing for thing in game.objects.values() if thing.group in groups]
    new_group = 1 + max(thing.group for thing in game.objects.values())
    group = min(groups, default=new_group)
    if len({thing.id for thing in things}) > 1:
        changed = {thing.id: thing for thing in things if thing.group != group}
        yield from (replace(thing, group=group) for thing in changed.values())


def cast_spell(game: Game, event: scenarios.Cast) -> Changed:
    """CR 601.2a, 709.3, 712.8. `cast: {object, half or face, id}`: the spell it becomes."""
    thing = game.thing(event.object, "object")
    faces = [] if event.face is None else [games.face(event.face, thing, "face")]
    whole = "both" if thing.values.split and not thing.values.room and not faces else ()
    halves = games.halves(event.half or whole, thing, "half")
    id = _moved_id(game, thing, event.id, "id")
    game.becomes(thing.id, id)
    up = tuple(halves or faces) or (0,)
    yield replace(state_changes.move(thing, "stack", id=id), up=up)


def move(game: Game, event: scenarios.Move) -> Changed:
    """CR 400.7, 201.5a. `move: {object, by: {object, ability}, id, zone}`: a new object.

    The ability that moves it, and no other, follows it to its new zone if that is public. Melded
    and merged cards part, each with one of the ids (CR 712.21, 730.3). It is no longer linked with
    anything.
    """
    thing = game.thing(event.object, "object")
    ids = [event.id] if isinstance(event.id, str) or event.id is None else list(event.id)
    zone = event.zone or ("graveyard" if thing.zone == "battlefield" else "battlefield")
    parts = thing.parts if thing.parts and zone != "battlefield" else (thing,)
    if len(ids) > len(parts):
        raise ScenarioError(f"{len(ids)} ids are there for {len(parts)} objects")
    new = [_moved_id(game, thing, id, "id", index) for index, id in enumerate(ids)]
    if event.by is not None and new[0] != thing.id and zone in PUBLIC:
        yield _followed(game, event.by, thing, new[0])
    if thing.id not in new:
        game.becomes(thing.id, new[0])
    for card, id in zip(parts, new, strict=False):
        yield state_changes.move(card, zone, id=id)


def _moved_id(game: Game, thing: Object, id: str | None, *at: Step) -> str:
    """Return the id of what a moved object becomes: a new one, or its own again."""
    return thing.id if id in (None, thing.id) else game.free(id or "", *at)


def _followed(game: Game, by: scenarios.MovedBy, moved: Object, id: str) -> Object:
    """CR 201.5a. Return the bearer of the ability that moved an object, now following it."""
    bearer = game.thing(by.object, "by", "object")
    meanings = {moved.id: id} | ({BEARER: id} if bearer.id == moved.id else {})
    followers = asked(bearer, by.ability, "by", "ability")
    return lines.with_changed(bearer, followers, lambda ability: rebound(ability, meanings))


def _to_it(change: Callable[[Object], Object]) -> Callable[[Game, Any], Changed]:
    """Return the handler of an event that does one thing to one object."""
    return lambda game, event: iter([change(game.thing(event.object, "object"))])


def _to_door(change: Callable[[Object, int], frozenset[int]]) -> Callable[[Game, Any], Changed]:
    """Return the handler of an event that changes which doors of a Room are open (CR 709.5)."""

    def happens(game: Game, event: scenarios.Lock | scenarios.Unlock) -> Changed:
        thing = game.thing(event.object, "object")
        yield replace(thing, unlocked=change(thing, games.half(event.half, thing, "half")))

    return happens


class Event(NamedTuple):
    """A kind of event: the rule of the game, and its handler."""

    rule: str
    happens: Callable[[Game, Any], Changed]


# What can happen, with its rule; `scenarios` says more about each.
PLAYED: dict[str, Event] = {
    "gain": Event("201.5b", gain),
    "lose": Event("613.1f", lose),
    "grant": Event("201.5a", grant),
    "create": Event("111.4", create),
    "copy": Event("707.2", copy),
    "end_copy": Event("613.2a", _to_it(lambda thing: replace(thing, copied=thing.lasting))),
    "splice": Event("702.47", splice),
    "transform": Event("701.28", transform),
    "flip": Event("710.4", _to_it(lambda thing: replace(thing, flipped=True))),
    "meld": Event("712.4", meld),
    "mutate": Event("702.140e", partial(merge, every_ability=True)),
    "merge": Event("730.2", partial(merge, every_ability=False)),
    "face_down": Event("708.2a", _to_it(state_changes.turn_face_down)),
    "face_up": Event("708.8", face_up),
    "unlock": Event("709.5f", _to_door(lambda thing, half: thing.unlocked | {half})),
    "lock": Event("709.5g", _to_door(lambda thing, half: thing.unlocked - {half})),
    "rename": Event("201.5", rename),
    "add_names": Event("201.2", add_names),
    "change_text": Event("612.2", change_text),
    "link": Event("202.5", link),
    "cast": Event("601.2a", cast_spell),
    "move": Event("400.7", move),
}


def happen(event: Happening, game: Game) -> list[Object]:
    """Return the objects that an event changes or creates; none if it does nothing.

    ScenarioError says which field asks for what the rules or the objects do not allow.
    """
    played = PLAYED[kind_of(event)]
    return [
        _ruled(thing, old, played.rule)
        for thing in list(played.happens(game, event))
        if thing != (old := game.objects.get(thing.id))
    ]


def _ruled(new: Object, old: Object | None, rule: str) -> Object:
    """Return an object with the rule that made it what it is."""
    if old is None and new.rules:
        return new
    return replace(new, rules=tuple(dict.fromkeys((*new.rules, rule))))
