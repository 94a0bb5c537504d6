"""A line of a names file, a face with its names by language, to what it says of the face."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

import msgspec
from msgspec import Struct

from nanori.formats.face_facts import TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.records import decoded
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError


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


def facts(text: bytes) -> FaceFacts | None:
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
