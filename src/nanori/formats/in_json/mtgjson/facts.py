"""A face of a card as MTGJSON has it to what is said of its names; the dates of its sets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nanori.formats.entries import Element
from nanori.formats.face_facts import TOKEN, TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.in_json.mtgjson.faces import MtgjsonFace, code_of
from nanori.formats.io.streams import Source
from nanori.formats.records import decoded
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError

_DATE = re.compile(rb'"(code|releaseDate)"\s*:\s*"([^"]{1,20})"')
_OVERLAP = 64


class _FaceWithTypes(MtgjsonFace, rename="camel"):
    """A face with what only the database of names asks for."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    is_funny: bool = False


_decoder = typed_values.decoder(_FaceWithTypes)


def facts(element: Element) -> Iterator[FaceFacts]:
    """Yield what an element says of its one face."""
    face = decoded(_decoder, element.text)
    name = face.own_name
    if not name:
        raise NanoriError("no name")
    printings = ((face.set_code, ""),) if face.set_code else ()
    lang = languages.reference_language()
    given = [GivenName(name=name, lang=lang, form="oracle", printings=printings)]
    for row in face.foreign_data:
        lang = code_of(row)
        own = row.face_name or _half(row.name or "", face.side)
        if lang and own:
            given.append(GivenName(name=own, lang=lang, form="printed", printings=printings))
    yield FaceFacts(
        face=name,
        card=face.name,
        layout=face.layout,
        side=face.side or "",
        supertypes=face.supertypes,
        types=face.types,
        subtypes=face.subtypes,
        alternate=face.alternate,
        funny=face.is_funny,
        token=face.layout in TOKEN_LAYOUTS or TOKEN in face.type.split(),
        names=tuple(given),
    )


def _half(name: str, side: str | None) -> str:
    """Return one face's part of a whole card's name."""
    pieces = [piece.strip() for piece in name.split("//")]
    place = ord(side or "a") - ord("a")
    return pieces[place] if place < len(pieces) else pieces[0]


def release_dates(source: Source) -> dict[str, str]:
    """Return the release date of each set of a file that was not yet read, by the set's code.

    The date stands behind the cards, which are read one at a time, so it is looked for first.
    """
    dates: dict[str, str] = {}
    code, rest = "", b""
    while block := source.read():
        block = rest + block
        for match in _DATE.finditer(block):
            key, value = match[1], match[2].decode("ascii", "replace")
            if key == b"code":
                code = value
            elif code:
                dates[code] = value
        rest = block[-_OVERLAP:]
    return dates
