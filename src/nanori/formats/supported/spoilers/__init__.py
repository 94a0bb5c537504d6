"""Plain-text spoilers: cards as people write them in chats, lists and wikis, and old spoilers.

What is between them is mostly talk, and skipped.
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.formats import fields, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, SourceSpan
from nanori.formats.escaping.lines import SUPPRESSION
from nanori.formats.fields import Cell, CellFormat
from nanori.formats.format import About
from nanori.formats.headings import FieldKey
from nanori.formats.io import encodings
from nanori.formats.io.encodings import Line
from nanori.formats.io.streams import Source, in_memory
from nanori.formats.supported.spoilers import blocks
from nanori.grammar import languages, type_lines
from nanori.model.errors import NanoriError

# The share of a text that must be cards for it to be changed without confirmation.
MOSTLY = 0.5


def _has_type_line(card: str) -> bool:
    """Tell whether a block has a type line in some language."""
    said = (
        card[slice(*field.span)] for field in blocks.fields(card) if field.heading.field == "type"
    )
    return any(type_lines.in_any_language(words) for words in said)


def _size(text: str) -> int:
    """Return how many lines of a text have words."""
    return sum(not line.isspace() for line in text.splitlines() if line)


def _cells(text: str) -> dict[FieldKey, Cell]:
    """Return the fields of a block."""
    cells: dict[FieldKey, Cell] = {}
    for part in blocks.fields(text):
        field, lang, face = part.heading[:3]
        escaping = "plain" if field == "text" else "line"
        cell = fields.cell(text, SourceSpan(*part.span, escaping), escaping)
        if part.reading and (apart := _reading(cell, lang)):
            cell, cells[FieldKey("reading", apart[2], face)] = apart[:2]
        cells.setdefault(FieldKey(field, lang, face), cell)
    return cells


def _reading(name: Cell, lang: str) -> tuple[Cell, Cell, str] | None:
    """Return a name and the reading after it, and their language."""
    for code, pattern in _readings().items():
        if lang in ("", code) and (match := pattern.fullmatch(name.words)):
            parts = (name.cut(*match.span(group)).trimmed() for group in ("name", "reading"))
            return next(parts), next(parts), code
    return None


@cache
def _readings() -> dict[str, re.Pattern[str]]:
    """Return the pattern of a name with its reading by language."""
    every = sorted(languages.every().columns.items())
    return {code: re.compile(own.reading) for code, own in every if own.reading}


def _blocks(head: Head) -> Iterator[Line]:
    """Return the text of each card at a file's beginning, with its place."""
    return blocks.blocks(encodings.lines(Source(head.path, in_memory(head.text.encode()))))


class Spoilers(CellFormat):
    """Plain-text spoilers: a name, a type line, rules text; or lines like “Name: …”."""

    ABOUT = About(
        title="plain-text spoilers: a name, a type line, rules text; or lines as “Name: …”",
        suffixes=(".txt", ".text", ".md"),
        faces="one below the other with “//” between",
        suppressions="// noqa: check, or # noqa: check",
        loose=True,
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether there is a card in the text, which must not begin like JSON or XML."""
        if head.outline is not None or head.folder or head.text.lstrip().startswith("<"):
            return False
        said = (field for block in _blocks(head) for field in blocks.fields(block.text))
        return any(field.heading.field in ("type", "text") for field in said)

    def certain(self, head: Head) -> bool:
        """Tell whether the text is mostly cards, each with a type line, and the suffix fits."""
        if head.suffix not in ("", *self.ABOUT.suffixes):
            return False
        cards = [block.text for block in _blocks(head)]
        typed = sum(_size(card) for card in cards if _has_type_line(card))
        return typed >= MOSTLY * _size(head.text)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card's lines; NanoriError for a text without any."""
        any_card = False
        for block in blocks.blocks(encodings.lines(source, head.encoding)):
            any_card = True
            yield Element(block.number, 1, block.start, block.text.encode())
        if not any_card and head.text.strip():
            reason = "no card is there, a name with a type line below it was wanted, or “Name: …”"
            raise NanoriError(reason, path=source.path)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a card, one for each face and language."""
        text = element.text.decode()
        cells = _cells(text)
        noqa = cells.pop(FieldKey("noqa", "", 1), None)
        said = [comment[0].lstrip("/#") for comment in SUPPRESSION.finditer(text)]
        said += [f"noqa: {noqa.words}"] if noqa else []
        yield from fields.entries(cells, {}, suppressions.suppressed(said))

    def fields_of(self, element: Element) -> dict[FieldKey, Cell]:
        """Return the fields of a card."""
        return _cells(element.text.decode())


FORMAT = Spoilers()
