"""Words on one line of a plain text, from the first to the last."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap, as_written
from nanori.formats.escaping.plain import SUPPRESSION
from nanori.model.errors import NanoriError

_LINE_END = re.compile(r"[\r\n]")


def decode(raw: str) -> SourceMap:
    """Return the words, which are those of the file."""
    return as_written(raw)


def encode(words: str, raw: str) -> str:
    """Return the words; NanoriError for what would end the line or turn checks off."""
    del raw
    if _LINE_END.search(words):
        raise NanoriError("a line end is there, words on one line were wanted")
    if SUPPRESSION.search(words):
        raise NanoriError("“// noqa” is there, which would be read as a remark")
    return words
