"""One JSON array of the records of interchange.md."""

from collections.abc import Iterable, Iterator

from nanori.linting.outputs import UntilError, jsonl
from nanori.linting.reports import Report


def write(reports: Iterable[Report]) -> Iterator[str]:
    """Yield an array, an object a line; it is complete also where an error ends the reports."""
    opening = "[\n"
    every = UntilError(reports)
    for line in jsonl.write(every):
        yield opening + line.removesuffix("\n")
        opening = ",\n"
    yield "[]\n" if opening == "[\n" else "\n]\n"
    every.end()
