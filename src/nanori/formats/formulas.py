"""What a spreadsheet takes for a formula when it opens a table of plain text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from nanori.model import visible
from nanori.model.errors import NanoriError

FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")
"""What words begin with that a spreadsheet takes for a formula."""


def prove(old: str, new: str) -> None:
    """Raise NanoriError if words that were none would be taken for a formula."""
    if FORMULA.match(new) and not FORMULA.match(old):
        raise NanoriError(f"“{new[:1]}” begins a cell, which a spreadsheet takes for a formula")


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
