"""LackeyBot's sets: one object whose keys are names with a set, `Ash Courier_ABC`.

The `id` of a text is that key; for one of two faces it is `key/0`.
"""

import re
from collections.abc import Iterator

import msgspec

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.in_json.objects import ObjectFormat, about, two_faces
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import members
from nanori.formats.json.words import located, named
from nanori.formats.words import Words, cut

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


class LackeyBot(ObjectFormat):
    """LackeyBot's sets."""

    ABOUT = about(
        title="LackeyBot's sets",
        suppressions="!noqa check in a note; “_noqa”: a check or a list of them",
    )
    KIND = _BotCard

    def recognises(self, head: Head) -> bool:
        """Tell whether the file is one object of objects with the name's key."""
        if head.outline is None or not _BEGINS.match(head.text):
            return False
        return _CARD.search(head.text) is not None

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card with its key as the context, preceded by that."""
        return members(source, head.encoding)

    def texts(self, card: _BotCard, element: Element) -> Iterator[Entry]:
        """Yield the text of each face, even if empty."""
        common = {
            "id": element.context,
            "layout": card.shape or "",
            "printed": (card.set_id or "").upper(),
        }
        words = {
            field.encode_name: getattr(card, field.name) for field in msgspec.structs.fields(card)
        }
        return two_faces(words, ("cardName", "typeLine"), ("rulesText",), "starred", common)

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the name in the key of a card, and its whole name."""
        if self.is_card(element):
            yield from named(located(element.text.decode(), _BotCard).full_name)
            return
        key = located(element.text.decode(), str)
        code = _SET.search(key)
        yield from named(cut(key, 0, code.start()) if code and code.start() else key)


FORMAT = LackeyBot()
