"""A workbook with a row for each finding, and a sheet of checks.

Every cell is text, or a number that nanori counted: nothing that a card says is a formula, not
even when somebody edits its cell, and none is a link.
"""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from nanori.formats.formulas import FORMULA
from nanori.linting import checks
from nanori.linting.outputs import UntilError
from nanori.linting.reports import Report
from nanori.model import extras
from nanori.model.diagnostics import Fix
from nanori.model.edits import apply
from nanori.model.values import Edit
from nanori.model.visible import visible_in_xml

# Findings in a workbook; a sheet has 1,048,576 rows.
MAX_ROWS = 1_000_000

# Code points of a cell; it may have 32,767 UTF-16 units, and half a character is none.
MAX_LENGTH_OF_CELL = 32_000

# What a cell may have.
CellValue = str | int


class FindingColumn(Struct, frozen=True):
    """A column of findings."""

    width: int
    cell: Callable[[Report], CellValue]
    """What it says of a finding."""


# The columns of findings by their headings.
COLUMNS = {
    "Severity": FindingColumn(10, lambda report: report.diagnostic.severity),
    "Check": FindingColumn(28, lambda report: report.diagnostic.rule),
    "Card": FindingColumn(28, lambda report: report.heading or report.diagnostic.card or ""),
    "Language": FindingColumn(10, lambda report: report.diagnostic.lang),
    "Field": FindingColumn(10, lambda report: report.diagnostic.field),
    "Words": FindingColumn(24, lambda report: report.diagnostic.text),
    "Message": FindingColumn(64, lambda report: report.diagnostic.message),
    "Line": FindingColumn(64, lambda report: report.excerpt.line),
    "With the fix": FindingColumn(64, lambda report: _fixed(report)),
    "Fix": FindingColumn(10, lambda report: _kind(report.diagnostic.fix)),
    "File": FindingColumn(36, lambda report: report.diagnostic.path),
    "Row": FindingColumn(8, lambda report: report.diagnostic.line),
    "Column": FindingColumn(8, lambda report: report.diagnostic.column),
}


def write(reports: Iterable[Report]) -> Iterator[bytes]:
    """Yield a workbook; it is complete also where an error ends the reports.

    The same findings are the same bytes. NanoriError if the library that writes it is missing.
    """
    xlsxwriter = extras.load("xlsxwriter", "xlsx")
    content = BytesIO()
    every = UntilError(reports)
    with TemporaryDirectory(prefix="nanori-", ignore_cleanup_errors=True) as folder:
        # A row is written once the next one is begun, so that not all of them are held.
        options = {"constant_memory": True, "tmpdir": folder, "strings_to_formulas": False}
        book: Any = xlsxwriter.Workbook(content, {**options, "strings_to_urls": False})
        book.set_properties({"title": "nanori lint", "created": datetime.datetime(1980, 1, 1)})
        count: Counter[str] = Counter()
        _write_findings(book, every, count)
        _write_checks(book, count)
        book.close()
    yield content.getvalue()
    every.end()


def _write_findings(book: Any, reports: Iterable[Report], count: Counter[str]) -> None:  # noqa: ANN401
    """Write a row for each finding, and count them by check."""
    sheet = _Sheet(book, "Findings", {name: column.width for name, column in COLUMNS.items()})
    for report in reports:
        if count.total() < MAX_ROWS:
            sheet.add([column.cell(report) for column in COLUMNS.values()])
        count[report.diagnostic.rule] += 1
    if (left := count.total() - MAX_ROWS) > 0:
        sheet.add([f"{left} more findings have no room here"])
    sheet.close()


def _write_checks(book: Any, count: Counter[str]) -> None:  # noqa: ANN401
    """Write how many findings each check has."""
    sheet = _Sheet(book, "Checks", {"Check": 32, "Findings": 10, "What it finds": 100})
    for name, number in sorted(count.items(), key=lambda each: (-each[1], each[0])):
        rule = checks.rule_of(name)
        sheet.add([name, number, rule.about if rule else ""])
    sheet.close()


class _Sheet:
    """A sheet with a heading that stays in sight, filled row by row."""

    def __init__(self, book: Any, name: str, columns: dict[str, int]) -> None:  # noqa: ANN401
        wrapped = {"text_wrap": True, "valign": "top"}
        heading_format = book.add_format({"bold": True, "bottom": 1})
        self._plain = book.add_format(wrapped)
        # What a spreadsheet would take for a formula is marked as text.
        self._quoted = book.add_format({**wrapped, "quote_prefix": True})
        self._sheet = book.add_worksheet(name)
        self._last = len(columns) - 1
        self._rows = 0
        for index, (heading, width) in enumerate(columns.items()):
            self._sheet.set_column(index, index, width)
            self._sheet.write_string(0, index, heading, heading_format)
        self._sheet.freeze_panes(1, 0)

    def add(self, cells: Sequence[CellValue]) -> None:
        """Add a row."""
        self._rows += 1
        for index, cell in enumerate(cells):
            if isinstance(cell, int):
                self._sheet.write_number(self._rows, index, cell, self._plain)
            elif cell:
                words = visible_in_xml(cell)[:MAX_LENGTH_OF_CELL]
                chosen = self._quoted if FORMULA.match(words) else self._plain
                self._sheet.write_string(self._rows, index, _in_units(words), chosen)

    def close(self) -> None:
        """Let readers choose rows by what is in a column."""
        self._sheet.autofilter(0, 0, self._rows, self._last)


def _in_units(words: str) -> str:
    """Return words that are not too long for a cell, of characters that take two units each."""
    pairs = sum(character > "\uffff" for character in words)
    return words[: MAX_LENGTH_OF_CELL - pairs] if len(words) + pairs > MAX_LENGTH_OF_CELL else words


def _kind(fix: Fix | None) -> str:
    if fix is None or not fix.edits:
        return ""
    return "safe" if fix.safe else "unsafe"


def _fixed(report: Report) -> str:
    """Return the line of a finding as its fix would make it, where the fix stays inside it.

    Flying⏎Draw tow cards.    begin = 7: an offset in the text less begin is one in the line
           ^    ^^^
    """
    finding, excerpt = report.diagnostic, report.excerpt
    if finding.fix is None or not finding.fix.edits:
        return ""
    begin = finding.start - excerpt.start
    edits = [Edit(each.start - begin, each.end - begin, each.text) for each in finding.fix.edits]
    inside = all(0 <= each.start <= each.end <= len(excerpt.line) for each in edits)
    return apply(excerpt.line, edits) if inside else " … ".join(each.text for each in edits)
