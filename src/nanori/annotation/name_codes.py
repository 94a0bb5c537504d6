"""Codes that designers and exporters put beside a name, to what is left of it."""

from __future__ import annotations

import re

SKELETON = re.compile(
    r"(?:(?:[A-Z]{2} )?[A-Z]{2}\d{2}|[a-z]\d{1,2}:) (?:[-–—|:] )?(?=\S)(?![A-Z]{2}\d{2}$)"
)
"""A slot of a design skeleton, rarity, colour and number; no word of a name looks like it."""
WORD = r"[\[(#]?[A-Z0-9]{1,5}(?:[-_.][A-Z0-9]{1,5}){0,2}[\])]?[:.]?[ _　]+(?:[-–—|:][ 　]+)?"
"""A word that may be a code, with what divides it from the next."""
PREFIX = re.compile(rf"{WORD}(?=\S)")
SUFFIX = re.compile(r"(?<=\S)[ _][A-Z0-9]{2,5}$")
"""The code of its set, behind the name of a token."""
WORDS = 2
"""Words of the longest code."""


def before(name: str) -> str:
    """Return the slot of a design skeleton that a name begins with; empty if it has none."""
    slot = SKELETON.match(name)
    return slot[0] if slot else ""


def left_out(name: str, text: str, *, token: bool = False) -> str:
    """Return the name as the text writes it, without a code that it leaves out; else the name.

    A code has a digit; that of a set behind the name of a `token` may have none.
    """
    others: str | None = None
    start = 0
    for _ in range(WORDS):
        word = PREFIX.match(name, start)
        if word is None:
            break
        start = word.end()
        if any(map(str.isdigit, name[:start])):
            others = text.replace(name, "") if others is None else others
            if name[start:] in others:
                return name[start:]
    behind = SUFFIX.search(name) if token else None
    if behind and name[: behind.start()] in text.replace(name, ""):
        return name[: behind.start()]
    return name
