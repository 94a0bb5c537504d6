"""Draftmancer's lists of custom cards: sections, of which `[CustomCards]` is JSON.

The JSON may have comments and trailing commas. Cards that a card names as related and describes
there are cards, too. The `id` of a text is `set/number` if it has both, else the name; for one of
two faces it is `…/0`, for a name in another language `…/ja`.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import json_about
from nanori.formats.in_json.objects import ObjectFormat
from nanori.formats.io import encodings
from nanori.formats.io.streams import HEAD_BYTES, Source, in_memory
from nanori.formats.json.stream import JsonWindow, each_member, strict
from nanori.formats.json.words import named, said
from nanori.formats.words import Words, entry, placed
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Bytes of a list; it is pasted into a page, and read at once.
MAX_BYTES = 1 << 23

_SECTION = re.compile(r"^[ \t]*+\[CustomCards\][ \t\r]*+$", re.MULTILINE)
_OPENS = re.compile(r"\s*+\[(?:CustomCards|Settings)\][ \t\r]*+(?:\n|\{|\Z)")
_SIGN = re.compile(r"[^\r\n]")
# A card on a line of a list, with its count before it and its set after it.
_LISTED = re.compile(
    r"^[ \t]{0,20}(?:\d{1,9}[ \t]{1,9})?(?P<name>[^\s\[({-][^\r\n]{0,300}?)"
    r"(?:[ \t]\([^()\r\n]{1,20}\)[^\r\n]{0,40})?[ \t\r]{0,20}$",
    re.MULTILINE,
)
_TEXT = "oracle_text"
_LIST = "list"
_JOINT = " — "


class _DraftFace(msgspec.Struct, frozen=True):
    name: str
    type: str = ""
    subtypes: tuple[str, ...] = ()
    oracle_text: str | None = None
    printed_names: dict[str, str] = {}

    @property
    def kind(self) -> str:
        """The type line, which has a place if it is all in one string."""
        if not self.subtypes:
            return said(self.type)
        return _JOINT.join(filter(None, [self.type.strip(), " ".join(self.subtypes)]))


class _DraftCard(_DraftFace, frozen=True):
    back: _DraftFace | None = None
    set: str | None = None
    collector_number: str | int | None = None
    related_cards: tuple[str | _DraftFace, ...] = ()


def _faces(faces: list[_DraftFace], key: str, printed: str) -> Iterator[Entry]:
    """Yield the texts of a card's faces, and their names in other languages."""
    several = len(faces) > 1
    names = [said(face.name) for face in faces]
    if not all(names):
        raise NanoriError("no name")
    for number, face in enumerate(faces):
        common: dict[str, Any] = {
            "id": f"{key}/{number}" if key and several else key,
            "printed": printed,
            "layout": "transform" if several else "",
        }
        text = None if face.oracle_text is None else said(face.oracle_text)
        own = {"name": names[number], "text": text, "type": face.kind}
        front = entry({**common, **own, "faces": tuple(names) if several else ()})
        yield front
        yield from _printed(face, front.card, common)


def _printed(face: _DraftFace, card: Card, common: dict[str, Any]) -> Iterator[Entry]:
    own = language_detection.of_whole_card(card)
    for tag, printed in face.printed_names.items():
        lang, name = languages.called(tag), said(printed)
        if lang and lang != own and name:
            fields = {
                "id": f"{card.id}/{lang}" if card.id else "",
                "lang": lang,
                "name_en": card.name if own == languages.reference_language() else "",
            }
            yield entry({**common, **fields, "name": name, "text": None})


class Draftmancer(ObjectFormat):
    """Draftmancer lists with custom cards."""

    ABOUT = json_about(
        title="Draftmancer lists with custom cards",
        suffixes=(),
        languages="any, told from the text; names in several",
        faces="“back”",
        alternates=False,
    )
    KIND = _DraftCard
    LOOSE = True

    def recognises(self, head: Head) -> bool:
        """Tell whether the file begins with the section of cards or of settings."""
        return _OPENS.match(head.text) is not None

    def lacking(self, head: Head) -> str:
        """Return that the cards have no texts; in most lists they are only pictures."""
        if f'"{_TEXT}"' in head.text:
            return ""
        where = "its first 64 KiB" if len(head.raw) >= HEAD_BYTES else "the file"
        return f"a Draftmancer list whose cards have no texts: no “{_TEXT}” is in {where}"

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each custom card, then each line of the lists."""
        text = encodings.whole(source, head.encoding, MAX_BYTES, "a list")
        if not (section := _SECTION.search(text)):
            raise NanoriError("no section [CustomCards] is there", path=source.path)
        # What is before the cards is replaced by blanks, so that places in it are those of the
        # file.
        begin = section.end()
        cards = _SIGN.sub(" ", text[:begin]) + strict(text[begin:])
        reader = JsonWindow(Source(source.path, in_memory(cards.encode())), encodings.UTF_8)
        if reader.character() != "[":
            raise reader.error("a list of cards, “[”, was wanted")
        for _ in each_member(reader, "]"):
            card = reader.element()
            end = card.start + len(card.text.decode())
            yield card._replace(text=text[card.start : end].encode())
        line, counted = 1, 0
        for listed in _LISTED.finditer(text, reader.reached):
            start, end = listed.span("name")
            line += text.count("\n", counted, start)
            counted = start
            column = start - text.rfind("\n", 0, start)
            yield Element(line, column, start, text[start:end].encode(), _LIST)

    def is_card(self, element: Element) -> bool:
        """Tell whether an element is a custom card, not a line of a list."""
        return element.context != _LIST

    def texts(self, card: _DraftCard, element: Element) -> Iterator[Entry]:
        """Yield the text of each face, then names in other languages, then cards it describes."""
        printed = (card.set or "").upper()
        number = card.collector_number
        key = f"{card.set}/{number}" if card.set and number else ""
        yield from _faces([card, *([card.back] if card.back else [])], key, printed)
        for other in card.related_cards:
            if isinstance(other, _DraftFace):
                yield from _faces([other], "", printed)

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the name on a line of a list, or the names of a card's related cards."""
        if not self.is_card(element):
            text = element.text.decode()
            return iter([placed(text, 0, len(text), "line")])
        return super().related_names(element)

    def naming(self, card: _DraftCard) -> Iterator[Words]:
        """Yield the names of related cards, and those in other languages."""
        return named(*card.related_cards, *card.printed_names.values())


FORMAT = Draftmancer()
