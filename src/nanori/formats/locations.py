"""Spans of a field to where they stand in the file."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from nanori.formats import escaping
from nanori.formats.entries import Element, Place, Spelt, position

Position = tuple[int, int]
"""Line and column, from 1."""


class Location(Struct, frozen=True):
    """Where words of a card stand in its file, escapes and tags between them included."""

    line: int
    """The line of the first, from 1."""
    column: int
    """The column of the first, from 1."""
    end_line: int
    """The line that they end on."""
    end_column: int
    """One past the column of the last."""
    start: int
    """First code point of the file, unpacked and without byte order mark."""
    end: int
    """One past the last code point."""


class Layout:
    """What stands where in an element, worked out when it is asked for."""

    def __init__(self, element: Element) -> None:
        """Keep the element."""
        self.element = element
        self._spelt: dict[Place, Spelt] = {}

    @cached_property
    def text(self) -> str:
        """The element's text, decoded once."""
        return self.element.text.decode(errors="surrogatepass")

    def position(self, place: int) -> Position:
        """Return where that code point of the element stands in the file."""
        return position(self.element, self.text, place)

    def span(self, place: Place, start: int, end: int) -> tuple[int, int]:
        """Return start and end, in the element, of a span of the field at a place."""
        spelt = self._spelt.get(place)
        if spelt is None:
            raw = self.text[place.start : place.end]
            spelt = self._spelt[place] = escaping.decode(place.spelling, raw)
        if start < end <= len(spelt.ends):
            first, last = spelt.starts[start], spelt.ends[end - 1]
        else:  # nothing stands there, or the field is shown otherwise than it is written
            first = last = spelt.starts[start] if start < len(spelt.starts) else _end(spelt)
        return place.start + first, place.start + last

    def location(self, place: Place, start: int, end: int) -> Location:
        """Return where a span of the field at a place stands in the file."""
        first, last = self.span(place, start, end)
        before = self.element.start
        return Location(
            *self.position(first), *self.position(last), start=before + first, end=before + last
        )


def _end(spelt: Spelt) -> int:
    return spelt.ends[-1] if spelt.ends else 0
