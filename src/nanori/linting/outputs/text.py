"""For people: each finding with its line of the text, and carets under the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.linting.outputs import plain
from nanori.linting.reports import Excerpt, Report
from nanori.model.diagnostics import Severity
from nanori.model.file_places import file_place
from nanori.model.values import Edit

NEAR = 60
"""Cells of the line that are shown on either side of the words, where it is longer."""

BOLD, DIM = "1", "2"
COLOURS: dict[Severity, str] = {"error": "1;31", "warning": "1;33", "info": "1;36"}
"""How a terminal is told to show the name of a check of each severity, and its carets."""


def write(reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
    """Yield the lines of each report."""
    for report in reports:
        diagnostic = report.diagnostic
        kind = COLOURS[diagnostic.severity] if colour else ""
        where = plain(file_place(diagnostic.path, diagnostic.line, diagnostic.column))
        place = _styled(where, BOLD if colour else "")
        if report.heading:
            place = f"{plain(report.heading)}, {place}"
        yield f"{place}: {_styled(diagnostic.check, kind)}: {plain(diagnostic.message)}\n"
        yield f"{_marked(report.excerpt, kind)}{_help(report, DIM if colour else '')}"


def _styled(words: str, style: str) -> str:
    """Return words that a terminal shows in that style, as they are where there is none."""
    return f"\033[{style}m{words}\033[0m" if style and words else words


def _help(report: Report, style: str) -> str:
    fix = report.diagnostic.fix
    if fix is None or not fix.edits:
        return ""
    line = f"fix{'' if fix.safe else ' (unsafe)'}: {_edited(fix.edits)}"
    if fix.instead is not None:
        line += f", or in {fix.instead.field}: {_edited(fix.instead.edits)}"
    return _styled(f"  {plain(line)}", style) + "\n"


def _edited(edits: Iterable[Edit]) -> str:
    return " … ".join(f"“{edit.text}”" if edit.text else "take it out" for edit in edits)


def _marked(excerpt: Excerpt, style: str) -> str:
    """Return the line with carets, placed by the width that characters have on a terminal."""
    from rich.cells import cell_len

    if not excerpt.line:
        return ""
    line = excerpt.line
    start, end = excerpt.start, max(excerpt.end, excerpt.start)
    first, last = max(0, start - NEAR), min(len(line), end + NEAR)
    head = ("…" if first else "") + plain(line[first:start])
    words = plain(line[start:end])
    shown = head + words + plain(line[end:last]) + ("…" if last < len(line) else "")
    carets = " " * cell_len(head) + _styled("^" * max(1, cell_len(words)), style)
    return f"  {shown}\n  {carets}\n"
