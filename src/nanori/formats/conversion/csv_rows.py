"""Cards as a CSV table for spreadsheets: a row for each face and language.

It has a byte order mark and CRLF, as Excel wants it. Before words that a spreadsheet would take
for a formula a blank is put.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from nanori.formats.entries import Entry
from nanori.formats.formulas import FORMULA

_PLAIN = ("id", "lang", "name", "name_en", "type", "type_en", "text", "reading", "layout")
_FURTHER = ("printed", "released", "game")
_LISTS = ("faces", "alternate")
COLUMNS = (*_PLAIN, *_LISTS, *_FURTHER, "noqa")
_BETWEEN = " // "
_MARK = "\ufeff"


class _CsvRows:
    """A table with a row of headings."""

    CARRIED = frozenset(COLUMNS)

    def begin(self) -> str:
        """Return the row of headings."""
        return _MARK + _row(COLUMNS)

    def card(self, entries: Sequence[Entry], *, first: bool) -> str:
        """Return the rows of a card."""
        del first
        return "".join(_row(_cells(entry)) for entry in entries)

    def end(self) -> str:
        """Return nothing."""
        return ""


def _cells(entry: Entry) -> list[str]:
    said = {field: str(getattr(entry.card, field)) for field in (*_PLAIN, *_FURTHER)}
    said |= {field: _BETWEEN.join(getattr(entry.card, field)) for field in _LISTS}
    said["noqa"] = ",".join(entry.suppressed)
    return [_harmless(said[column]) for column in COLUMNS]


def _harmless(words: str) -> str:
    return f" {words}" if FORMULA.match(words) else words


def _row(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


WRITER = _CsvRows()
