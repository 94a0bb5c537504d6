"""A JSON string with tags in square brackets: `[i]` and `[/i]` around a reminder, `[b]`, `[u]`."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap, composed, without
from nanori.formats.escaping import json
from nanori.model.errors import NanoriError

_TAG = re.compile(r"\[/?[ibu]\]")

# Lines that are wholly in italics are flavour; reminder text is in round brackets, too.
_LINES = r"\[i\](?!\s*+[(（])(?:(?!\[/?i\]).)++\[/i\]"
_NO_WORDS = re.compile(
    rf"(?:\n[ \t]*+)++{_LINES}[ \t]*+(?=\n|\Z) | \A\s*+{_LINES}[ \t]*+(?:\n|\Z) | {_TAG.pattern}",
    re.DOTALL | re.VERBOSE,
)


def decode(raw: str) -> SourceMap:
    """Return the words, without tags and flavour; what else is in brackets, as a cost, is words."""
    outer = json.decode(raw)
    return composed(outer, without(outer.text, _NO_WORDS)) if "[" in raw else outer


def encode(words: str, raw: str) -> str:
    """Return words as in a JSON string; NanoriError for what would be read as a tag."""
    if tag := _TAG.search(words):
        raise NanoriError(f"“{tag[0]}” is there, which would be read as a tag")
    return json.encode(words, raw)
