"""LackeyBot's sets: one object whose keys are names with a set, `Ash Courier_ABC`.

The `id` of a text is that key; for one of two faces it is `key/0`.
"""

import re
from collections.abc import Iterator

import msgspec

from nanori.formats import fields, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan
from nanori.formats.in_json.faces import Faced, FacedFormat, FaceKeys, about
from nanori.formats.io.streams import Source
from nanori.formats.json.positions import keys_of, shape_of, strings, text_of
from nanori.formats.json.stream import KEY, members
from nanori.formats.records import decoded
from nanori.model import typed_values
from nanori.model.values import Card

_KEYS = FaceKeys("cardName", "typeLine", ("rulesText",), "starred")
_WHOLE = "fullName"
_BEGINS = re.compile(r'\s*+\{\s*+"(?:[^"\\]|\\.)*+"\s*+:\s*+\{')
_CARD = re.compile(r'"cardName"[ \t\r\n]*+:')
# The set after the name in a key, and before it that of a promotional print: `_PRO_ABC`.
_SET = re.compile(r"_[^_]+$|(?:_[0-9A-Z]+){2,}$")


class _BotCard(msgspec.Struct, frozen=True, rename="camel"):
    card_name: str
    full_name: str | None = None
    type_line: str | None = None
    rules_text: str | None = None
    card_name2: str | None = None
    type_line2: str | None = None
    rules_text2: str | None = None
    shape: str | None = None
    set_id: str | None = msgspec.field(default=None, name="setID")
    notes: list[str] | str | None = None


_decoder = typed_values.decoder(_BotCard)


class LackeyBot(FacedFormat):
    """LackeyBot's sets."""

    ABOUT = about(
        title="LackeyBot's sets",
        suppressions="!noqa check in a note; “_noqa”: a check or a list of them",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file is one object of objects with the name's key."""
        if head.outline is None or not _BEGINS.match(head.text):
            return False
        return _CARD.search(head.text) is not None

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card, with its key as the context."""
        return (element for element in members(source, head.encoding) if element.context != KEY)

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield the same, each card preceded by its key."""
        return members(source, head.encoding)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the text of each face, even if empty; nothing for a key."""
        return iter(()) if element.context == KEY else super().entries(element)

    def faced(self, element: Element) -> Faced:
        """Return what an element says; NanoriError if it is not a card."""
        card = decoded(_decoder, element.text)
        text = text_of(element.text)
        common = Card(
            text="",
            name="",
            id=element.context,
            layout=card.shape or "",
            printed=(card.set_id or "").upper(),
        )
        notes = card.notes.split("\n") if isinstance(card.notes, str) else card.notes or []
        checks = suppressions.suppressed(notes) or suppressions.in_json(element.text)
        return Faced(text, keys_of(shape_of(text, _KEYS.all())), _KEYS, common, checks)

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield the name in the key of a card, and its whole name."""
        text = text_of(element.text)
        if element.context != KEY:
            yield from strings(text, [keys_of(shape_of(text, (_WHOLE,))).get(_WHOLE)])
            return
        key = fields.cell(text, SourceSpan(1, len(text) - 1, "json"), "json")
        if (code := _SET.search(key.words)) and code.start():
            key = key.cut(0, code.start())
        yield RelatedName(key.words, key.place)


FORMAT = LackeyBot()
