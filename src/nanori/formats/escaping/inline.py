"""A translator's segment in XML: words between codes for what is no text, as `<g>`, `<x/>`, `<ph>`.

Codes that enclose words let them through; what a code of another program stands for is no words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import xml
from nanori.model.edits import apply
from nanori.model.values import Edit

_ATTRIBUTES = r"""(?:\s(?:[^<>"'/]|/(?!>)|"[^"]*"|'[^']*')*+)?"""
_HIDDEN = re.compile(
    rf"<(?P<tag>(?:[\w.-]+:)?(?:bpt|ept|it|ph|ut|note))(?P<attributes>{_ATTRIBUTES})>"
    r"(?P<inside>.*?)</(?P=tag)\s*>",
    re.DOTALL,
)
_BREAK = re.compile(rf"<(?:[\w.-]+:)?(?:x|ph)(?P<attributes>{_ATTRIBUTES})/>")
_NEW_LINE = re.compile(
    r"""\bctype\s*=\s*["']lb["']|\bequiv(?:-text)?\s*=\s*["'](?:\\n|&#10;)["']"""
)


def decode(raw: str) -> SourceMap:
    """Return the words; a code that stands for a line end is one."""
    pieces: list[SourceMap] = []
    reached = 0
    marks = sorted([*_HIDDEN.finditer(raw), *_BREAK.finditer(raw)], key=lambda mark: mark.start())
    for mark in marks:
        if mark.start() < reached:
            continue
        pieces.append(_moved(xml.decode(raw[reached : mark.start()]), reached))
        if _NEW_LINE.search(mark["attributes"]):
            pieces.append(SourceMap("\n", (mark.start(),), (mark.end(),)))
        reached = mark.end()
    pieces.append(_moved(xml.decode(raw[reached:]), reached))
    return SourceMap(
        "".join(piece.text for piece in pieces),
        tuple(start for piece in pieces for start in piece.starts),
        tuple(end for piece in pieces for end in piece.ends),
    )


def _moved(source_map: SourceMap, by: int) -> SourceMap:
    starts = tuple(start + by for start in source_map.starts)
    return SourceMap(source_map.text, starts, tuple(end + by for end in source_map.ends))


def encode(words: str, raw: str = "") -> str:
    """Return words as they may stand in a segment; NanoriError for what XML cannot hold."""
    return xml.encode(words, raw)


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the segment with edits of its words; codes between the characters are kept.

    ValueError where edits overlap or are beyond the text.
    """
    source_map = decode(raw)
    literal = xml.sections(raw)
    made: list[Edit] = []
    for edit in edits:
        if edit.end > len(source_map.text):
            raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
        behind = [0, *source_map.ends][edit.start]
        start = source_map.starts[edit.start] if edit.start < len(source_map.starts) else behind
        write = xml.encode_literally if any(a <= start <= b for a, b in literal) else xml.encode
        words = write(edit.text).replace("\n", newline)
        if edit.start == edit.end:
            made.append(Edit(start, start, words))
            continue
        places = range(edit.start, edit.end - 1)
        kept = "".join(raw[source_map.ends[at] : source_map.starts[at + 1]] for at in places)
        made.append(Edit(start, source_map.ends[edit.end - 1], words + kept))
    return apply(raw, made)
