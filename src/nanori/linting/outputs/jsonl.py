"""JSON Lines: the record of interchange.md, one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from nanori.linting.reports import Report

_encode = msgspec.json.Encoder().encode


def write(reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
    """Yield a JSON object and a line end for each report."""
    del colour
    for report in reports:
        yield _encode(report.found).decode() + "\n"
