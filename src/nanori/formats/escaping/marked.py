"""As Magic Set Editor writes a text, where new words have tags of their own."""

from __future__ import annotations

from collections.abc import Sequence

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import tagged
from nanori.model.values import Edit


def decode(raw: str) -> SourceMap:
    """Return the words, without tags."""
    return tagged.decode(raw)


def encode(words: str, raw: str = "") -> str:
    """Return words and tags as they are, lines with the tabs before them."""
    del raw
    return words.replace("\n", f"\n{tagged.INDENT}")


def edited(raw: str, edits: Sequence[Edit], newline: str = "\n") -> str:
    """Return a stretch with edits of its text; ValueError if they overlap or are beyond it."""
    return tagged.edited(raw, edits, newline, encode)
