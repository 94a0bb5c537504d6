"""Keeps spreadsheets from taking cells of plain-text tables for formulas."""

import csv
import io
import re
from collections.abc import Iterable

from nanori.model import visible
from nanori.model.errors import NanoriError

# What words begin with that a spreadsheet takes for a formula.
FORMULA = re.compile(r"[=+\-@\t\r＝＋－＠]")

# The blank put before such words; in a cell that is read it does not belong to them. Words that
# already begin with a blank and such a sign get another, so that nothing is lost.
GUARD = re.compile(rf"\A (?= *{FORMULA.pattern})")

_GUARDED = re.compile(rf" *{FORMULA.pattern}")


def prove(old: str, new: str) -> None:
    """Raise NanoriError if words that were not a formula would become one."""
    if FORMULA.match(new) and not FORMULA.match(old):
        raise NanoriError(f"“{new[:1]}” begins a cell, which a spreadsheet takes for a formula")


def line(cells: Iterable[str], *, raw: bool = False) -> bytes:
    """Return a line in UTF-8, with a blank before what a spreadsheet would compute.

    With `raw`, without.
    """
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerow(cells if raw else map(harmless, cells))
    return visible.visible(written.getvalue()).encode()


def harmless(cell: str) -> str:
    """Return a cell with a blank before what a spreadsheet would compute."""
    return f" {cell}" if is_guarded(cell) else cell


def is_guarded(cell: str) -> bool:
    """Tell whether `harmless` puts a blank before those words."""
    return _GUARDED.match(cell) is not None


def said_of(count: int) -> str:
    """Return a remark on how many cells got such a blank; empty for none."""
    if not count:
        return ""
    cells = "1 cell begins" if count == 1 else f"{count} cells begin"
    return (
        f"{cells} with a sign that a spreadsheet takes for a formula: a blank stands before it,"
        " which nanori does not read; --raw writes none"
    )
