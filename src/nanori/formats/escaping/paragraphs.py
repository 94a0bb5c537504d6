"""A cell of an OpenDocument spreadsheet: paragraphs, with elements for blanks and breaks.

Blanks in a row are one, as OpenDocument has it; more of them, and tabs, are elements. Remarks and
the readings over words are no words of the cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import xml
from nanori.model.edits import apply
from nanori.model.values import Edit

_ATTRIBUTES = r"""(?:\s(?:[^<>"'/]|/(?!>)|"[^"]*"|'[^']*')*+)?"""
_PIECE = re.compile(
    rf"""
      <(?P<hidden>office:annotation|text:ruby-text|text:note){_ATTRIBUTES}
        (?:/>|>.*?</(?P=hidden)\s*>)
    | <text:s(?P<blanks>{_ATTRIBUTES})(?:/>|></text:s\s*>)
    | (?P<tab><text:tab{_ATTRIBUTES}(?:/>|></text:tab\s*>))
    | (?P<end><text:line-break{_ATTRIBUTES}(?:/>|></text:line-break\s*>))
    | (?P<empty><text:p{_ATTRIBUTES}/>)
    | (?P<begin><text:p{_ATTRIBUTES}>)
    | (?P<close></text:p\s*>)
    | <!\[CDATA\[.*?\]\]> | <!--.*?--> | <[^<>]*+>
    | (?P<words>[^<]++)
    """,
    re.VERBOSE | re.DOTALL,
)
_COUNT = re.compile(r"""\btext:c\s*=\s*["'](\d{1,4})["']""")
_RUN = re.compile(r"\n|\t|(?:^|(?<=\s)) +| +(?=[\s])| +$| {2,}")
_SPACE = " \t\r\n"


class _CellWords:
    """The words of a cell while they are read."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.closed = -1
        """Where the tag begins that ended the last paragraph; -1 before the first."""
        self.inside = self.empty = False
        self.blank = True
        """Whether a blank would be one of several, or stand at the beginning of a paragraph."""

    def put(self, words: str, start: int, end: int) -> None:
        self.said.append(words)
        self.starts += [start] * len(words)
        self.ends += [end] * len(words)

    def begin(self, start: int, end: int, *, empty: bool) -> None:
        """Begin a paragraph; the line end before it stands for what divides it from the last."""
        if self.closed >= 0:
            if self.empty:
                self.put("\n", start, start)  # both tags are needed
            else:
                self.put("\n", start if empty else self.closed, end)
        self.inside, self.empty, self.blank = not empty, empty, True
        if empty:
            self.closed = start

    def close(self, start: int) -> None:
        """End a paragraph."""
        self.inside, self.closed = False, start

    def copy(self, raw: str, start: int, end: int) -> None:
        source_map = xml.decode(raw[start:end])
        for sign, first, last in zip(
            source_map.text, source_map.starts, source_map.ends, strict=True
        ):
            blank = sign in _SPACE
            if not (blank and self.blank):
                self.put(" " if blank else sign, start + first, start + last)
            self.blank = blank


def decode(raw: str) -> SourceMap:
    """Return the words of all paragraphs, a line each."""
    words = _CellWords()
    for piece in _PIECE.finditer(raw):
        start, end = piece.span()
        match piece.lastgroup:
            case "begin" | "empty" as kind:
                words.begin(start, end, empty=kind == "empty")
            case "close":
                words.close(start)
            case "words" if words.inside:
                words.copy(raw, start, end)
            case "blanks":
                count = _COUNT.search(piece["blanks"] or "")
                words.put(" " * (int(count[1]) if count else 1), start, end)
                words.blank = False
            case "tab":
                words.put("\t", start, end)
                words.blank = False
            case "end":
                words.put("\n", start, end)
                words.blank = False
            case _:
                pass
    return SourceMap("".join(words.said), tuple(words.starts), tuple(words.ends))


def encode(words: str, raw: str = "") -> str:
    """Return words with elements for what is no single blank; NanoriError as for XML."""
    del raw
    pieces: list[str] = []
    reached = 0
    for run in _RUN.finditer(words):
        pieces += xml.encode(words[reached : run.start()]), _element(run[0])
        reached = run.end()
    return "".join([*pieces, xml.encode(words[reached:])])


def _element(run: str) -> str:
    if run == "\n":
        return "<text:line-break/>"
    if run == "\t":
        return "<text:tab/>"
    return "<text:s/>" if len(run) == 1 else f'<text:s text:c="{len(run)}"/>'


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return the cell with edits of its words; elements between the characters are kept.

    Without the line end between them two paragraphs are one. ValueError where edits overlap or
    are beyond the text.
    """
    del newline
    source_map = decode(raw)
    made: list[Edit] = []
    for edit in edits:
        if edit.end > len(source_map.text):
            raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
        start, end = _between(source_map, edit, len(raw))
        words = encode(edit.text)
        kept = "".join(_kept(raw, source_map, edit)) if edit.end > edit.start else ""
        made.append(Edit(start, end, words + kept))
    return apply(raw, made)


def _between(source_map: SourceMap, edit: Edit, length: int) -> tuple[int, int]:
    starts, ends = source_map.starts, source_map.ends
    if edit.start < edit.end:
        return starts[edit.start], ends[edit.end - 1]
    if edit.start and edit.start <= len(ends) and source_map.text[edit.start - 1] != "\n":
        return ends[edit.start - 1], ends[edit.start - 1]
    place = starts[edit.start] if edit.start < len(starts) else length
    return place, place


def _kept(raw: str, source_map: SourceMap, edit: Edit) -> list[str]:
    """Return the tags between the characters that an edit replaces."""
    places = range(edit.start, edit.end - 1)
    return [raw[source_map.ends[at] : source_map.starts[at + 1]] for at in places]
