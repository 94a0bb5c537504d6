"""Typed scenarios to plain ones, and plain answers to typed ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct

from nanori.game.abilities import Origin
from nanori.game.comparisons import Verdict
from nanori.game.objects import Zone
from nanori.game.queries import ChooseName, Matches, Reply
from nanori.game.scenarios.typed.events import GivenCard, Half, Happening
from nanori.game.scenarios.typed.questions import (
    DifferentNames,
    DiffersFrom,
    Question,
    SameName,
    SameNameAsNamed,
    StateOf,
)
from nanori.model import typed_values
from nanori.model.values import Card, Form, Target
from nanori.names.choosing import Choice


class ScenarioObject(Struct, frozen=True, kw_only=True):
    """An object of a scenario: its card, and how it lies in the game.

    `card` is a card, its faces, its record, or its name in a card file. What is None is not said;
    docs/scenarios.md has what it is then.
    """

    id: str
    card: GivenCard | Sequence[GivenCard] | str | None = None
    back: GivenCard | str | None = None
    faces: Sequence[GivenCard | str] | None = None
    layout: str | None = None
    lang: str | None = None
    zone: Zone | None = None
    face: int | str | None = None
    transformed: bool | None = None
    flipped: bool | None = None
    face_down: bool | None = None
    unlocked: Half | str | Sequence[str] | None = None
    half: Half | str | Sequence[str] | None = None
    subtypes: Sequence[str] | None = None
    token: bool | None = None


class Scenario(Struct, frozen=True, kw_only=True):
    """Objects, what happens to them, and what is asked; `nanori.bind` answers it."""

    objects: Sequence[ScenarioObject]
    events: Sequence[Happening] = ()
    """What happens, in its order: values of this module."""
    questions: Sequence[Question] = ()
    """What is asked: values of this module; without any, the states of what changed."""
    cards: Sequence[str] = ()
    """Card files from which objects take the cards that they name."""


class StateReference(Struct, frozen=True):
    """A reference of an ability, in code points of its text, and the object that it means."""

    start: int
    end: int
    text: str
    form: Form
    target: Target
    binds_to: str | None
    """The id of the object meant; None where none is."""
    rule: str
    """The rule that decides it, as `201.5b`."""


class StateAbility(Struct, frozen=True, kw_only=True):
    """An ability as it reads now."""

    text: str
    references: tuple[StateReference, ...]
    origin: Origin
    """How the object came by it."""
    rules: tuple[str, ...]
    """The rules that led to it."""
    from_: str = msgspec.field(name="from", default="")
    """The id of the object that it came from, if that is another."""
    was: str = ""
    """How it read before its words changed; empty if they have not."""


class State(Struct, frozen=True):
    """The names that an object has, and its abilities as they read."""

    object: str
    names: tuple[str, ...]
    abilities: tuple[StateAbility, ...]
    rules: tuple[str, ...]
    """The rules of the events that made it what it is."""


ScenarioAnswer = State | Verdict | Choice
"""What a typed question is answered by."""


def plain(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as the interchange format has it."""
    table: dict[str, Any] = {
        "objects": [_without_nothing(thing) for thing in scenario.objects],
        "events": [{_kind(event): _without_nothing(event)} for event in scenario.events],
    }
    if scenario.questions:
        table["questions"] = [_question(question) for question in scenario.questions]
    if scenario.cards:
        table["cards"] = list(scenario.cards)
    return table


def _kind(event: Happening) -> str:
    """Return what kind of event a value is: `face_down` for `FaceDown`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(event).__name__).lower()


def _question(question: Question) -> dict[str, Any]:
    match question:
        case StateOf(id):
            return {"state": id}
        case SameName(ids):
            return {"same_name": list(ids)}
        case DifferentNames(ids):
            return {"different_names": list(ids)}
        case DiffersFrom(id, others):
            return {"differs_from": [id, list(others)]}
        case SameNameAsNamed(id, name):
            return {"same_name_as_named": [id, name]}
        case Matches():
            return {"matches": _without_nothing(question)}
        case ChooseName():
            return {"choose_name": _without_nothing(question)}


def _without_nothing(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return a value in Python's own types, without the fields that say nothing."""
    if isinstance(value, Card):
        fields = {key: part for key, part in msgspec.to_builtins(value).items() if part}
        return {**fields, "text": value.text}
    if isinstance(value, Struct):
        fields = msgspec.structs.fields(value)
        parts = ((field.encode_name, getattr(value, field.name)) for field in fields)
        return {key: _without_nothing(part) for key, part in parts if part is not None}
    if isinstance(value, Mapping):
        table = cast("Mapping[object, object]", value)
        return {key: _without_nothing(part) for key, part in table.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_without_nothing(part) for part in cast("Sequence[object]", value)]
    return value


def typed(replies: Iterable[Reply], questions: Sequence[Question]) -> list[ScenarioAnswer]:
    """Return answers as values; `questions` are those asked, none for states alone."""
    asked: list[Question | None] = [*questions]
    every = list(replies)
    return [
        _answer(reply, question)
        for reply, question in zip(every, asked or [None] * len(every), strict=True)
    ]


def _answer(reply: Reply, question: Question | None) -> ScenarioAnswer:
    if isinstance(question, ChooseName):
        return typed_values.from_plain({"said": question.said, **reply}, Choice)
    if question is None or isinstance(question, StateOf):
        return typed_values.from_plain(reply, State)
    return typed_values.from_plain(reply, Verdict)
