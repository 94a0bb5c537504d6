"""A string in a JSON object to its words without blanks around them, and where these stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nanori.formats import escaping
from nanori.formats.entries import SourceSpan
from nanori.formats.json.positions import JsonShape


class PlacedWords(NamedTuple):
    """What a string says; its place is nothing where it says nothing."""

    words: str = ""
    place: SourceSpan | None = None


NOTHING = PlacedWords()


def words_of(
    text: str, members: Mapping[str, JsonShape], key: str, way: str = "json"
) -> PlacedWords:
    """Return what the string under a key says; nothing of what is no string, or blank.

    `way` is the escaping that it is written in.
    """
    span = members.get(key)
    if not isinstance(span, SourceSpan):
        return NOTHING
    source_map = escaping.decode(way, text[span.start : span.end])
    words = source_map.text.strip()
    if not words:
        return NOTHING
    before = len(source_map.text) - len(source_map.text.lstrip())
    behind = before + len(words)
    # The marks between the blanks and the words belong to the words.
    start = span.start + (source_map.ends[before - 1] if before else 0)
    end = span.start + source_map.starts[behind] if behind < len(source_map.text) else span.end
    if escaping.decode(way, text[start:end]).text != words:
        return PlacedWords(source_map.text, SourceSpan(span.start, span.end, way))
    return PlacedWords(words, SourceSpan(start, end, way))
