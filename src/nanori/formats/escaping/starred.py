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
        place
        for pair in _PAIR.finditer(outer.text)
        for place in (
            range(*_line(outer.text, *pair.span()))
            if _is_flavour(outer.text, *pair.span())
            else (pair.start(), pair.end() - 1)
        )
    }
    kept = [place for place in range(len(outer.text)) if place not in stars]
    inner = SourceMap(
        "".join(outer.text[place] for place in kept),
        tuple(kept),
        tuple(place + 1 for place in kept),
    )
    return composed(outer, inner)


def _is_flavour(text: str, start: int, end: int) -> bool:
    """Tell whether italics are a whole line; reminder text is in round brackets, too."""
    alone = text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n")
    return alone and text[start + 1] not in "(（"


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a line with the one line end that parts it from another."""
    return (start - 1, end) if start else (start, min(end + 1, len(text)))


def encode(words: str, raw: str) -> str:
    """Return words as in a JSON string; NanoriError for what would be read as italics."""
    if "*" in words:
        raise NanoriError("“*” is there, which may be read as the mark of italics")
    return json.encode(words, raw)
