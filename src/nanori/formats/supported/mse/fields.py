"""The lines of a card in a Magic Set Editor file to its fields: tabs, keys, and where values stand.

A card is a line `card:`, and its fields one tab deeper, `key: value`; a value of several lines
stands two tabs deep below its key. Keys may be written with spaces or underscores, and a line
that begins with `#` is a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nanori.model.errors import NanoriError

# Characters of a line that an error quotes.
_SHOWN = 40


class Field(NamedTuple):
    """A field of a card."""

    line: int
    """The line of its key in the card, from 1."""
    start: int
    """First code point of the value: behind the colon."""
    end: int
    """One past the last; the line end of the last line is no part of it."""


def key_of(line: str) -> str:
    """Return the key that a line begins with, in spaces; empty for a comment or without colon."""
    if line.lstrip("\t").startswith("#") or ":" not in line:
        return ""
    return line.partition(":")[0].strip().replace("_", " ")


def depth_of(line: str) -> int:
    """Return the tabs that a line begins with."""
    return len(line) - len(line.lstrip("\t"))


def fields(text: str) -> dict[str, Field]:
    """Return the fields of a card by their keys; of two with one key, and of broken lines, none.

    NanoriError, with the line in the card, where a line is neither a field nor part of one.
    """
    by_key: dict[str, Field] = {}
    for key, field in _fields(text):
        if key in by_key:
            raise NanoriError(f"“{key}” is there twice, once was wanted", line=field.line)
        by_key[key] = field
    return by_key


def _fields(text: str) -> Iterator[tuple[str, Field]]:
    key, field, takes_lines = "", Field(0, 0, 0), False
    start = 0
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.removesuffix("\r")
        depth = depth_of(line)
        if number == 1 or (not line.strip() and not (depth > 1 and takes_lines)):
            pass  # a blank line without its tabs is part of a text that goes on behind it
        elif depth > 1:
            if not takes_lines:
                reason = ", the text above has only one line" if key else ""
                raise _error(line, f"a field was wanted{reason}", number)
            field = field._replace(end=start + len(line))
        else:
            if key:
                yield key, field
            key, takes_lines = key_of(line), False
            if key:
                if not depth or line.startswith("\t "):
                    raise _error(line, "a field after one tab was wanted", number)
                value = start + line.index(":") + 1
                field = Field(number, value, start + len(line))
                takes_lines = not text[value : field.end].strip()
            elif not line.lstrip("\t").startswith("#"):
                raise _error(line, "“key: value” was wanted", number)
        start += len(whole) + 1
    if key:
        yield key, field


def _error(line: str, reason: str, number: int) -> NanoriError:
    shown = line.strip()
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    return NanoriError(f"“{shown}” is there, {reason}", line=number)
