"""HTML that is escaped once more in XML, as sites export it: `&lt;br&gt;`, `&lt;i&gt;`, icons.

A break is a line end, an icon a symbol of several characters; other tags are no words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, composed
from nanori.formats.escaping import xml
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_TAGS = "a|b|br|div|em|font|i|p|small|span|strong|sub|sup|u"
TAG = re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]{{0,200}})?/?>", re.IGNORECASE)
"""A tag as texts have them; nothing that a card says looks like one."""

_PART = re.compile(
    rf"""
      <i\sclass="(?:mtg|ms|mi)[ ](?P<icon>[\w-]{{1,30}})(?:[ ][^"<>]{{0,60}})?">[ ]?</i>
    | (?P<end><br(?:\s[^<>]{{0,20}})?/?>)
    | (?P<tag>{TAG.pattern})
    | &(?P<named>amp|lt|gt|quot|apos|nbsp);
    | &\#(?P<number>\d{{1,6}});
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_ICONS = {
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
    "colorless": "C",
    "tap": "T",
    "untap": "Q",
    "snow": "S",
}
_BREAK = re.compile(r"&lt;br(?:\s[^&]{0,20})?/?&gt;", re.IGNORECASE)
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_LAST = 0x10FFFF


def is_html(words: str) -> bool:
    """Tell whether what an element says is HTML and no plain text."""
    return "<" in words and TAG.search(words) is not None


def decode(raw: str) -> SourceMap:
    """Return the words; every character of a symbol stands for the whole icon."""
    outer = xml.decode(raw)
    return composed(outer, _decoded(outer.text))


def _decoded(text: str) -> SourceMap:
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def put(said: str, start: int, end: int) -> None:
        words.append(said)
        starts.extend([start] * len(said))
        ends.extend([end] * len(said))

    def copy(start: int, end: int) -> None:
        words.append(text[start:end])
        starts.extend(range(start, end))
        ends.extend(range(start + 1, end + 1))

    reached = 0
    for part in _PART.finditer(text):
        copy(reached, part.start())
        reached = part.end()
        match part.lastgroup:
            case "icon":
                put(f"{{{_symbol(part['icon'].lower())}}}", *part.span())
            case "end":
                put("\n", *part.span())
            case "named":
                put(_SIGNS[part["named"].lower()], *part.span())
            case "number" if int(part["number"]) <= _LAST:
                put(chr(int(part["number"])), *part.span())
            case "number":
                copy(*part.span())
            case _:
                pass
    copy(reached, len(text))
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def _symbol(icon: str) -> str:
    """Return the sign of a symbol by the class of its icon."""
    return _ICONS.get(icon, icon.removeprefix("mana-").upper())


def encode(words: str, raw: str) -> str:
    """Return words as HTML in XML, a line end as the stretch has it; NanoriError as for XML."""
    written = xml.encode(words.translate(_ESCAPED))
    if "\n" in words and (told := _BREAK.search(raw)):
        return written.replace("\n", told[0])
    return written


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the stretch with edits of its words; tags between the characters are kept.

    ValueError where edits overlap or are beyond the text; NanoriError for a part of an icon.
    """
    source_map = decode(raw)
    made: list[Edit] = []
    for edit in edits:
        if edit.end > len(source_map.text):
            raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
        if any(_divides(source_map, place) for place in (edit.start, edit.end)):
            raise NanoriError("a part of a symbol would be changed that the file has as a picture")
        words = encode(edit.text, raw).replace("\n", newline)
        if edit.start == edit.end:
            behind = [0, *source_map.ends][edit.start]
            starts = source_map.starts
            start = starts[edit.start] if edit.start < len(starts) else behind
            made.append(Edit(start, start, words))
            continue
        places = range(edit.start, edit.end - 1)
        kept = "".join(raw[source_map.ends[at] : source_map.starts[at + 1]] for at in places)
        made.append(
            Edit(source_map.starts[edit.start], source_map.ends[edit.end - 1], words + kept)
        )
    return apply(raw, made)


def _divides(source_map: SourceMap, place: int) -> bool:
    """Tell whether a place is inside what stands for several characters."""
    starts = source_map.starts
    return 0 < place < len(starts) and starts[place] == starts[place - 1]
