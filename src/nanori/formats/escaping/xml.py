"""Words in the content of an XML element: entities, character references, CDATA, no tags."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, as_written
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_PIECE = re.compile(
    r"""
      <!\[CDATA\[ (?P<literal> (?:[^\]]|\](?!\]>))*+ ) (?:\]\]>)?
    | <!-- (?:[^-]|-(?!->))*+ (?:-->)?
    | <\? (?:[^?]|\?(?!>))*+ (?:\?>)?
    | < (?:[^<>"']|"[^"]*"|'[^']*')*+ >
    | &(?P<named>amp|lt|gt|quot|apos);
    | &\#(?P<decimal>[0-9]{1,7});
    | &\#x(?P<hexadecimal>[0-9A-Fa-f]{1,6});
    | (?P<end>\r\n?)
    | (?P<plain>[^<&\r]++|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SIGN = re.compile(r"[<&\r]")
"""What makes a stretch say anything but itself."""

_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LINE_END = re.compile(r"\r\n?")
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IMPOSSIBLE = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LAST = 0x10FFFF
_UNSAFE = re.compile(r"[\]>\r]")
_REFERENCE = {"]": "]", ">": "&gt;", "\r": "&#13;"}


def decode(raw: str) -> SourceMap:
    """Return the words of an element's content; tags, comments and instructions are left out.

    A line end of two characters is one `\\n`, as XML has it. What is no markup stands for itself.
    """
    if not _SIGN.search(raw):
        return as_written(raw)
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def put(word: str, start: int, end: int) -> None:
        words.append(word)
        starts.append(start)
        ends.append(end)

    def copy(start: int, end: int) -> None:
        words.append(raw[start:end])
        starts.extend(range(start, end))
        ends.extend(range(start + 1, end + 1))

    for piece in _PIECE.finditer(raw):
        start, end = piece.span()
        match piece.lastgroup:
            case "plain":
                copy(start, end)
            case "end":
                put("\n", start, end)
            case "named":
                put(_NAMED[piece["named"]], start, end)
            case "decimal" | "hexadecimal" as base:
                number = int(piece[base], 10 if base == "decimal" else 16)
                put(chr(number), start, end) if number <= _LAST else copy(start, end)
            case "literal":
                start, end = piece.span("literal")
                for broken in _LINE_END.finditer(raw, start, end):
                    copy(start, broken.start())
                    put("\n", *broken.span())
                    start = broken.end()
                copy(start, end)
            case _:
                pass
    return SourceMap("".join(words), tuple(starts), tuple(ends))


def encode(words: str, raw: str = "") -> str:
    """Return words as they may stand in an element's content, but not in a CDATA section of it.

    NanoriError where they hold a character that no XML file can have.
    """
    del raw
    if impossible := _IMPOSSIBLE.search(words):
        raise NanoriError(f"U+{ord(impossible[0]):04X} is there, which XML cannot hold")
    return words.translate(_ESCAPED)


def encode_literally(words: str) -> str:
    """Return words as they may stand in a CDATA section; NanoriError as for `encode`.

    What could end the section is written outside it: it may have “]” before the words already.
    """
    encode(words)
    return _UNSAFE.sub(lambda match: f"]]>{_REFERENCE[match[0]]}<![CDATA[", words)


def sections(raw: str) -> list[tuple[int, int]]:
    """Return where in an element's content the insides of its CDATA sections stand."""
    if "<![CDATA[" not in raw:
        return []
    return [piece.span("literal") for piece in _PIECE.finditer(raw) if piece.lastgroup == "literal"]


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return an element's content with edits of its words made.

    Edits are in order, do not overlap, and count code points of the words; ValueError otherwise.
    Markup between the characters that an edit replaces is kept behind the new words.
    """
    source_map = decode(raw)
    literal = sections(raw)
    firsts = [first for first, _ in literal]

    def is_literal(place: int) -> bool:
        number = bisect_right(firsts, place) - 1
        return number >= 0 and place <= literal[number][1]

    def in_content(edit: Edit) -> Edit:
        if edit.end > len(source_map.text):
            raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
        behind = [0, *source_map.ends][edit.start]
        start = source_map.starts[edit.start] if edit.start < len(source_map.starts) else behind
        write = encode_literally if is_literal(start) else encode
        words = write(edit.text).replace("\n", newline)
        if edit.start == edit.end:
            return Edit(start, start, words)
        places = range(edit.start, edit.end - 1)
        kept = "".join(raw[source_map.ends[at] : source_map.starts[at + 1]] for at in places)
        return Edit(start, source_map.ends[edit.end - 1], words + kept)

    return apply(raw, [in_content(edit) for edit in edits])
