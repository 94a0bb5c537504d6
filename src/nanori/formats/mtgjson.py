"""MTGJSON's set files, AllPrintings and AtomicCards: one text for each face and language.

The `id` of a text is the face's `uuid`; of one from foreignData it is `uuid/<language>`, and
`uuid/<language>/2` for the second in that language. AtomicCards has no uuid; there it is the
Scryfall oracle id with the face's side, `<oracle id>/a`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from nanori.elements import pull
from nanori.entries import Element
from nanori.formats.abouts import About
from nanori.formats.heads import Head
from nanori.formats.outlines import encoding_of
from nanori.model import Card
from nanori.records import decoded, language_called
from nanori.streams import Source

ORIGINAL = "English"
"""MTGJSON's word for the language of `name`, `text` and `type`, whatever language was printed."""

_CARDS = frozenset({"cards", "tokens"})
_NO_CARDS = frozenset({"decks", "languages", "sealedProduct", "booster", "translations"})
_BETWEEN_FACES = " // "
_NOTHING: Mapping[str, object] = {}


class _Foreign(msgspec.Struct, rename="camel"):
    language: str
    name: str | None = None
    face_name: str | None = None
    text: str | None = None
    type: str | None = None


class _Identifiers(msgspec.Struct, frozen=True, rename="camel"):
    scryfall_oracle_id: str | None = None


class _Face(msgspec.Struct, rename="camel"):
    name: str
    face_name: str | None = None
    text: str | None = None
    type: str = ""
    layout: str = ""
    uuid: str | None = None
    side: str | None = None
    set_code: str = ""
    flavor_name: str | None = None
    face_flavor_name: str | None = None
    identifiers: _Identifiers = _Identifiers()
    foreign_data: list[_Foreign] = []


_face = msgspec.json.Decoder(_Face)


ABOUT = About(
    title="MTGJSON set files, AllPrintings, AtomicCards",
    suffixes=(".json",),
    writes=True,
    languages="English, and foreignData in all languages",
    faces="one an object, faceName",
    alternates=True,
    suppressions="",
)


def recognises(head: Head) -> bool:
    """Tell whether the file has MTGJSON's envelope."""
    if head.outline is None:
        return False
    keys = head.outline.keys
    return "object" not in keys and not keys.isdisjoint({"meta", "data"})


def elements(source: Source, head: Head) -> Iterator[Element]:
    """Yield each face of each card, wherever the file has its cards."""
    return pull(source, _wanted, encoding_of(head.encoding))


def _wanted(keys: tuple[str, ...]) -> bool:
    match keys:
        case ():
            return True
        case (data,):
            return data == "data"
        case (_, name):  # a set's code, a card's name, or a part of the one set
            return name not in _NO_CARDS
        case (_, _, part):
            return part in _CARDS
        case _:
            return False


def cards(element: Element) -> Iterator[tuple[Card, Mapping[str, object]]]:
    """Yield the English text of a face and its texts in all languages that have a grammar."""
    face = decoded(_face, element.text)
    name = face.face_name or face.name
    alternate = face.face_flavor_name or face.flavor_name
    key = _key(face)
    lang = language_called(ORIGINAL, "mtgjson")
    if face.text and lang:
        yield (
            Card(
                text=face.text,
                name=name,
                lang=lang,
                id=key,
                faces=tuple(face.name.split(_BETWEEN_FACES)),
                layout=face.layout,
                type=face.type,
                alternate=(alternate,) if alternate else (),
                printed=face.set_code,
            ),
            _NOTHING,
        )
    seen: Counter[str] = Counter()
    for foreign in face.foreign_data:
        lang = language_called(foreign.language, "mtgjson")
        own = foreign.face_name or foreign.name
        if not (lang and own and foreign.text):
            continue
        seen[lang] += 1
        yield (
            Card(
                text=foreign.text,
                name=own,
                lang=lang,
                id=f"{key}/{lang}" + (f"/{seen[lang]}" if seen[lang] > 1 else ""),
                name_en=name,
                faces=tuple((foreign.name or own).split(_BETWEEN_FACES)),
                layout=face.layout,
                type=foreign.type or "",
                type_en=face.type,
                printed=face.set_code,
            ),
            _NOTHING,
        )


def _key(face: _Face) -> str:
    oracle = face.identifiers.scryfall_oracle_id or face.name
    return face.uuid or (f"{oracle}/{face.side}" if face.side else oracle)


def names(element: Element) -> Iterator[str]:
    """Yield the names of a face in all languages that have a grammar, alternate ones too."""
    face = decoded(_face, element.text)
    found = [face.face_name or face.name, face.face_flavor_name or face.flavor_name]
    for foreign in face.foreign_data:
        if language_called(foreign.language, "mtgjson"):
            found.append(foreign.face_name or foreign.name)
    yield from (name for name in found if name)
