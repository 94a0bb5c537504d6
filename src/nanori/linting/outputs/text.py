"""For people: each finding with its line of the text, and carets under the words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.diagnostics import as_line
from nanori.linting.reports import Excerpt, Report

NEAR = 60
"""Cells of the line that are shown on either side of the words, where it is longer."""


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield the lines of each report."""
    for report in reports:
        yield f"{as_line(report.found)}\n{_marked(report.excerpt)}{_help(report)}"


def _help(report: Report) -> str:
    fix = report.found.fix
    if fix is None or not fix.edits:
        return ""
    words = " … ".join(f"“{edit.text}”" if edit.text else "nothing" for edit in fix.edits)
    return f"  fix{'' if fix.safe else ' (unsafe)'}: {words}\n"


def _marked(excerpt: Excerpt) -> str:
    """Return the line with carets, placed by the width that characters have on a terminal."""
    from rich.cells import cell_len

    line = "".join(" " if one < " " else one for one in excerpt.line)
    start, end = excerpt.start, max(excerpt.end, excerpt.start)
    first, last = max(0, start - NEAR), min(len(line), end + NEAR)
    head = ("…" if first else "") + line[first:start]
    words = line[start:end]
    shown = head + words + line[end:last] + ("…" if last < len(line) else "")
    carets = " " * cell_len(head) + "^" * max(1, cell_len(words))
    return f"  {shown}\n  {carets}\n"
