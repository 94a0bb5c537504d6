r"""The value of a Java property: escapes, and lines that go on behind a backslash."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap
from nanori.model.errors import NanoriError

_ESCAPE = re.compile(
    r"""
      \\ (?: (?P<joint>\r?\n[ \t\f]*+)
           | u (?P<code> [dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}
                       | [0-9A-Fa-f]{4} )
           | (?P<sign>.) )
    """,
    re.DOTALL | re.VERBOSE,
)
_SAID = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_WRITTEN = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f"}
_TABLE = str.maketrans(_WRITTEN)
_CONTROL = re.compile(r"[\0-\x08\x0b\x0e-\x1f]")


def decode(raw: str) -> SourceMap:
    """Return what a value says."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    reached = 0
    for escape in _ESCAPE.finditer(raw):
        words.append(raw[reached : escape.start()])
        starts += range(reached, escape.start())
        ends += range(reached + 1, escape.start() + 1)
        reached = escape.end()
        if escape["joint"] is None:
            words.append(_said(escape))
            starts.append(escape.start())
            ends.append(reached)
    words.append(raw[reached:])
    starts += range(reached, len(raw))
    ends += range(reached + 1, len(raw) + 1)
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def _said(escape: re.Match[str]) -> str:
    if escape["code"] is None:
        return _SAID.get(escape["sign"], escape["sign"])
    return bytes.fromhex(escape["code"].replace("\\u", "")).decode("utf-16-be", "surrogatepass")


def encode(words: str, raw: str) -> str:
    """Return words as a value has them, by number where that is how it has what is not ASCII.

    NanoriError for a control character.
    """
    if control := _CONTROL.search(words):
        raise NanoriError(f"U+{ord(control[0]):04X} is there, which a property cannot hold")
    written = words.translate(_TABLE)
    if written.startswith(" "):
        written = f"\\{written}"
    if "\\u" in raw and raw.isascii():
        return "".join(map(_by_number, written))
    return written


def _by_number(character: str) -> str:
    if character.isascii():
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
