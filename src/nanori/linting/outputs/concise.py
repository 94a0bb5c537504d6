"""A line for each finding: `path:line:column: check: message`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.diagnostics import as_line
from nanori.linting.reports import Report


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield a line for each report."""
    for report in reports:
        yield as_line(report.found) + "\n"
