"""Words between the quotation marks of a CSV cell, where a quotation mark is doubled (RFC 4180)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap
from nanori.formats.escaping.script import replaced
from nanori.formats.formulas import prove
from nanori.model import edits as editing
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

__all__ = ["decode", "edited", "encode", "prove"]

_WRITTEN = re.compile(r'""|\r\n?')


def decode(raw: str) -> SourceMap:
    r"""Return the words; a line end, however it is written, is one `\n`."""
    return replaced(raw, _WRITTEN, lambda match: '"' if match[0] == '""' else "\n")


def encode(words: str, raw: str) -> str:
    """Return words as they may stand there; NanoriError for what is read as a line end."""
    del raw
    if "\r" in words:
        raise NanoriError("U+000D is there, which is read as a line end")
    return words.replace('"', '""')


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the stretch with edits of its words, their line ends as they are in this cell.

    Excel ends a row with two characters and a line in a cell with one. ValueError if edits
    overlap or are beyond the text.
    """
    source_map = decode(raw)
    if "\n" in raw:
        newline = "\r\n" if "\r\n" in raw else "\n"
    starts = (*source_map.starts, len(raw))
    try:
        made = [
            Edit(
                starts[edit.start], starts[edit.end], encode(edit.text, raw).replace("\n", newline)
            )
            for edit in edits
        ]
    except IndexError:
        raise ValueError("an edit is beyond the text") from None
    return editing.apply(raw, made)
