"""A cell between tabs, with its quotation marks if it has any."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.escaping import delimited
from nanori.formats.escaping.delimited import decode, prove
from nanori.model.values import Edit

__all__ = ["decode", "edited", "encode", "prove"]

SPECIAL = re.compile(r'[\t\r\n]|^"')
"""What may stand only between quotation marks."""


def encode(words: str, raw: str) -> str:
    """Return a cell that says those words, in quotation marks where it must be."""
    del raw
    return delimited.written(words, SPECIAL.search(words) is not None)


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the cell with edits of its words; it gets quotation marks if the new words need them.

    ValueError if edits overlap or are beyond the text.
    """
    return delimited.rewritten(raw, edits, newline, SPECIAL)
