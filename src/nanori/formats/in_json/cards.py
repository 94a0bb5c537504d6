"""Card records: one text a line as a JSON object whose keys are those of `Card`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

import msgspec
from msgspec import Struct

from nanori.formats import face_facts, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.face_facts import TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.format import About, Format
from nanori.formats.in_json.card_conjurer import DRAWN
from nanori.formats.io.streams import Source
from nanori.formats.json.outline import elements_of
from nanori.formats.json.positions import items_of, keys_of, shape_of, text_of
from nanori.formats.records import decoded
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card


class _Exactly(Card, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card record that has no keys of its own."""

    def __post_init__(self) -> None:
        """Leave the types alone: the decoder has looked at each."""


_KNOWN = frozenset(Card.__struct_fields__)
_exactly = typed_values.decoder(_Exactly)
_object = typed_values.decoder(dict[str, object])
_NOTHING: Mapping[str, object] = {}


def _loosely(text: bytes) -> tuple[Card, Mapping[str, object]]:
    record = decoded(_object, text)
    known = {key: value for key, value in record.items() if key in _KNOWN and value is not None}
    card = decoded(typed_values.decoder(Card), msgspec.json.encode(known))
    return card, {key: value for key, value in record.items() if key not in _KNOWN}


@cache
def _naming() -> tuple[str, ...]:
    """Return the keys that have a name, or names."""
    return ("name", "name_en", "faces", "alternate", *languages.codes())


@cache
def _named() -> msgspec.json.Decoder[msgspec.Struct]:
    """Return what decodes these keys of a record alone."""
    fields = [(key, object, None) for key in _naming()]
    return typed_values.decoder(msgspec.defstruct("Named", fields, omit_defaults=True))


class CardRecords(Format):
    """Card records, JSON or JSON Lines."""

    QUICK = True

    ABOUT = About(
        title="card records, JSON or JSON Lines",
        suffixes=(".jsonl", ".ndjson", ".json"),
        languages="any, one a record",
        faces="one a record, the others' names in “faces”",
        suppressions="“_noqa”: a check or a list of them",
        unicode=True,
        converts=True,
    )

    ALL_CARDS = True
    """Whether `cards` yields also what has no text, as `entries` does."""

    def recognises(self, head: Head) -> bool:
        """Tell whether the first object has a card record's text, and is no picture of a card."""
        keys = head.outline.keys if head.outline is not None else frozenset[str]()
        return "text" in keys and not keys & DRAWN and "foreignNames" not in keys

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each line, or each item where the records stand in one array."""
        return elements_of(source, head.outline, head.encoding)

    def cards(self, element: Element) -> Iterator[tuple[Card, Mapping[str, object]]]:
        """Yield the one text of a record; its `id` is given back as it is."""
        try:
            yield _exactly.decode(element.text), _NOTHING
        except (msgspec.MsgspecError, ValueError, RecursionError):
            # Unknown keys, or something wrong: both are seldom, and the longer way says which.
            yield _loosely(element.text)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the one record with the places of its fields."""
        ((card, extra),) = self.cards(element)
        shape = keys_of(shape_of(text_of(element.text), _KNOWN))
        places: dict[str, SourceSpan] = {}
        for field in _KNOWN & shape.keys():
            value = shape[field]
            for number, item in enumerate(items_of(value)):
                if isinstance(item, SourceSpan):
                    places[f"{field}/{number}"] = item
            if isinstance(value, SourceSpan):
                places[field] = value
        yield Entry(
            card, extra, places, suppressed=suppressions.listed(extra.get(suppressions.KEY))
        )

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what a card record, or a line of a names file, says of its one face."""
        if named := facts_of_line(element.text):
            yield named
            return
        for card, extra in self.cards(element):
            facts = face_facts.of_card(card)
            said = extra.get("interchangeable")
            others = cast("list[object]", said) if isinstance(said, list) else []
            names = tuple(name for name in others if isinstance(name, str) and name)
            yield msgspec.structs.replace(facts, interchangeable=names) if names else facts

    def names(self, element: Element) -> Iterator[str]:
        """Return all names of a record: its own, of its faces, and those listed by language."""
        given: dict[str, object] = msgspec.to_builtins(decoded(_named(), element.text))
        names: list[str] = []
        for key, value in given.items():
            if value.__class__ is str:
                names.append(cast("str", value))
                continue
            for item in cast("list[object]", value) if isinstance(value, list) else [value]:
                name = (
                    cast("dict[str, object]", item).get("name") if isinstance(item, dict) else item
                )
                if isinstance(name, str):
                    names.append(name)
                elif name is not None:
                    raise NanoriError(f"wanted a name in {key}, got {name!r}")
        return iter(names)


FORMAT = CardRecords()


class _PrintedIn(Struct, frozen=True):
    """One set that a name was printed in."""

    set: str = ""
    released: str | None = ""


class _PrintedName(Struct, frozen=True):
    """A name in one of the languages."""

    name: str
    reading: str | None = None
    printings: tuple[_PrintedIn, ...] = ()


class _NameLine(Struct, frozen=True):
    """A face; its names stand under the codes of their languages."""

    name: str
    card: str | None = None
    layout: str | None = None
    side: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    alternate: tuple[str, ...] = ()
    funny: bool = False
    token: bool = False
    interchangeable: tuple[str, ...] = ()
    text: str | None = None
    """Only card records have one."""


@cache
def _decoder() -> msgspec.json.Decoder[_NameLine]:
    names = tuple[_PrintedName, ...]
    fields = [
        (_field(code), names, msgspec.field(default=(), name=code)) for code in languages.codes()
    ]
    made = msgspec.defstruct("NameLine", fields, bases=(_NameLine,), frozen=True)
    return typed_values.decoder(cast("type[_NameLine]", made))


def _field(code: str) -> str:
    """Return the field of the names in a language, whose code need not be a name of Python's."""
    return "in_" + re.sub(r"\W", "_", code)


def facts_of_line(text: bytes) -> FaceFacts | None:
    """Return what a line says; nothing if it is a card record, which has a text.

    NanoriError if it is neither.
    """
    if b'"text"' in text:
        return None
    line = decoded(_decoder(), text)
    if line.text is not None:
        return None
    if not line.name:
        raise NanoriError("no name")
    given = [GivenName(name=line.name, lang=languages.reference_language(), form="oracle")]
    for code in languages.codes():
        given += [_given(code, name) for name in getattr(line, _field(code))]
    return FaceFacts(
        face=line.name,
        card=line.card or line.name,
        layout=line.layout or "",
        side=line.side or "",
        supertypes=line.supertypes,
        types=line.types,
        subtypes=line.subtypes,
        alternate=line.alternate,
        funny=line.funny,
        token=line.token or line.layout in TOKEN_LAYOUTS,
        interchangeable=line.interchangeable,
        names=tuple(given),
    )


def _given(lang: str, printed: _PrintedName) -> GivenName:
    return GivenName(
        name=printed.name,
        lang=lang,
        form="printed",
        reading=printed.reading or "",
        reading_source="given" if printed.reading else "",
        printings=tuple((printing.set, printing.released or "") for printing in printed.printings),
    )
