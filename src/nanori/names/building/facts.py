"""What one record of a source says of one face's names."""

from __future__ import annotations

import re

from msgspec import Struct

from nanori.names.model import FormKind, ReadingSource

BETWEEN_FACES = " // "
_DASH = re.compile(r" [—–-] ")


_SUPERTYPES = frozenset({"Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "World"})


class Said(Struct, frozen=True, kw_only=True):
    """One name that a source gives a face."""

    name: str
    lang: str
    form: FormKind
    reading: str = ""
    reading_source: ReadingSource = ""
    printings: tuple[tuple[str, str], ...] = ()
    """Set and date of each printing."""


class Facts(Struct, frozen=True, kw_only=True):
    """What one record of a source says of one face."""

    face: str
    card: str = ""
    layout: str = ""
    side: str = ""
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    alternate: tuple[str, ...] = ()
    funny: bool = False
    token: bool = False
    interchangeable: tuple[str, ...] = ()
    names: tuple[Said, ...] = ()


def parted(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the supertypes, types and subtypes of an English type line."""
    head, _, tail = _DASH.sub("\0", line, count=1).partition("\0")
    words = [word for word in head.split() if word != "Token"]
    supertypes = tuple(word for word in words if word in _SUPERTYPES)
    return supertypes, tuple(word for word in words if word not in supertypes), tuple(tail.split())
