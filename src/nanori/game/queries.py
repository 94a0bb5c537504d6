"""Questions about objects and their names to answers, each with the rule that decides it."""

from collections.abc import Mapping, Sequence, Set
from itertools import combinations
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nanori.game import duel_masters, naming
from nanori.game.objects import Object
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.names import choosing
from nanori.names.choosing import Characteristics, Choice
from nanori.names.database import Database

DUEL_MASTERS = "duelmasters"
# The rule of Duel Masters that compares whole names.
RUBY_RULE = "202.3a"


class Verdict(Struct, frozen=True):
    """Yes or no, and the rule that says so."""

    answer: bool
    rule: str
    """The rule of the game, as `201.2a`."""


def _of_duel_masters(*objects: Object) -> bool:
    return bool(objects) and all(thing.game == DUEL_MASTERS for thing in objects)


def _rubied(thing: Object) -> frozenset[tuple[str, str]]:
    """Duel Masters 202.3a. Return the names of an object, each with its ruby for comparison."""
    return frozenset(
        (duel_masters.folded(name.printed), duel_masters.folded_reading(name.reading))
        for name in naming.names(thing)
    )


def _shared(names: Set[tuple[str, str]], others: Set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the names that both have; a missing ruby tells nothing apart."""
    return {
        (name, ruby or other)
        for name, ruby in names
        for same, other in others
        if name == same and (ruby == other or not ruby or not other)
    }


def same_name(objects: Sequence[Object]) -> Verdict:
    """CR 201.2a, Duel Masters 202.3a. Whether some name is common to all the objects.

    An object without a name has none in common with anything, not even with another such object. In
    Duel Masters names are the same only if their ruby is.
    """
    if _of_duel_masters(*objects):
        common: Set[tuple[str, str]] = _rubied(objects[0])
        for thing in objects[1:]:
            common = _shared(common, _rubied(thing))
        return Verdict(bool(common), RUBY_RULE)
    shared = frozenset[str].intersection(*map(naming.identities, objects)) if objects else ()
    plain = (frozenset(name.english for name in naming.names(thing)) for thing in objects)
    # Only names that count as one (CR 201.3) can be shared without being the same in English.
    joined = bool(shared) and not frozenset[str].intersection(*plain)
    return Verdict(bool(shared), "201.3" if joined else "201.2a")


def different_names(objects: Sequence[Object]) -> Verdict:
    """CR 201.2b. Whether each object has a name and no two of them share any."""
    if _of_duel_masters(*objects):
        every = [_rubied(thing) for thing in objects]
        alike = any(_shared(first, other) for first, other in combinations(every, 2))
        return Verdict(all(every) and not alike, RUBY_RULE)
    seen: set[str] = set()
    for names in map(naming.identities, objects):
        if not names or names & seen:
            return Verdict(False, "201.2b")
        seen |= names
    return Verdict(True, "201.2b")


def differs_from(thing: Object, others: Sequence[Object]) -> Verdict:
    """CR 201.2c. Whether an object has a name, and none that any of the others has.

    Others without a name do not matter.
    """
    if _of_duel_masters(thing, *others):
        own = _rubied(thing)
        alike = any(_shared(own, _rubied(other)) for other in others)
        return Verdict(bool(own) and not alike, RUBY_RULE)
    names = naming.identities(thing)
    shared = any(names & naming.identities(other) for other in others)
    return Verdict(bool(names) and not shared, "201.2c")


def same_name_as_named(thing: Object, name: str, register: Database | None = None) -> Verdict:
    """CR 201.2. Whether an object has that name, given in English or as its print has it.

    A printed name that is officially another card's means that card, whatever this print says. A
    Twinpact may be called by both its names, “A/B” (Duel Masters 205.1a).
    """
    names = naming.names(thing)
    if _of_duel_masters(thing):
        parts = duel_masters.halves(duel_masters.folded(name))
        is_exact = bool(parts) and all(duel_masters.exactly(names, part) for part in parts)
        return Verdict(is_exact, RUBY_RULE)
    if any(name in own.identities for own in names):
        plain = any(name == own.english for own in names)
        return Verdict(True, "201.2" if plain else "201.3")
    official = naming.official(name, thing.lang, register) or naming.official(name, "", register)
    if official:
        return Verdict(any(official in own.identities for own in names), "201.2")
    return Verdict(any(name == own.printed for own in names), "201.2")


# The objects of a scenario by id.
Objects = Mapping[str, Object]
# An answer as it is written, its keys in a fixed order: `answer` and `rule`, or a state.
Reply = dict[str, Any]


class Says(Struct, frozen=True):
    """What a field of a scenario is, for its schema and for messages about it."""

    expected: str
    """What is wanted, for when something else is there: “an id was wanted”."""
    about: str
    default: str = ""
    """In words; empty if the type says it."""
    also: tuple[str, ...] = ()
    """Other keys under which the field may be given."""


_Ids = Annotated[Sequence[str], Says("a list of ids", "ids")]
_Id = Annotated[str, Says("an id", "the id of an object")]


class StateOf(Struct, frozen=True):
    """What is an object called, and what does it say? Answered by a `State`."""

    object: _Id


class SameName(Struct, frozen=True):
    """CR 201.2a. Have all of them a name in common? Answered by a `Verdict`."""

    objects: _Ids


class DifferentNames(Struct, frozen=True):
    """CR 201.2b. Has each a name, and no two of them one in common? Answered by a `Verdict`."""

    objects: _Ids


class DiffersFrom(Struct, frozen=True):
    """CR 201.2c. Has it a name that none of the others has? Answered by a `Verdict`."""

    object: _Id
    others: _Ids


class SameNameAsNamed(Struct, frozen=True):
    """CR 201.2, 201.3. Has it that name, or one that counts as it? Answered by a `Verdict`."""

    object: _Id
    name: Annotated[str, Says("a name", "a name")]


class Matches(Struct, frozen=True, omit_defaults=True):
    """Duel Masters. A part of a name (202.3), or the whole with its ruby (202.3a); a part of a race
    (203.2), or a whole one, as it is chosen (203.4); words of its text (205.1a).
    """

    object: _Id
    contains: Annotated[str | None, Says("text", "a part of a name")] = None
    exactly: Annotated[str | None, Says("a name", "a whole name")] = None
    reading: Annotated[str, Says("text", "its ruby", "not compared")] = ""
    race: Annotated[str | None, Says("text", "a part of a race")] = None
    chosen_race: Annotated[str | None, Says("a race", "a whole race")] = None
    text: Annotated[
        str | None, Says("text", "words of its text, without keywords before it and notes")
    ] = None


class ChooseName(Struct, frozen=True, omit_defaults=True):
    """CR 201.4. What is chosen by saying a name? Answered by a `Choice`."""

    said: Annotated[str, Says("a name", "what is said")]
    lang: Annotated[str, Says("text", "in which language", "any")] = ""
    having: Annotated[
        Characteristics,
        Says("a mapping as characteristics", "characteristics that the card must have", "any"),
    ] = msgspec.field(name="with", default=choosing.ANYTHING)
    edition: Annotated[str, Says("a date", "edition of the rules", "the current one")] = (
        choosing.CURRENT
    )
    legal: Annotated[
        tuple[str, ...] | None, Says("a list of names", "names that may be chosen", "all")
    ] = None
    game: Annotated[
        Literal["", "magic", "duelmasters"],
        Says(
            "magic or duelmasters", "magic, or duelmasters: of the cards of the scenario", "magic"
        ),
    ] = ""


# Anything that can be asked; `Matches` is answered by a `Verdict`, `ChooseName` by a `Choice`.
Question = (
    StateOf | SameName | DifferentNames | DiffersFrom | SameNameAsNamed | Matches | ChooseName
)


class Scene(Struct, frozen=True):
    """What questions are asked about."""

    objects: Objects
    register: Database | None = None
    english: Mapping[str, str] = {}
    """Known English names of printed ones, besides those of the database."""
    alike: Mapping[str, tuple[str, ...]] = {}
    """For an English name those that count as the same, as the scenario's cards say (CR 201.3)."""

    def thing(self, id: str) -> Object:
        """Return the object with that id; NanoriError if there is none."""
        try:
            return self.objects[id]
        except KeyError:
            raise NanoriError(f"no object “{id}”") from None

    def things(self, ids: Sequence[str]) -> list[Object]:
        """Return the objects with those ids; NanoriError if one is missing."""
        return [self.thing(id) for id in ids]


def answer(question: Question, scene: Scene) -> Verdict | Choice:
    """Return the answer to a question about names; NanoriError if it cannot be asked."""
    match question:
        case SameName():
            return same_name(scene.things(question.objects))
        case DifferentNames():
            return different_names(scene.things(question.objects))
        case DiffersFrom():
            return differs_from(scene.thing(question.object), scene.things(question.others))
        case SameNameAsNamed():
            name = scene.english.get(question.name) or question.name
            return same_name_as_named(scene.thing(question.object), name, scene.register)
        case Matches():
            return _matches(question, scene.thing(question.object))
        case ChooseName():
            choice = _choice(question, scene)
            return replace(choice, answer="illegal") if choice.answer == "unknown" else choice
        case _:
            raise TypeError(f"no question about names: {question}")


def _matches(question: Matches, thing: Object) -> Verdict:
    """Duel Masters 202.3, 202.3a. `matches: {object, contains}` or `{object, exactly, reading}`."""
    names, texts = naming.names(thing), naming.texts(thing)
    parts = (
        question.contains,
        question.exactly,
        question.race,
        question.chosen_race,
        question.text,
    )
    if sum(part is not None for part in parts) != 1:
        wanted = "contains, exactly, race, chosen_race or text was wanted"
        raise NanoriError(f"{'one of ' if any(parts) else ''}{wanted}")
    races = [race for text in texts for race in duel_masters.races(text.type)]
    if question.contains is not None:
        return Verdict(duel_masters.contains(names, question.contains), "202.3")
    if question.race is not None:
        return Verdict(duel_masters.has_race(races, question.race), "203.2")
    if question.chosen_race is not None:
        return Verdict(duel_masters.choose_race(question.chosen_race, races), "203.4")
    if question.text is not None:
        rules_text = "\n".join(line.text for text in texts for line in text.lines)
        language = languages.load(thing.lang)
        return Verdict(duel_masters.says(rules_text, question.text, language), "205.1a")
    return Verdict(duel_masters.exactly(names, question.exactly or "", question.reading), "202.3a")


def _choice(question: ChooseName, scene: Scene) -> Choice:
    """CR 201.4. `choose_name: {said, lang, with: {types, not_types, supertypes …}}`.

    What is not a card's name cannot be chosen.
    """
    if question.game == "duelmasters":
        names = [name for thing in scene.objects.values() for name in naming.names(thing)]
        texts = [text for thing in scene.objects.values() for text in naming.texts(thing)]
        above = [name for text in texts for name in text.alternates]
        return duel_masters.choose_name(question.said, names, above)
    if scene.register is None:
        raise NanoriError("a database of names was wanted")
    choice = choosing.choose(
        scene.register,
        question.said,
        question.lang,
        question.having,
        edition=question.edition,
        legal=question.legal,
    )
    return _with_alike(choice, question, scene)


def _with_alike(choice: Choice, question: ChooseName, scene: Scene) -> Choice:
    """CR 201.4g. Return the choice along with the names that count as the chosen one."""
    english = scene.english.get(question.said) or question.said
    names = choice.names
    if (
        choice.answer == "unknown"
        and question.having == choosing.ANYTHING
        and english in scene.alike
    ):
        names = (english,)
    others = (other for name in names for other in scene.alike.get(name, ()))
    every = tuple(dict.fromkeys((*names, *others)))
    if every == choice.names:
        return choice
    return replace(choice, answer="chosen", names=every, rule="201.4g")
