"""A rich string of a spreadsheet, SpreadsheetML's `<is>`: runs of text, without phonetic runs.

What a string has for characters that XML cannot hold, `_x000D_`, is the character.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, composed
from nanori.formats.escaping import xml
from nanori.model.edits import apply
from nanori.model.values import Edit

_ATTRIBUTES = r"""(?:\s(?:[^<>"'/]|/(?!>)|"[^"]*"|'[^']*')*+)?"""
_PIECE = re.compile(
    rf"""
      <(?P<phonetic>(?:[\w.-]+:)?rPh){_ATTRIBUTES}> .*? </(?P=phonetic)>
    | <(?P<tag>(?:[\w.-]+:)?t)(?P<attributes>{_ATTRIBUTES})> (?P<words>.*?) </(?P=tag)>
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LIKE_CODE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_SPACE = "xml:space"
_BLANK = " \t\n"


def decode(raw: str) -> SourceMap:
    """Return the words of all runs, one after another."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece in _PIECE.finditer(raw):
        if piece["words"] is None:
            continue
        outer = xml.decode(piece["words"])
        inner = composed(outer, _characters(outer.text)) if "_x" in outer.text else outer
        words.append(inner.text)
        starts += (piece.start("words") + start for start in inner.starts)
        ends += (piece.start("words") + end for end in inner.ends)
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def _characters(text: str) -> SourceMap:
    """Return what a text says in which characters may be written by their number."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    reached = 0
    for code in _CODE.finditer(text):
        words += text[reached : code.start()], chr(int(code[1], 16))
        starts += range(reached, code.start() + 1)
        ends += *range(reached + 1, code.start() + 1), code.end()
        reached = code.end()
    words.append(text[reached:])
    starts += range(reached, len(text))
    ends += range(reached + 1, len(text) + 1)
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def encode(words: str, raw: str = "") -> str:
    """Return words as they may stand in a run; NanoriError for what XML cannot hold."""
    del raw
    return xml.encode(_LIKE_CODE.sub("_x005F_", words))


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the string with edits of its words; runs between the characters are kept.

    A run that begins or ends with a blank then says that it does. ValueError where edits overlap
    or are beyond the text.
    """
    del newline
    source_map = decode(raw)
    made: list[Edit] = []
    for edit in edits:
        if edit.end > len(source_map.text):
            raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
        words = encode(edit.text)
        if edit.start == edit.end:
            inside = edit.start < len(source_map.starts)
            place = source_map.starts[edit.start] if inside else source_map.ends[-1]
            made.append(Edit(place, place, words))
            continue
        places = range(edit.start, edit.end - 1)
        kept = "".join(raw[source_map.ends[at] : source_map.starts[at + 1]] for at in places)
        made.append(
            Edit(source_map.starts[edit.start], source_map.ends[edit.end - 1], words + kept)
        )
    return _PIECE.sub(_spaced, apply(raw, made))


def _spaced(piece: re.Match[str]) -> str:
    words = piece["words"]
    if words is None or _SPACE in piece["attributes"] or words == words.strip(_BLANK):
        return piece[0]
    opened = f'<{piece["tag"]} {_SPACE}="preserve"{piece["attributes"]}>'
    return f"{opened}{words}</{piece['tag']}>"
