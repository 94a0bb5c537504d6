"""Code points of a text to the positions of an editor, and back, in the units it counts in."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate

from lsprotocol.types import Position, PositionEncodingKind, Range

# What ends a line in an editor; the other characters that Python divides lines at do not.
LINE_END = re.compile(r"\r\n|\n|\r")

# A character that is two units of UTF-16.
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class TextLines:
    """A text with the lines and columns that an editor counts in it."""

    def __init__(self, text: str, encoding: PositionEncodingKind | str) -> None:
        """Keep the text, and where its lines begin."""
        self.text = text
        self._encoding = encoding
        if "\r" in text:
            self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        else:
            lengths = (len(line) + 1 for line in text.split("\n"))
            self._starts = list(accumulate(lengths, initial=0))[:-1]

    @cached_property
    def _astral(self) -> list[int]:
        """Where the characters stand that are two units; there is seldom any."""
        if len(self.text.encode("utf-16-le", "surrogatepass")) == 2 * len(self.text):
            return []
        return [match.start() for match in _ASTRAL.finditer(self.text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a code point; of one beyond the text those of its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        return line, self._units(self._starts[line], offset)

    def position(self, offset: int) -> Position:
        """Return the position of a code point, as `place` has it."""
        return Position(*self.place(offset))

    def range(self, start: int, end: int) -> Range:
        """Return the range of a span."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """Return the code point at a position; of one behind its line the end of that line."""
        line = max(position.line, 0)
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self._end(line)
        return min(end, start + self._points(start, end, max(position.character, 0)))

    def span(self, place: Range) -> tuple[int, int]:
        """Return start and end of a range, in this order whatever the editor says."""
        start, end = self.offset(place.start), self.offset(place.end)
        return min(start, end), max(start, end)

    def _end(self, line: int) -> int:
        """Return where a line ends, before what ends it."""
        if line + 1 >= len(self._starts):
            return len(self.text)
        end = self._starts[line + 1]
        return end - 2 if self.text[end - 2 : end] == "\r\n" else end - 1

    def _units(self, start: int, end: int) -> int:
        """Return how many units a part of a line has."""
        match self._encoding:
            case PositionEncodingKind.Utf8:
                return len(self.text[start:end].encode(errors="surrogatepass"))
            case PositionEncodingKind.Utf16:
                astral = bisect_left(self._astral, end) - bisect_left(self._astral, start)
                return end - start + astral
            case _:
                return end - start

    def _points(self, start: int, end: int, units: int) -> int:
        """Return how many code points so many units from there are; half of one is none."""
        match self._encoding:
            case PositionEncodingKind.Utf8:
                line = self.text[start:end].encode(errors="surrogatepass")[:units]
                return len(line.decode(errors="ignore"))
            case PositionEncodingKind.Utf16:
                first = bisect_left(self._astral, start)
                last = bisect_left(self._astral, end)
                # The n-th of them, counted from 0, begins n units further than its code point.
                before = bisect_left(
                    range(first, last), units, key=lambda n: self._astral[n] + n - first - start
                )
                if before and self._astral[first + before - 1] + before - start == units:
                    return units - before
                return units - before
            case _:
                return units
