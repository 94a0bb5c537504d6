"""JSON Lines: the record of interchange.md, one a line."""

from collections.abc import Iterable, Iterator

from nanori.linting.reports import Report
from nanori.model.visible import json


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield a JSON object and a line end for each report."""
    for report in reports:
        yield json(report.diagnostic).decode() + "\n"
