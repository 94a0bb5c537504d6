"""One JSON object: the findings, records of interchange.md, and what was read."""

from collections.abc import Callable, Iterable, Iterator

from nanori.linting.outputs import UntilError, jsonl
from nanori.linting.reports import Report
from nanori.model import visible


def write(reports: Iterable[Report], read: Callable[[], dict[str, object]] = dict) -> Iterator[str]:
    """Yield the object, a finding a line; it is complete also where an error ends the reports.

    `read` says what was read, when that is all.
    """
    opening = '{"findings": [\n'
    every = UntilError(reports)
    for line in jsonl.write(every):
        yield opening + line.removesuffix("\n")
        opening = ",\n"
    end = '{"findings": [' if opening.startswith("{") else "\n"
    yield f'{end}], "read": {visible.json(read()).decode()}}}\n'
    every.end()
