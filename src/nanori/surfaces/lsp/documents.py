"""A text open in an editor: the cards in it, each read again only when it changes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)

from nanori.documents import mentions
from nanori.documents.source import Document
from nanori.documents.values import FINDINGS, CardMention
from nanori.linting.discovery import PROSE, CheckedFile
from nanori.linting.reports import NOTHING, Report
from nanori.linting.runs import Run
from nanori.model.errors import NanoriError
from nanori.names.database import Database
from nanori.surfaces.lsp import readings, splitting
from nanori.surfaces.lsp.splitting import TextKind

# What ends a line in an editor; other characters at which Python splits lines do not.
LINE_END = re.compile(r"\r\n|\n|\r")

# For each unit that an editor may count in: a codec, and the bytes of a unit in it.
UNITS: Mapping[str, tuple[str, int]] = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}


class Lines:
    """A text with the lines and columns, in units of the encoding, that an editor counts.

    “𝔸sh dies”: the place of “s” is code point 2, column 3 in UTF-16, 7 in UTF-8
    """

    def __init__(self, text: str, encoding: PositionEncodingKind | str) -> None:
        self.text = text
        self._encoding = encoding
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a code point; beyond the text, those of its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        return line, self._units(self._starts[line], offset)

    def position(self, offset: int) -> Position:
        """Return the position of a code point, as in `place`."""
        return Position(*self.place(offset))

    def range(self, start: int, end: int) -> Range:
        """Return the range of a span."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """Return the code point at a position; beyond its line, the end of that line."""
        line = max(position.line, 0)
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self._end(line)
        return min(end, start + self._points(start, end, max(position.character, 0)))

    def span(self, range_: Range) -> tuple[int, int]:
        """Return start and end of a range, in this order whatever the editor says."""
        start, end = self.offset(range_.start), self.offset(range_.end)
        return min(start, end), max(start, end)

    def _end(self, line: int) -> int:
        if line + 1 >= len(self._starts):
            return len(self.text)
        end = self._starts[line + 1]
        return end - 2 if self.text[end - 2 : end] == "\r\n" else end - 1

    def _units(self, start: int, end: int) -> int:
        part = self.text[start:end]
        if part.isascii():
            return len(part)
        codec, size = UNITS[self._encoding]
        return len(part.encode(codec, "surrogatepass")) // size

    def _points(self, start: int, end: int, units: int) -> int:
        """Return how many code points so many units from there are; half of one does not count."""
        if self.text[start : start + units].isascii():
            return units
        for point in range(start, end):
            units -= self._units(point, point + 1)
            if units < 0:
                return point - start
        return end - start


# Code points of an article from which on names are not looked for in it.
MAX_ARTICLE = 1 << 18


class OpenText:
    """A text as in the editor; `path` is its file's."""

    def __init__(
        self, uri: str, path: str, text: str, version: int, encoding: PositionEncodingKind | str
    ) -> None:
        self.uri, self.path, self.version = uri, path, version
        self.encoding = encoding
        self.elements: list[readings.ReadElement] = []
        """Every card in the order of the text."""
        self._error: NanoriError | None = None
        self.prose: list[Report] = []
        """What is found in it if it is rules or an article; between pauses it may be outdated."""
        self.mentions: list[CardMention] = []
        self.lines = Lines(text, encoding)
        self.kind = TextKind()
        self.split()

    @property
    def text(self) -> str:
        """The text."""
        return self.lines.text

    @property
    def target(self) -> CheckedFile:
        """The text as a file to be checked."""
        return CheckedFile(self.path, self.path, self.kind.rules)

    def change(
        self, changes: Sequence[TextDocumentContentChangeEvent], version: int
    ) -> list[readings.ReadElement]:
        """Make the editor's changes, one after another; return the new cards."""
        for each in changes:
            start, end = 0, len(self.text)
            if isinstance(each, TextDocumentContentChangePartial):
                start, end = self.lines.span(each.range)
            text = self.text[:start] + each.text + self.text[end:]
            self.lines = Lines(text, self.encoding)
        self.version = version
        return self.split(same=bool(self.kind.format))

    def split(self, *, same: bool = False) -> list[readings.ReadElement]:
        """Divide the text into its cards, unchanged ones as they were read; return the new ones.

        What the text is, is decided again, or the `same` as before: between pauses it stays.
        """
        kind = self.kind if same else splitting.kind_of(self.path, self.text)
        by_key: dict[readings.ElementKey, list[readings.ReadElement]] = {}
        for each in self.elements if kind.format == self.kind.format else ():
            by_key.setdefault(each.key, []).append(each)
        self.kind, self.elements, self._error = kind, [], None
        new: list[readings.ReadElement] = []
        if not kind.format:
            return new
        elements, self._error = splitting.split(self.path, self.text, kind.format)
        for element in elements:
            if waiting := by_key.get(readings.key_of(element)):
                read = waiting.pop(0)
            else:
                read = readings.ReadElement(element, kind.format, self.path)
                new.append(read)
            read.start = element.start
            self.elements.append(read)
        return new

    def look_at_prose(self, run: Run, register: Database | None) -> None:
        """Check a text that is not a card file, if it is rules or may be an article."""
        self.prose, self.mentions = [], []
        if self.kind.rules:
            self.prose = list(readings.in_rules(self.path, self.text, run))
            return
        is_article = PurePath(self.path).suffix.lower() in PROSE and len(self.text) <= MAX_ARTICLE
        if register and is_article and not self.certain:
            document = Document(self.text, self.path)
            self.mentions = mentions.find(document, register)
            found = (each for each in self.mentions if each.status in FINDINGS)
            self.prose = [
                Report(mentions.diagnosed(document, each), NOTHING, span=(each.start, each.end))
                for each in found
            ]

    @property
    def certain(self) -> bool:
        """Whether it is a card file beyond doubt, so that all of it may be changed at once."""
        name = self.kind.format
        return bool(name) and splitting.is_certain(self.path, self.text, name)

    def reports(self) -> Iterator[tuple[int, Report]]:
        """Yield every finding, and where its span is counted from."""
        if error := self._error:
            start = 0
            for _ in range((error.line or 1) - 1):
                start = self.text.find("\n", start) + 1
            start = min(start + (error.column or 1) - 1, len(self.text))
            yield 0, readings.unreadable(start, start, error.message)
        for element in self.elements:
            for report in element.reports:
                yield element.start, report
        for report in self.prose:
            yield 0, report

    def within(self, start: int, end: int) -> list[readings.ReadElement]:
        """Return the cards that a span of the text touches."""
        first = max(0, bisect_right(self.elements, start, key=lambda each: each.start) - 1)
        last = bisect_right(self.elements, end, key=lambda each: each.start)
        return [each for each in self.elements[first:last] if each.end >= start]
