"""Spans of a field to where they are in the file."""

import re
from bisect import bisect_right
from functools import cached_property, lru_cache

from nanori.formats import escaping
from nanori.formats.entries import Element, Location, SourceMap, SourceSpan

# Line and column, from 1.
Position = tuple[int, int]


class Layout:
    """The layout of an element, worked out when asked for."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self._maps: dict[SourceSpan, SourceMap] = {}

    @cached_property
    def text(self) -> str:
        """The element's text, decoded once."""
        return self.element.text.decode(errors="surrogatepass")

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def position(self, offset: int) -> Position:
        """Return where that code point of the element is in the file."""
        element, line = self.element, bisect_right(self._lines, offset) - 1
        if element.row:
            columns = [column for start, column in element.row.cells if start <= offset]
            return element.line, columns[-1] if columns else 1  # the cell's row and column
        column = offset - self._lines[line]
        return element.line + line, column + (1 if line else element.column)

    def span(self, field_span: SourceSpan, start: int, end: int) -> tuple[int, int]:
        """Return start and end, in the element, of a span of the field at a place."""
        written = self._maps.get(field_span)
        if written is None:
            raw = self.text[field_span.start : field_span.end]
            written = self._maps[field_span] = escaping.decode(field_span.escaping, raw)
        if start < end <= len(written.ends):
            first, last = written.starts[start], written.ends[end - 1]
        else:  # the field is empty, or shown differently from how it is written
            end = written.ends[-1] if written.ends else 0
            first = last = written.starts[start] if start < len(written.starts) else end
        return field_span.start + first, field_span.start + last

    def location(self, span: SourceSpan, start: int, end: int) -> Location:
        """Return where a span of the field at a place is in the file."""
        first, last = self.span(span, start, end)
        element_start = self.element.start
        return Location(
            *self.position(first),
            *self.position(last),
            start=element_start + first,
            end=element_start + last,
        )


# An element's entries ask one after another, for each reference.
layout = lru_cache(4)(Layout)
