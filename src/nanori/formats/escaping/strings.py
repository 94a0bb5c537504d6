r"""A string of Apple's `.strings`: `\n`, `\"`, and characters by number as `\U30ab`."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap
from nanori.model.errors import NanoriError

_ESCAPE = re.compile(r"\\(?:[Uu](?P<code>[0-9A-Fa-f]{4})|(?P<sign>.))", re.DOTALL)
_SAID = {"n": "\n", "t": "\t", "r": "\r"}
_TABLE = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"})
_CONTROL = re.compile(r"[\0-\x08\x0b-\x1f]")


def decode(raw: str) -> SourceMap:
    """Return what a string says."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    reached = 0
    for escape in _ESCAPE.finditer(raw):
        said = chr(int(escape["code"], 16)) if escape["code"] else escape["sign"]
        words += raw[reached : escape.start()], said if escape["code"] else _SAID.get(said, said)
        starts += range(reached, escape.start() + 1)
        ends += *range(reached + 1, escape.start() + 1), escape.end()
        reached = escape.end()
    words.append(raw[reached:])
    starts += range(reached, len(raw))
    ends += range(reached + 1, len(raw) + 1)
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def encode(words: str, raw: str = "") -> str:
    """Return words between the marks; NanoriError for a control character."""
    del raw
    if control := _CONTROL.search(words.replace("\r", "")):
        raise NanoriError(f"U+{ord(control[0]):04X} is there, which a string cannot hold")
    return words.translate(_TABLE)
