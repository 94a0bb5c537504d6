"""Words that know where they stand: what a card says of them, the file can be edited for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, cast

from msgspec.structs import replace

from nanori.formats import escaping
from nanori.formats.entries import NO_OTHERS, Entry, SourceSpan
from nanori.model.values import Card

# Fields in the reference language; they are places of its own entry if there is one.
_BORROWED = ("name_en", "type_en")


class Words(str):
    """What a stretch of an element says, and where it stands; a part of it may be a plain `str`."""

    __slots__ = ("end", "start", "text", "way")
    text: str
    """The element's."""
    start: int
    end: int
    way: str
    """How it is written there: a module of `escaping`."""

    def __new__(cls, words: str, text: str, start: int, end: int, way: str) -> Words:
        """Keep all of it."""
        own = super().__new__(cls, words)
        own.text, own.start, own.end, own.way = text, start, end, way
        return own

    @property
    def place(self) -> SourceSpan:
        """Where they stand in the element's text."""
        return SourceSpan(self.start, self.end, self.way)

    @property
    def raw(self) -> str:
        """The stretch as it is written."""
        return self.text[self.start : self.end]

    def moved(self, text: str, start: int) -> Words:
        """Return the words as part of a text in which what they are in begins at `start`."""
        return Words(self, text, self.start + start, self.end + start, self.way)

    def cut(self, start: int, end: int) -> str:
        """Return a part of the words; a plain `str` if a part cannot be edited by itself.

        raw     <b>Ash</b> Wolf     cut(0, 3): first “Ash”, raw[first:last], by itself; if that
        words      Ash     Wolf     says something else, “<b>Ash</b>”, from what is before to
                                    what is after it, raw[before:after]
        """
        if (start, end) == (0, len(self)):
            return self
        if start >= end:
            return ""
        raw, words = self.raw, self[start:end]
        source_map = escaping.decode(self.way, raw)
        end_before = source_map.ends[start - 1] if start else 0
        after = source_map.starts[end] if end < len(self) else len(raw)
        way = escaping.named(self.way).part_way or self.way
        for first, last in (
            (source_map.starts[start], source_map.ends[end - 1]),
            (end_before, after),
        ):
            if escaping.decode(way, raw[first:last]).text == words:
                return Words(words, self.text, self.start + first, self.start + last, way)
        return words


def placed(text: str, start: int, end: int, way: str) -> Words:
    """Return the words of a stretch of an element's text, written in that way."""
    return Words(escaping.decode(way, text[start:end]).text, text, start, end, way)


def cut(words: str, start: int, end: int) -> str:
    """Return a part of words, with its place if they have one."""
    return words.cut(start, end) if isinstance(words, Words) else words[start:end]


def trimmed(words: str) -> str:
    """Return words without the blanks around them."""
    if not (words[:1].isspace() or words[-1:].isspace()):
        return words
    left = len(words) - len(words.lstrip())
    return cut(words, left, max(left, len(words.rstrip())))


def parts(words: str, between: str | re.Pattern[str], most: int = 0) -> list[str]:
    """Return the parts of words between separators, at most so many if not 0."""
    if isinstance(between, str) and not isinstance(words, Words):
        return words.split(between, most - 1)
    pieces: list[str] = []
    start = 0
    pattern = re.escape(between) if isinstance(between, str) else between
    for match in islice(re.finditer(pattern, words), most - 1 if most else None):
        pieces.append(cut(words, start, match.start()))
        start = match.end()
    return [*pieces, cut(words, start, len(words))]


def listed(words: str, between: re.Pattern[str]) -> list[str]:
    """Return the parts without blanks around them and without empty ones."""
    return [part for each in parts(words, between) if (part := trimmed(each))]


def entry(
    fields: Mapping[str, Any],
    extra: Mapping[str, object] = NO_OTHERS,
    make: Callable[..., Card] = Card,
) -> Entry:
    """Return the entry of a card with these fields; those of `Words` have places.

    A text that is None is a field that the file does not have.
    """
    spans: dict[str, SourceSpan] = {}
    plain: dict[str, Any] = dict(fields)
    has_text_field = plain.get("text") is not None
    if not has_text_field and "text" in plain:
        plain["text"] = ""
    for field, value in fields.items():
        if isinstance(value, Words):
            plain[field] = str(value)
            if value.start < value.end:
                spans[field] = value.place
        elif isinstance(value, tuple | list):
            items = cast("Iterable[object]", value)
            plain[field] = tuple(str(item) if isinstance(item, Words) else item for item in items)
            for number, item in enumerate(items):
                if isinstance(item, Words) and item:
                    spans[f"{field}/{number}"] = item.place
    return Entry(make(**plain), extra, spans, has_text_field=has_text_field)


def once(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries of one element in which each place is of one only.

    A name or type in the reference language is that of its own entry, if there is one.
    """
    all_entries = list(entries)
    lent_spans = {
        (span.start, span.end)
        for each in all_entries
        for field, span in each.places.items()
        if field not in _BORROWED
    }
    for number, each in enumerate(all_entries):
        lent = [
            field
            for field in _BORROWED
            if (span := each.places.get(field)) and (span.start, span.end) in lent_spans
        ]
        if lent:
            places = {field: span for field, span in each.places.items() if field not in lent}
            all_entries[number] = replace(each, places=places)
    return all_entries
