"""Plain scenarios to typed values, validated once, and back.

Everything that needs no game is decided here: keys and their other spellings, required fields,
types. What events later find impossible is given its place here, too, by the field in question.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from inspect import isclass
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Struct

from nanori.game.queries import ChooseName, Matches, Question, Says
from nanori.game.scenarios.given import NOTES, FieldStep, Given
from nanori.game.scenarios.typed import Happening, Scenario, ScenarioObject
from nanori.model import typed_values
from nanori.model.values import Card

# The keys of a scenario; others are remarks, unless they look like typos of these.
PARTS = ("objects", "events", "questions", "cards")
# Keys of a card record that an object without `card` may have itself.
CARD_KEYS = ("name", "text", "type", "alternate", "name_en", "reading", "game")
# Keys under which an object has its card.
MAIN = ("card", "front", "record", "cards")
# Keys under which an object has further faces or halves of its card.
OTHER_FACES = (
    "faces", "back", "back_face", "other_face", "other_faces", "reverse", "halves", "left", "right",
)  # fmt: skip
SIDES = frozenset({"left", "right"})
_T = TypeVar("_T", bound=Struct)


class ScenarioField(Struct, frozen=True):
    """A field of a typed value, and how it may be given."""

    name: str
    key: str
    hint: Any
    members: tuple[Any, ...]
    """The types that it may have, none of them a union."""
    says: Says
    required: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys under which it may be given, its own first."""
        return (self.key, *self.says.also)

    @property
    def struct(self) -> type[Struct] | None:
        """The type of its value if that is a table of fields."""
        tables = (each for each in self.members if isclass(each) and issubclass(each, Struct))
        return next((table for table in tables if table is not Card), None)

    @property
    def items(self) -> Any:  # noqa: ANN401 - a type
        """The type of its items, if it may be a list."""
        lists = (member for member in self.members if get_origin(member) in (tuple, Sequence))
        return next((get_args(member)[0] for member in lists), None)

    @property
    def words(self) -> list[str]:
        """The words that it may be, if they are fixed."""
        fixed = (member for member in self.members if get_origin(member) is Literal)
        return [word for member in fixed for word in get_args(member)]

    @property
    def short(self) -> bool:
        """Whether an id alone may stand for its table."""
        return self.struct is not None and any(f.key == "object" for f in fields_of(self.struct))

    @property
    def card(self) -> bool:
        """Whether it may be a card's record, which is read later, as a whole."""
        return Given in (*self.members, *_members(self.items))


@lru_cache
def fields_of(kind: type[Struct]) -> tuple[ScenarioField, ...]:
    """Return the fields of a type of this package, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        ScenarioField(
            field.name,
            field.encode_name,
            hints[field.name],
            tuple(_members(hints[field.name])),
            _says(hints[field.name]),
            field.required,
        )
        for field in msgspec.structs.fields(kind)
    )


def _says(hint: object) -> Says:
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, Says)), Says("a list of text", ""))


def _members(hint: object) -> Iterator[Any]:
    if get_origin(hint) is Annotated:
        yield from _members(get_args(hint)[0])
    elif get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            yield from _members(member)
    else:
        yield hint


def kind_of(event: Struct | type[Struct]) -> str:
    """Return the name of a kind of event or question: `face_down` for `FaceDown`."""
    name = event.__name__ if isinstance(event, type) else type(event).__name__
    name = name.removesuffix("Of")  # `StateOf` asks for a state, and a `State` is an answer
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


# What can happen.
EVENTS: dict[str, type[Happening]] = {kind_of(kind): kind for kind in Happening.__subclasses__()}
# What can be asked.
QUESTIONS: dict[str, type[Struct]] = {kind_of(kind): kind for kind in get_args(Question)}


def scenario(given: Given) -> Scenario:
    """Return a scenario as typed values; NanoriError names the place of what is wrong.

    Cards stay as given, with their places, until their faces are read.
    """
    if not given.has(dict):
        given.fail("a scenario was wanted, a mapping of objects, events and questions")
    table = given.table()
    for key in table.keys() - set(PARTS):
        if meant := get_close_matches(key.lower(), PARTS, 1, 0.8):
            table[key].fail(f"unknown key, perhaps {meant[0]}")
    objects, events, questions, cards = (table.get(key, Given(None)) for key in PARTS)
    return Scenario(
        objects=tuple(_objects(objects)),
        events=tuple(map(_event, events.items("a list of events"))),
        questions=tuple(map(question, questions.items("a list of questions")))
        if "questions" in table
        else None,
        cards=tuple(item.text("a file") for item in cards.items()),
    )


def _objects(given: Given) -> Iterator[ScenarioObject]:
    """Yield the objects: a list of tables with an `id`, or a table by their ids."""
    ids: set[str] = set()
    for record, id in listed(given):
        if not id.text("an id").strip():
            id.fail("an id was wanted, nothing is there")
        if id.text() in ids:
            id.fail(f"the id “{id.text()}” is there twice")
        ids.add(id.text())
        own = {key: value for key, value in record.table().items() if key not in OTHER_FACES}
        if not own.keys() & set(MAIN) and (itself := _itself(record)):
            own = {key: value for key, value in own.items() if key not in CARD_KEYS}
            own["card"] = itself
        others = _others(record)
        if others and not own.keys() & set(MAIN):
            own["card"], *others = others
        if others:
            own["faces"] = Given(others, others[0].place, others[0].line)
        own["id"] = id
        yield _table(Given(own, record.place, record.line), ScenarioObject, "an object")


def spread(objects: Given) -> None:
    """Move a card's name that stands for an object to where the object has its card."""
    for id, record in objects.table().items() if objects.has(dict) else ():
        if record.has(str):
            objects.table()[id] = Given({"card": record}, record.place, record.line)


