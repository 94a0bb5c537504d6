"""Words that strangers wrote to HTML in which they are words, whatever they say."""

from __future__ import annotations

import html
import re

from nanori.model.visible import INSTEAD, visible

_UNWRITABLE = re.compile("[\r\ufffe\uffff]")
"""What HTML reads otherwise than it stands there, or has no way to write, and is shown else."""


def escaped(words: str) -> str:
    """Return words as they are written in the text and in the attributes of a page."""
    return html.escape(_UNWRITABLE.sub(INSTEAD, visible(words)))


def in_one_line(words: str) -> str:
    """Return the same, where a line feed has no place."""
    return escaped(words).replace("\n", " ")


def counted(count: int, noun: str) -> str:
    """Return “1 finding”, “1,204 findings”."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
