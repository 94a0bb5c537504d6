"""One JSON array of the records of interchange.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.linting.outputs import jsonl
from nanori.linting.reports import Report


def write(reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
    """Yield an array, an object a line."""
    del colour
    opening = "[\n"
    for line in jsonl.write(reports):
        yield opening + line.removesuffix("\n")
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"