def listed(given: Given) -> Iterator[tuple[Given, Given]]:
    """Yield the table of each object, and its id."""
    if given.has(dict):
        for id, record in given.table().items():
            if not record.has(dict):
                record.fail(f"{record.said()}, a mapping was wanted as an object")
            yield record, Given(id, record.place, record.line)
        return
    for record in given.items("a list of objects"):
        if not record.has(dict):
            record.fail(f"{record.said()}, a mapping was wanted as an object")
        id = record.table().get("id")
        if id is None or id.absent:
            record.fail("id was wanted")
        yield record, id


def _itself(record: Given) -> Given | None:
    """Return the card record that an object itself is, if it has the keys of one."""
    table = record.table()
    if not set(CARD_KEYS) & table.keys():
        return None
    own = {key: value for key in (*CARD_KEYS, "lang") if (value := table.get(key))}
    return Given(own, record.place, record.line)


def _others(record: Given) -> list[Given]:
    """Return the records of an object's further faces or halves."""
    others: list[Given] = []
    for key in OTHER_FACES:
        more = record.table().get(key)
        if more is None or more.absent:
            continue
        if more.has(dict) and more.table().keys() <= SIDES:
            others += more.table().values()
        else:
            others += more.items() if more.has(list) else [more]
    return others


def _event(given: Given) -> Happening:
    """Return an event given as `{kind: fields}`; an id alone, or several, may stand for them."""
    table = {key: value for key, value in given.table("an event").items() if key not in NOTES}
    kind = next(iter(table), "")
    if len(table) != 1 or kind not in EVENTS:
        what = f"no event “{kind}”" if len(table) == 1 else f"{len(table)} keys are there"
        given.fail(f"{what}, one of these was wanted: {', '.join(EVENTS)}")
    return _table(_whole(table[kind]), EVENTS[kind], f"the event {kind}")


def _whole(fields: Given) -> Given:
    if fields.absent or fields.has(dict):
        return fields
    key = "objects" if fields.has(list) else "object"
    return Given({key: fields}, fields.place, fields.line)


def question(given: Given) -> Question:
    """Return a question, given as `{kind: what is asked}`; NanoriError names what is wrong."""
    table = {key: value for key, value in given.table("a question").items() if key not in NOTES}
    kinds = [key for key in table if key in QUESTIONS]
    others = [key for key in table if key not in kinds]
    if len(kinds) != 1 or others:
        there = f"“{others[0]}” is there" if others else f"{len(kinds)} questions are there"
        given.fail(f"{there}, one of these was wanted: {', '.join(QUESTIONS)}")
    kind, what = QUESTIONS[kinds[0]], table[kinds[0]]
    if kind not in (Matches, ChooseName):
        what = _by_position(what, fields_of(kind))
    return cast("Question", _table(what, kind, f"the question {kinds[0]}"))


