"""One JSON array of the records of interchange.md."""

from collections.abc import Iterable, Iterator

from nanori.linting.outputs import jsonl
from nanori.linting.reports import Report
from nanori.model.errors import NanoriError


def write(reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
    """Yield an array, an object a line; it is complete also where an error ends the reports."""
    del colour
    opening = "[\n"
    broken: NanoriError | None = None
    try:
        for line in jsonl.write(reports):
            yield opening + line.removesuffix("\n")
            opening = ",\n"
    except NanoriError as error:
        broken = error
    yield "[]\n" if opening == "[\n" else "\n]\n"
    if broken:
        raise broken
