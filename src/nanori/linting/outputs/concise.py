"""A line for each finding: `path:line:column: check: message [card]`."""

from collections.abc import Iterable, Iterator

from nanori.linting.outputs import plain
from nanori.linting.reports import Report
from nanori.model.diagnostics import as_line


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield a line for each report."""
    for report in reports:
        card = f" [{report.heading}]" if report.heading else ""
        yield plain(f"{as_line(report.diagnostic)}{card}") + "\n"
