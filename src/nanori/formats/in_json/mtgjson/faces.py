"""A face of a card as MTGJSON has it to card records, one for each language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from nanori.formats.records import language_called
from nanori.model import typed_values
from nanori.model.values import BETWEEN_FACES, Card

ORIGINAL = "English"
"""MTGJSON's word for the language of `name`, `text` and `type`, whatever language was printed."""


class MtgjsonTranslation(msgspec.Struct, rename="camel"):
    """A row of foreignData: the face in another language."""

    language: str
    name: str | None = None
    face_name: str | None = None
    text: str | None = None
    type: str | None = None


class _Identifiers(msgspec.Struct, frozen=True, rename="camel"):
    scryfall_oracle_id: str | None = None


class MtgjsonFace(msgspec.Struct, rename="camel"):
    """A face of a card, with what a card record needs of it."""

    name: str
    """The whole card's."""
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
    foreign_data: list[MtgjsonTranslation] = []

    @property
    def own_name(self) -> str:
        """The name of this face."""
        return self.face_name or self.name

    @property
    def alternate(self) -> tuple[str, ...]:
        """The names that this printing has instead, none or one."""
        name = self.face_flavor_name or self.flavor_name
        return (name,) if name else ()

    @property
    def key(self) -> str:
        """What tells the face from others: its uuid, else the card's id and its side."""
        oracle = self.identifiers.scryfall_oracle_id or self.name
        return self.uuid or (f"{oracle}/{self.side}" if self.side else oracle)


face_decoder = typed_values.decoder(MtgjsonFace)


def code_of(row: MtgjsonTranslation) -> str:
    """Return the code of a row's language; empty if it has no grammar."""
    return language_called(row.language, "mtgjson")


def original(face: MtgjsonFace, lang: str) -> Card:
    """Return the card record of the face in English, whose code is given."""
    return Card(
        text=face.text or "",
        name=face.own_name,
        lang=lang,
        id=face.key,
        faces=tuple(face.name.split(BETWEEN_FACES)),
        layout=face.layout,
        type=face.type,
        alternate=face.alternate,
        printed=face.set_code,
    )


def with_text(face: MtgjsonFace) -> list[int]:
    """Return which rows of foreignData have a text."""
    return [number for number, row in enumerate(face.foreign_data) if row.text]


def translations(face: MtgjsonFace, rows: Iterable[int]) -> Iterator[tuple[int, Card]]:
    """Yield the cards of those rows of foreignData that have a name in a known language."""
    seen: Counter[str] = Counter()
    for number in rows:
        row = face.foreign_data[number]
        lang = code_of(row)
        name = row.face_name or row.name
        if not (lang and name):
            continue
        seen[lang] += 1
        card = Card(
            text=row.text or "",
            name=name,
            lang=lang,
            id=f"{face.key}/{lang}" + (f"/{seen[lang]}" if seen[lang] > 1 else ""),
            name_en=face.own_name,
            faces=tuple((row.name or name).split(BETWEEN_FACES)),
            layout=face.layout,
            type=row.type or "",
            type_en=face.type,
            printed=face.set_code,
        )
        yield number, card