def _by_position(given: Given, fields: Sequence[ScenarioField]) -> Given:
    """Return the fields of a question given as an id, a list of ids, or both."""
    is_list = len(fields) > 1 or fields[0].items is not None
    if is_list and not given.has(list):
        what = "text" if given.has(str) else "a mapping" if given.has(dict) else "nothing"
        given.fail(f"{what} is there, a list was wanted")
    parts = given.items() if len(fields) > 1 else [given]
    if len(parts) != len(fields):
        given.fail(f"{len(parts)} are there, a list of {len(fields)} was wanted")
    table = {field.key: part for field, part in zip(fields, parts, strict=True)}
    return Given(table, given.place, given.line)


def _table(given: Given, kind: type[_T], what: str) -> _T:
    """Return the typed value of a table; NanoriError names the place of what is wrong."""
    if not given.has(dict):
        given.fail(f"{given.said()}, a mapping was wanted as {what}")
    left = {
        key: value for key, value in given.table().items() if key not in NOTES and not value.absent
    }
    values: dict[str, Any] = {}
    for field in fields_of(kind):
        there = [left.pop(key) for key in field.keys if key in left]
        if len(there) > 1:
            given.fail(f"one of {', '.join(field.keys)} was wanted, not several")
        if there:
            values[field.name] = _value(there[0], field, events=issubclass(kind, Happening))
        elif field.required:
            given.fail(f"{field.key} was wanted")
    for value in left.values():
        value.fail(f"unknown key in {what}")
    return kind(**values)


def _value(given: Given, field: ScenarioField, *, events: bool) -> Any:  # noqa: ANN401 - of its type
    """Return the value of a field; a list of one thing may be that thing."""
    expected, struct, items = field.says.expected, field.struct, field.items
    if field.card:  # words are an id, or a name, in an event; of an object its card's name
        return given.value if events and given.has(str) else given
    if struct is not None:
        given = _whole(given) if field.short and given.has(str) else given
        return _table(given, struct, expected.removeprefix("a mapping as ") or expected)
    if given.has(dict) or (given.has(list) and items is None):
        given.wanted(expected)
    word = given.text() if given.has(str) else None
    value: Any = word
    if bool in field.members and word is not None:
        value = given.flag()
    elif word is not None and (str in field.members or word in field.words):
        pass
    elif items is not None:
        parts = given.items(expected)
        value = [part.number(expected) if items is int else part.text() for part in parts]
    elif int in field.members:
        value = given.number(expected)
    try:
        return typed_values.from_plain(value, field.hint)
    except msgspec.ValidationError:
        given.wanted(expected)


def place(given: Given, kind: type[Struct], at: Sequence[FieldStep]) -> Given:
    """Return the value at a path through the fields of an event, as far as it is given.

    `given` is the event, `{kind: fields}`.
    """
    here = given.table().get(kind_of(kind), given) if given.has(dict) else given
    inner: type[Struct] | None = kind
    for step in at:
        if isinstance(step, int):
            here = here.value[step] if isinstance(here.value, list) else here
            continue
        field = (
            next(member for member in fields_of(inner) if member.name == step) if inner else None
        )
        if field is None or not here.has(dict):
            break
        here = next((here.table()[key] for key in field.keys if key in here.table()), here)
        inner = field.struct
    return here


def plain(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as the interchange format has it."""
    table: dict[str, Any] = {
        "objects": [_without_nothing(thing) for thing in scenario.objects],
        "events": [{kind_of(event): _without_nothing(event)} for event in scenario.events],
    }
    if scenario.questions:
        table["questions"] = [asked(question) for question in scenario.questions]
    if scenario.cards:
        table["cards"] = list(scenario.cards)
    return table


def asked(question: Question) -> dict[str, Any]:
    """Return a question as the interchange format has it: `{kind: what is asked}`."""
    fields = _without_nothing(question)
    if not isinstance(question, Matches | ChooseName):
        values = list(fields.values())
        fields = values[0] if len(values) == 1 else values
    return {kind_of(question): fields}


def _without_nothing(value: object) -> Any:  # noqa: ANN401 - JSON
    """Return a value in plain Python types, without empty fields."""
    if isinstance(value, Given):
        return value.words()
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
