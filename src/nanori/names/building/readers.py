"""MTGJSON's and Scryfall's card objects to what they say of each face."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import Struct

from nanori.formats.entries import Element
from nanori.formats.io.streams import opened
from nanori.formats.records import decoded, language_called
from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.names.building.facts import BETWEEN_FACES, Facts, Said, parted

_TOKENS = ("token", "double_faced_token", "emblem", "art_series")


class _Foreign(Struct, rename="camel"):
    language: str
    name: str | None = None
    face_name: str | None = None


class _MtgjsonFace(Struct, rename="camel"):
    name: str
    face_name: str | None = None
    layout: str = ""
    side: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    set_code: str = ""
    flavor_name: str | None = None
    face_flavor_name: str | None = None
    is_funny: bool = False
    type: str = ""
    foreign_data: list[_Foreign] = []


_mtgjson_face = msgspec.json.Decoder(_MtgjsonFace)


def _mtgjson(element: Element) -> Iterator[Facts]:
    """Yield the one face that is an element of MTGJSON's files."""
    face = decoded(_mtgjson_face, element.text)
    name = face.face_name or face.name
    if not name:
        raise NanoriError("no name")
    printings = ((face.set_code, ""),) if face.set_code else ()
    names = [
        Said(name=name, lang=languages.reference_language(), form="oracle", printings=printings)
    ]
    for one in face.foreign_data:
        lang = language_called(one.language, "mtgjson")
        own = one.face_name or _half(one.name or "", face)
        if lang and own:
            names.append(Said(name=own, lang=lang, form="printed", printings=printings))
    alternate = face.face_flavor_name or face.flavor_name
    yield Facts(
        face=name,
        card=face.name,
        layout=face.layout,
        side=face.side or "",
        supertypes=face.supertypes,
        types=face.types,
        subtypes=face.subtypes,
        alternate=(alternate,) if alternate else (),
        funny=face.is_funny,
        token=face.layout in _TOKENS or "Token" in face.type.split(),
        names=tuple(names),
    )


def _half(name: str, face: _MtgjsonFace) -> str:
    """Return this face's part of a whole card's name."""
    pieces = [piece.strip() for piece in name.split("//")]
    place = ord(face.side or "a") - ord("a")
    return pieces[place] if place < len(pieces) else pieces[0]


class _ScryfallFace(Struct):
    name: str
    printed_name: str | None = None
    flavor_name: str | None = None
    type_line: str | None = None


class _ScryfallCard(_ScryfallFace):
    layout: str = ""
    lang: str | None = None
    set: str | None = None
    set_type: str = ""
    released_at: str | None = None
    card_faces: list[_ScryfallFace] | None = None


_scryfall_card = msgspec.json.Decoder(_ScryfallCard)


def _scryfall(element: Element) -> Iterator[Facts]:
    """Yield each face of a card object."""
    card = decoded(_scryfall_card, element.text)
    lang = language_called(card.lang, "scryfall") if card.lang else languages.reference_language()
    printings = (((card.set or "").upper(), card.released_at or ""),) if card.set else ()
    faces = card.card_faces or [card]
    for number, face in enumerate(faces):
        if not face.name:
            raise NanoriError("no name")
        own = printings if lang == languages.reference_language() else ()
        names = [
            Said(name=face.name, lang=languages.reference_language(), form="oracle", printings=own)
        ]
        if face.printed_name and lang and lang != languages.reference_language():
            names.append(
                Said(name=face.printed_name, lang=lang, form="printed", printings=printings)
            )
        supertypes, types, subtypes = parted(face.type_line or card.type_line or "")
        yield Facts(
            face=face.name,
            card=BETWEEN_FACES.join(one.name for one in faces),
            layout=card.layout,
            side=chr(ord("a") + number) if len(faces) > 1 else "",
            supertypes=supertypes,
            types=types,
            subtypes=subtypes,
            alternate=(face.flavor_name,) if face.flavor_name else (),
            funny=card.set_type == "funny",
            token=card.layout in _TOKENS,
            names=tuple(names),
        )


READERS: Mapping[str, Callable[[Element], Iterator[Facts]]] = {
    "mtgjson": _mtgjson,
    "scryfall": _scryfall,
}
"""By the name of the format; all others are read as names files or card records."""

_DATE = re.compile(rb'"(code|releaseDate)"\s*:\s*"([^"]{1,20})"')
_OVERLAP = 64


def release_dates(path: str) -> dict[str, str]:
    """Return the release date of each set of an MTGJSON file, by its code.

    The date stands behind the cards, which are read one at a time, so it is looked for first.
    """
    dates: dict[str, str] = {}
    code, rest = "", b""
    with opened(path) as source:
        while block := source.read():
            block = rest + block
            for found in _DATE.finditer(block):
                key, value = found[1], found[2].decode("ascii", "replace")
                if key == b"code":
                    code = value
                elif code:
                    dates[code] = value
            rest = block[-_OVERLAP:]
    return dates
