"""A scenario's questions about names to their answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from nanori.game import comparisons, duel_masters, naming
from nanori.game.objects import Object
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.names import choosing
from nanori.names.choosing import Characteristics

if TYPE_CHECKING:
    from nanori.names.database import Database

Objects = Mapping[str, Object]
"""The objects of a scenario by their ids."""
Reply = dict[str, Any]
"""An answer as it is written, its keys in a fixed order: `answer` and `rule`, or a state."""


class Matches(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of Duel Masters 202.3, 202.3a: a part of a name, or the whole with its ruby."""

    object: str
    contains: str | None = None
    exactly: str | None = None
    reading: str = ""


class ChooseName(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of CR 201.4: what saying a name chooses."""

    said: str
    lang: str = ""
    having: Characteristics = msgspec.field(name="with", default=choosing.ANYTHING)
    edition: str = choosing.CURRENT
    legal: tuple[str, ...] | None = None


class Scene(Struct, frozen=True):
    """What questions are asked about."""

    objects: Objects
    register: Database | None = None
    english: Mapping[str, str] = {}
    """English names that are known of printed ones, besides those of the database."""

    def thing(self, id: str) -> Object:
        """Return the object of that id; NanoriError if there is none."""
        try:
            return self.objects[id]
        except KeyError:
            raise NanoriError(f"no object “{id}”") from None

    def things(self, ids: Sequence[str]) -> list[Object]:
        """Return the objects of those ids; NanoriError if one is missing."""
        return [self.thing(id) for id in ids]


def answer(question: Mapping[str, object], scene: Scene) -> Reply:
    """Return the answer to `{kind: what is asked}`; NanoriError if it is no such question."""
    if len(question) != 1:
        raise NanoriError(f"a question is one of {', '.join(QUESTIONS)}")
    kind, asked = next(iter(question.items()))
    if kind not in QUESTIONS:
        raise NanoriError(f"no question “{kind}”, there are: {', '.join(QUESTIONS)}")
    try:
        return QUESTIONS[kind](asked, scene)
    except msgspec.ValidationError as error:
        raise NanoriError(f"{kind}: {_message(error)}") from None
    except NanoriError as error:
        raise NanoriError(f"{kind}: {error.message}") from None


MESSAGES = {
    r"Expected (\w+), got (\w+)": "{2} is there, {1} was wanted",
    r"Expected (\w+) of .*?length (\d+), got (\d+)": "{3} are there, {1} of {2} was wanted",
    r"Object missing required field (.+)": "{1} was wanted",
    r"Object contains unknown field (.+)": "unknown key “{1}”",
}
"""What msgspec says of a value that does not fit, and what is said instead."""
TYPES = {"array": "a list", "object": "a mapping", "str": "text", "null": "nothing"}


def _message(error: msgspec.ValidationError) -> str:
    """Return what is wrong with a question in the words of the other messages."""
    said, _, place = str(error).replace("`", "").partition(" - at $")
    for pattern, message in MESSAGES.items():
        if match := re.fullmatch(pattern, said):
            said = message.format("", *(TYPES.get(group, group) for group in match.groups()))
            break
    return f"{place.removeprefix('.')}: {said}" if place else said


def _plain(verdict: comparisons.Verdict) -> Reply:
    return {"answer": verdict.answer, "rule": verdict.rule}


def _same_name(asked: object, scene: Scene) -> Reply:
    """CR 201.2a. `same_name: [a, b]`."""
    return _plain(comparisons.same_name(scene.things(typed_values.from_plain(asked, list[str]))))


def _different_names(asked: object, scene: Scene) -> Reply:
    """CR 201.2b. `different_names: [ids…]`."""
    return _plain(
        comparisons.different_names(scene.things(typed_values.from_plain(asked, list[str])))
    )


def _differs_from(asked: object, scene: Scene) -> Reply:
    """CR 201.2c. `differs_from: [a, [ids…]]`."""
    first, others = typed_values.from_plain(asked, tuple[str, str | list[str]])
    others = [others] if isinstance(others, str) else others
    return _plain(comparisons.differs_from(scene.thing(first), scene.things(others)))


def _same_name_as_named(asked: object, scene: Scene) -> Reply:
    """CR 201.2. `same_name_as_named: [id, "X"]`."""
    id, name = typed_values.from_plain(asked, tuple[str, str])
    name = scene.english.get(name) or name
    return _plain(comparisons.same_name_as_named(scene.thing(id), name, scene.register))


def _matches(asked: object, scene: Scene) -> Reply:
    """Duel Masters 202.3, 202.3a. `matches: {object, contains}` or `{object, exactly, reading}`."""
    question = typed_values.from_plain(asked, Matches)
    names = naming.names(scene.thing(question.object))
    if (question.contains is None) == (question.exactly is None):
        raise NanoriError("either contains or exactly was wanted")
    if question.contains is not None:
        return {"answer": duel_masters.contains(names, question.contains), "rule": "202.3"}
    same = duel_masters.exactly(names, question.exactly or "", question.reading)
    return {"answer": same, "rule": "202.3a"}


def _choose_name(asked: object, scene: Scene) -> Reply:
    """CR 201.4. `choose_name: {said, lang, with: {types, not_types, supertypes …}}`.

    What is no card's name is none that may be chosen.
    """
    question = typed_values.from_plain(asked, ChooseName)
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
    return {
        "answer": "illegal" if choice.answer == "unknown" else choice.answer,
        "names": list(choice.names),
        "candidates": list(choice.candidates),
        "rule": choice.rule,
    }


QUESTIONS: dict[str, Callable[[object, Scene], Reply]] = {
    "same_name": _same_name,
    "different_names": _different_names,
    "differs_from": _differs_from,
    "same_name_as_named": _same_name_as_named,
    "matches": _matches,
    "choose_name": _choose_name,
}
"""What can be asked, each with the function that answers it."""
