"""Plain scenarios to typed values, validated once, and back.

Everything that needs no game is decided here: keys and their other spellings, required fields,
types. What events later find impossible is given its place by the field in question.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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

from nanori.game.plain_values import (
    Plain,
    ScenarioError,
    Step,
    described,
    items,
    table,
    texts,
    within,
)
from nanori.game.scenarios import (
    CardRecord,
    ChooseName,
    Happening,
    Matches,
    Question,
    Says,
    Scenario,
    ScenarioObject,
)
from nanori.model import typed_values
from nanori.model.values import Card

# Keys that anything may have, for remarks.
NOTES = frozenset({"comment", "note", "notes"})
# The keys of a scenario.
PARTS = ("objects", "events", "questions", "cards")
# Keys under which an object has further faces or halves of its card.
OTHER_FACES = ("faces", "back")
_T = TypeVar("_T", bound=Struct)
_V = TypeVar("_V")


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
        return Card in (*self.members, *_members(self.items))

    @property
    def wanted(self) -> str:
        """What is wanted, for when something else is there: “an id was wanted”."""
        if bool in self.members:
            return "true or false"
        only_words = {*self.members} - {type(None)} == {Literal[tuple(self.words)]}
        return " or ".join(self.words) if only_words else self.says.about


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
            next(
                (note for note in get_args(hints[field.name]) if isinstance(note, Says)),
                Says("a list of text"),
            ),
            field.required,
        )
        for field in msgspec.structs.fields(kind)
    )


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


def keys_of(kind: type[Struct]) -> frozenset[str]:
    """Return all keys under which the fields of a type may be given."""
    return frozenset(key for field in fields_of(kind) for key in field.keys)


# Keys of a card record that an object without `card` may have itself.
CARD_KEYS = keys_of(CardRecord) - keys_of(ScenarioObject)
# What can happen.
EVENTS: dict[str, type[Happening]] = {kind_of(kind): kind for kind in Happening.__subclasses__()}
# What can be asked.
QUESTIONS: dict[str, type[Struct]] = {kind_of(kind): kind for kind in get_args(Question)}


def scenario(content: Plain) -> Scenario:
    """Return a scenario as typed values; ScenarioError names the place of what is wrong.

    Records of cards stay as they are until their faces are read.
    """
    for key in content if isinstance(content, dict) else ():
        if key not in (*PARTS, *NOTES):
            raise ScenarioError(f"unknown key, one of these was wanted: {', '.join(PARTS)}", key)
    if not isinstance(content, dict) or (content and content.keys().isdisjoint(PARTS)):
        raise ScenarioError("a scenario was wanted, a mapping of objects, events and questions")
    objects: dict[str, ScenarioObject] = {}
    for step, record in listed(content.get("objects")):
        with within("objects", step):
            thing = _object(record, step if isinstance(step, str) else record.get("id"))
            if thing.id in objects:
                raise ScenarioError(f"the id “{thing.id}” is there twice", "id")
            objects[thing.id] = thing
    with within("cards"):
        cards = texts(content.get("cards"))
    asks = "questions" in content
    questions = _each(content["questions"], "questions", question) if asks else None
    events = _each(content.get("events"), "events", _event)
    return Scenario(objects=[*objects.values()], events=events, questions=questions, cards=cards)


def _each(content: Plain, part: str, read: Callable[[Plain], _V]) -> list[_V]:
    values: list[_V] = []
    with within(part):
        for number, item in enumerate(items(content, f"a list of {part}")):
            with within(number):
                values.append(read(item))
    return values


def listed(objects: Plain) -> Iterator[tuple[Step, dict[str, Plain]]]:
    """Yield the table of each object, by its index or id; a name that stands for one is a card."""
    with within("objects"):
        every = objects if isinstance(objects, dict) else dict(enumerate(items(objects)))
        for step, record in every.items():
            with within(step):
                if isinstance(record, str) and isinstance(step, str):
                    yield step, {"card": record}
                else:
                    yield step, table(record, "an object")


def _object(record: dict[str, Plain], id: Plain) -> ScenarioObject:
    """Return an object, whose card may be its own keys, and whose faces have two."""
    own = {key: value for key, value in record.items() if key not in OTHER_FACES} | {"id": id}
    others: list[Plain] = []
    for key in OTHER_FACES:
        inner = record.get(key)
        others += [inner] if isinstance(inner, dict) else items(inner)
    if "card" not in own:
        if own.keys() & CARD_KEYS:
            card = {key: own[key] for key in (*CARD_KEYS, "lang") if key in own}
            own = {key: value for key, value in own.items() if key not in CARD_KEYS}
            own["card"] = card
        elif others:
            own["card"], *others = others
    if others:
        own["faces"] = others
    thing = converted(own, ScenarioObject, "an object")
    if not thing.id.strip():
        raise ScenarioError("an id was wanted, nothing is there", "id")
    return thing


def _event(content: Plain) -> Happening:
    """Return an event given as `{kind: fields}`; an id alone, or several, may stand for them."""
    kind, fields = _only(content, EVENTS, "event")
    with within(kind):
        return converted(_whole(fields), EVENTS[kind], f"the event {kind}")


def question(content: Plain) -> Question:
    """Return a question, given as `{kind: what is asked}`; ScenarioError says what is wrong."""
    kind, what = _only(content, QUESTIONS, "question")
    with within(kind):
        if QUESTIONS[kind] not in (Matches, ChooseName):
            what = _by_position(what, fields_of(QUESTIONS[kind]))
        return cast("Question", converted(what, QUESTIONS[kind], f"the question {kind}"))


def _only(content: Plain, kinds: Mapping[str, type], what: str) -> tuple[str, Plain]:
    """Return the one kind that is there, with what stands under it."""
    under = {key: value for key, value in table(content, f"an {what}").items() if key not in NOTES}
    unknown = [key for key in under if key not in kinds]
    if len(under) != 1 or unknown:
        found = f"“{unknown[0]}” is there" if unknown else f"{len(under)} {what}s are there"
        raise ScenarioError(f"{found}, one of these was wanted: {', '.join(kinds)}")
    return next(iter(under.items()))


def _by_position(content: Plain, fields: Sequence[ScenarioField]) -> Plain:
    """Return the fields of a question given as an id, a list of ids, or both.

    `{state: A}` → {object: A}; `{differs_from: [A, [B]]}` → {object: A, others: [B]}
    """
    several = len(fields) > 1
    if (several or fields[0].items is not None) and not isinstance(content, list):
        what = "text" if isinstance(content, str) else described(content).removesuffix(" is there")
        raise ScenarioError(f"{what} is there, a list was wanted")
    parts = items(content) if several else [content]
    if len(parts) != len(fields):
        raise ScenarioError(f"{len(parts)} are there, a list of {len(fields)} was wanted")
    return {field.key: part for field, part in zip(fields, parts, strict=True)}


def _whole(fields: Plain) -> Plain:
    """Return the table of fields for which ids may stand: `flip: A`, `link: [A, B]`."""
    if fields is None or isinstance(fields, dict):
        return fields
    return {"objects" if isinstance(fields, list) else "object": fields}


def converted(content: Plain, kind: type[_T], what: str) -> _T:
    """Return the typed value of a table; ScenarioError says what is wrong, and where in it."""
    values: dict[str, Any] = {}
    fields = {key: field for field in fields_of(kind) for key in field.keys}
    for key, value in table(content, what).items():
        if key in NOTES or value is None:
            continue
        field = fields.get(key)
        if field is None:
            raise ScenarioError(f"unknown key in {what}, it has: {', '.join(fields)}", key)
        if field.name in values:
            raise ScenarioError(f"one of {', '.join(field.keys)} was wanted, not several")
        with within(key):
            values[field.name] = _value(value, field)
    for field in fields_of(kind):
        if field.required and field.name not in values:
            raise ScenarioError(f"{field.key} was wanted")
    return kind(**values)


def _value(value: Plain, field: ScenarioField) -> Any:  # noqa: ANN401 - of its type
    """Return the value of a field; a list of one thing may be that thing."""
    if field.card:  # read later, as a whole
        return value
    if field.struct is not None:
        value = _whole(value) if field.short and isinstance(value, str) else value
        return converted(value, field.struct, f"what is under {field.key}")
    if isinstance(value, str) and value not in field.words and str not in field.members:
        value = value if field.items is None else [value]
    try:
        return typed_values.from_plain(value, field.hint, strict=False)
    except msgspec.ValidationError as error:
        (inner,) = re.findall(r"`\$\[(\d+)\]", str(error)) or [None]
        at = () if inner is None else (int(inner),)
        wrong = value[at[0]] if at and isinstance(value, list) else value
        raise ScenarioError(f"{described(wrong)}, {field.wanted} was wanted", *at) from None


def plain(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as the interchange format has it."""
    return {
        "objects": msgspec.to_builtins(scenario.objects),
        "events": [{kind_of(event): msgspec.to_builtins(event)} for event in scenario.events],
        "cards": list(scenario.cards),
    } | ({"questions": list(map(asked, scenario.questions))} if scenario.questions else {})


def asked(question: Question) -> dict[str, Any]:
    """Return a question as the interchange format has it: `{kind: what is asked}`."""
    fields = msgspec.to_builtins(question)
    if not isinstance(question, Matches | ChooseName):
        values = list(fields.values())
        fields = values[0] if len(values) == 1 else values
    return {kind_of(question): fields}
