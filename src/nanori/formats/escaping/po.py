r"""A string of a PO file: pieces in quotation marks, often one a line, with `\n` and `\"`."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap
from nanori.model.errors import NanoriError

_PIECE = re.compile(r'"(?P<inside>(?:[^"\\\n]|\\.)*+)"')
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
_SAID = {
    **{"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"},
    **{"a": "\a", "b": "\b", "f": "\f", "v": "\v"},
}
_WRITTEN = {said: f"\\{sign}" for sign, said in _SAID.items()}
_TABLE = str.maketrans(_WRITTEN)
_CONTROL = re.compile(r"[\0-\x06\x0e-\x1f\x7f\ud800-\udfff]")


def decode(raw: str) -> SourceMap:
    """Return the words of all pieces, one after another."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece in _PIECE.finditer(raw):
        reached, end = piece.span("inside")
        for escape in _ESCAPE.finditer(raw, reached, end):
            words += raw[reached : escape.start()], _said(escape[0])
            starts += range(reached, escape.start() + 1)
            ends += *range(reached + 1, escape.start() + 1), escape.end()
            reached = escape.end()
        words.append(raw[reached:end])
        starts += range(reached, end)
        ends += range(reached + 1, end + 1)
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def encode(words: str, raw: str = "") -> str:
    """Return words as they stand between the marks; NanoriError for a control character."""
    del raw
    if control := _CONTROL.search(words):
        raise NanoriError(f"U+{ord(control[0]):04X} is there, which a PO file cannot hold")
    return words.translate(_TABLE)


def _said(escape: str) -> str:
    sign = escape[1]
    if sign == "x" and len(escape) > 2:
        return chr(int(escape[2:], 16))
    return chr(int(escape[1:], 8) & 0xFF) if sign in "01234567" else _SAID.get(sign, sign)
