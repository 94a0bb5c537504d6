"""A JSON string with asterisks around what is in italics: `*(a reminder)*`."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap, composed
from nanori.formats.escaping import json
from nanori.model.errors import NanoriError

_PAIR = re.compile(r"(?<![A-Za-z0-9*/])\*(?=[^\s*/])[^*\n]*+(?<![\s/])\*(?![A-Za-z0-9*/])")
"""Asterisks that are close to what they enclose on one line, unlike that of `*/*`."""


def decode(raw: str) -> SourceMap:
    """Return the words, without the asterisks that make italics."""
    outer = json.decode(raw)
    if "*" not in raw:
        return outer
    stars = {
        place for pair in _PAIR.finditer(outer.text) for place in (pair.start(), pair.end() - 1)
    }
    kept = [place for place in range(len(outer.text)) if place not in stars]
    inner = SourceMap(
        "".join(outer.text[place] for place in kept),
        tuple(kept),
        tuple(place + 1 for place in kept),
    )
    return composed(outer, inner)


def encode(words: str, raw: str) -> str:
    """Return words as in a JSON string; NanoriError for what would be read as italics."""
    if "*" in words:
        raise NanoriError("“*” is there, which may be read as the mark of italics")
    return json.encode(words, raw)
