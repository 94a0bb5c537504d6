"""A name in a condition of a script: a semicolon stands for a comma, which would divide it."""

from __future__ import annotations

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import script
from nanori.model.errors import NanoriError

COMMA = ";"

_DIVIDING = "+.|$;"
"""What cannot be written in a name there."""


def decode(raw: str) -> SourceMap:
    """Return the words, with commas."""
    return script.decode(raw.replace(COMMA, ","))


def encode(words: str, raw: str = "") -> str:
    """Return words without commas; NanoriError for what divides a condition."""
    if dividing := next((sign for sign in words if sign in _DIVIDING), ""):
        raise NanoriError(f"“{dividing}” is there, which divides a condition of a script")
    return script.encode(words, raw).replace(",", COMMA)
