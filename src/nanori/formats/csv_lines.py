"""Cells to a line of a table, with commas or tabs, in which no cell is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from nanori.formats.formulas import FORMULA
from nanori.model import visible


def line(cells: Iterable[str]) -> bytes:
    """Return a line in UTF-8; a blank stands before what a spreadsheet would compute."""
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(map(harmless, cells))
    return visible.visible(written.getvalue()).encode()


def bare_line(cells: Iterable[str], between: str) -> bytes:
    """Return a line without quotation marks around cells, for programs that know none."""
    each = (" ".join(harmless(cell).split(between)) for cell in cells)
    return visible.in_line(between.join(each)).encode() + b"\n"


def harmless(cell: str) -> str:
    """Return a cell with a blank before what a spreadsheet would compute."""
    return f" {cell}" if FORMULA.match(cell) else cell
