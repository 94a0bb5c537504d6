"""Cells to a line of a CSV table, or of one with tabs, in which no cell is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from nanori.formats.formulas import FORMULA
from nanori.model import visible


def line(cells: Iterable[str], delimiter: str = ",") -> bytes:
    """Return a line in UTF-8; a blank stands before what a spreadsheet would compute."""
    written = io.StringIO()
    harmless = [f" {cell}" if FORMULA.match(cell) else cell for cell in cells]
    csv.writer(written, delimiter=delimiter, lineterminator="\n").writerow(harmless)
    return visible.visible(written.getvalue()).encode()
