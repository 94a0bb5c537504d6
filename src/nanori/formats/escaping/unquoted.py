"""A part of a table's cell that has no quotation marks: every character stands for itself."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap, as_written
from nanori.model.errors import NanoriError

_SPECIAL = re.compile(r'[,;\t"\r\n]')


def decode(raw: str) -> SourceMap:
    """Return the words, which are those of the file."""
    return as_written(raw)


def encode(words: str, raw: str) -> str:
    """Return the words; NanoriError for what would need quotation marks around all of the cell."""
    del raw
    if special := _SPECIAL.search(words):
        sign = special[0] if special[0].isprintable() else f"U+{ord(special[0]):04X}"
        raise NanoriError(f"“{sign}” is there, a cell in quotation marks was wanted for it")
    return words
