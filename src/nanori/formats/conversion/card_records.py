"""Cards as card records, or as rows of a CSV table: one for each face and language.

The table has a byte order mark and CRLF, as Excel wants it. Before words that a spreadsheet would
take for a formula a blank is put, which is taken away again when the table is read.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

import msgspec

from nanori.formats import formulas
from nanori.formats.entries import Entry
from nanori.formats.suppressions import KEY
from nanori.model.values import Card

_DEFAULTS = {"game": "magic"}
_OWN = frozenset(Card.__struct_fields__)


class _CardLines:
    """Card records, in an array or one a line."""

    FORMAT = ""

    def __init__(self, begin: str, between: str, end: str) -> None:
        self._begin, self._between, self._end = begin, between, end

    def begin(self) -> str:
        """Return what stands before the records."""
        return self._begin

    def card(self, entries: Sequence[Entry], *, first: bool) -> str:
        """Return the records of a card."""
        lines = [_record(entry) for entry in entries]
        return ("" if first else self._between) + self._between.join(lines)

    def end(self) -> str:
        """Return what stands behind the records."""
        return self._end


def _record(entry: Entry) -> str:
    fields = msgspec.to_builtins(entry.card)
    said = {key: value for key, value in fields.items() if value and value != _DEFAULTS.get(key)}
    said = {"name": entry.card.name, "text": entry.card.text} | said
    extra = {key: value for key, value in entry.extra.items() if key not in _OWN}
    if entry.suppressed and KEY not in extra:
        extra[KEY] = list(entry.suppressed)
    return msgspec.json.encode(said | extra).decode()


IN_ARRAY = _CardLines("[\n", ",\n", "\n]\n")
BY_LINE = _CardLines("", "\n", "\n")


_PLAIN = ("id", "lang", "name", "name_en", "type", "type_en", "text", "reading", "layout")
_FURTHER = ("printed", "released", "game")
_LISTS = ("faces", "alternate")
COLUMNS = (*_PLAIN, *_LISTS, *_FURTHER, "noqa")
_BETWEEN = " // "
_MARK = "\ufeff"


class CsvRows:
    """A table with a row of headings."""

    FORMAT = "tables"

    def __init__(self, *, raw: bool = False) -> None:
        """Begin a table; with `raw` nothing is put before what a spreadsheet would compute."""
        self._raw = raw
        self.guarded = 0
        """Cells that have a blank before their words."""

    def begin(self) -> str:
        """Return the row of headings."""
        return _MARK + _row(COLUMNS)

    def card(self, entries: Sequence[Entry], *, first: bool) -> str:
        """Return the rows of a card."""
        del first
        return "".join(_row(self._cells(entry)) for entry in entries)

    def end(self) -> str:
        """Return nothing."""
        return ""

    def _cells(self, entry: Entry) -> list[str]:
        said = {field: str(getattr(entry.card, field)) for field in (*_PLAIN, *_FURTHER)}
        said |= {field: _BETWEEN.join(getattr(entry.card, field)) for field in _LISTS}
        said["noqa"] = ",".join(entry.suppressed)
        if self._raw:
            return [said[column] for column in COLUMNS]
        self.guarded += sum(map(formulas.is_guarded, said.values()))
        return [formulas.harmless(said[column]) for column in COLUMNS]


def _row(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()
