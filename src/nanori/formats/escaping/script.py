"""Words on one line of a script, where a line end is written as a backslash and a letter."""

from __future__ import annotations

import re
from collections.abc import Callable

from nanori.formats.entries import SourceMap
from nanori.model.errors import NanoriError

_WRITTEN = re.compile(r"\\([nr])")
_READ = {"n": "\n", "r": "\r"}
_ESCAPED = str.maketrans({"\n": "\\n", "\r": "\\r"})
_AMBIGUOUS = re.compile(r"\\(?:[nr]|\Z)")


def decode(raw: str) -> SourceMap:
    """Return the words, with line ends for `\\n` and `\\r`; all else stands for itself."""
    return replaced(raw, _WRITTEN, lambda match: _READ[match[1]])


def encode(words: str, raw: str = "") -> str:
    """Return words on one line; NanoriError for a backslash that would be read as a line end."""
    del raw
    if ambiguous := _AMBIGUOUS.search(words):
        raise NanoriError(f"“{ambiguous[0]}” is there, which a script would read as a line end")
    return words.translate(_ESCAPED)


def replaced(raw: str, written: re.Pattern[str], read: Callable[[re.Match[str]], str]) -> SourceMap:
    """Return the words of a stretch in which each match stands for one character or for none."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    reached = 0
    for match in written.finditer(raw):
        start, end = match.span()
        word = read(match)
        words += raw[reached:start], word
        starts += range(reached, start)
        ends += range(reached + 1, start + 1)
        if word:
            starts.append(start)
            ends.append(end)
        reached = end
    words.append(raw[reached:])
    starts += range(reached, len(raw))
    ends += range(reached + 1, len(raw) + 1)
    return SourceMap("".join(words), tuple(starts), tuple(ends))
