"""The text of a CSV file to its rows, and a row to its cells: RFC 4180, and what programs write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from nanori.formats.io.streams import LONGEST
from nanori.model.errors import NanoriError

DELIMITERS = (",", "\t", ";")
"""What may divide cells; Excel writes semicolons where the comma is in numbers."""

_LINE_END = re.compile(r"\r\n?|\n")


class Row(NamedTuple):
    """A row that is not blank, without its line end."""

    line: int
    """Where it begins, from 1."""
    start: int
    """Code points of the file before it."""
    text: str


class CellSpan(NamedTuple):
    """Where a cell stands in its row, with its quotation marks."""

    start: int
    end: int
    quoted: bool
    """Whether it is all between quotation marks."""


@cache
def _cell(delimiter: str) -> str:
    """Return the pattern of a cell; `*+` gives nothing back, so time grows with the length."""
    rest = rf"[^{delimiter}\r\n]*+"
    return rf'(?:"[^"]*+(?:""[^"]*+)*+(?:"{rest})?+|{rest})'


@cache
def _row(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf"{_cell(delimiter)}(?:{delimiter}{_cell(delimiter)})*+")


@cache
def _cells(delimiter: str) -> re.Pattern[str]:
    closed = rf'"[^"]*+(?:""[^"]*+)*+"(?=[{delimiter}\r\n]|\Z)'
    return re.compile(rf"(?P<quoted>{closed})|{_cell(delimiter)}")


def cells(row: str, delimiter: str) -> list[CellSpan]:
    """Return the cells of a row, at least one; an unclosed one goes on to the end."""
    spans: list[CellSpan] = []
    place = 0
    while True:
        match = _cells(delimiter).match(row, place)
        end = match.end() if match else place
        spans.append(CellSpan(place, end, bool(match and match["quoted"])))
        if end >= len(row):
            return spans
        place = end + 1


def rows(blocks: Iterator[str], delimiter: str, path: str) -> Iterator[Row]:
    """Yield the rows of a file; NanoriError where a quotation mark is not closed."""
    pattern = _row(delimiter)
    blank = f" {delimiter}\t\u3000"
    window, place, before, line = "", 0, 0, 1
    ended = False
    while not ended or place < len(window):
        match = pattern.match(window, place)
        end = match.end() if match else place
        # What stands at the end of what was read may go on, “\r” as “\r\n”.
        if not ended and end + 1 >= len(window):
            before += place
            window, ended = _grown(window[place:], blocks)
            if len(window) > LONGEST + (LONGEST >> 1):
                reason = f"a row longer than {LONGEST >> 20} MiB"
                raise NanoriError(reason, path=path, line=line)
            place = 0
            continue
        text = window[place:end]
        if end == len(window) and (unclosed := _unclosed(text, delimiter)) is not None:
            ahead = text[:unclosed]
            raise NanoriError(
                "a quotation mark is never closed",
                path=path,
                line=line + len(_LINE_END.findall(ahead)),
                column=unclosed - max(ahead.rfind("\n"), ahead.rfind("\r")),
            )
        if text.strip(blank):
            yield Row(line, before + place, text)
        stop = _LINE_END.match(window, end)
        line += len(_LINE_END.findall(text)) + 1
        place = stop.end() if stop else end


def _grown(rest: str, blocks: Iterator[str]) -> tuple[str, bool]:
    """Return what is left with as much again from the file, and whether that is at its end."""
    pieces = [rest]
    read = 0
    while read <= len(rest):
        block = next(blocks, "")
        if not block:
            return "".join(pieces), True
        pieces.append(block)
        read += len(block)
    return "".join(pieces), False


def _unclosed(row: str, delimiter: str) -> int | None:
    """Return where the quotation mark stands that begins the last cell and has no other end."""
    last = cells(row, delimiter)[-1]
    cell = row[last.start : last.end]
    if not cell.startswith('"') or last.quoted:
        return None
    closed = re.match(r'"[^"]*+(?:""[^"]*+)*+"', cell)
    return None if closed else last.start
