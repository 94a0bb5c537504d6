"""Reports to what is written of them, a format a module; found by being there.

A module has `write`: reports, in their order, to pieces of text that are written one after
another, so that a long listing is never held whole. One that shows the cards themselves takes what
was looked at and not the reports alone: it is named in `OF_INSPECTIONS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Protocol, cast

from nanori.linting.reports import Report

if TYPE_CHECKING:
    from nanori.linting.engine import Inspection

# Formats that no program reads, so that more may be said behind them.
FOR_PEOPLE = ("text", "concise")

# Formats of what was looked at.
OF_INSPECTIONS = ("html",)

# Formats that are no text, whose pieces are bytes.
OF_BYTES = ("xlsx",)

# The format that the name of a file asks for, by its suffix.
SUFFIXES = {
    **{".html": "html", ".xlsx": "xlsx", ".sarif": "sarif", ".json": "json", ".jsonl": "jsonl"},
    ".md": "markdown",
}


class Output(Protocol):
    """What a module of this folder has."""

    def write(self, reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
        """Yield the pieces of what is written; in colour, for a terminal, where it has any."""
        ...


class InspectionOutput(Protocol):
    """What a module of `OF_INSPECTIONS` has."""

    def write(
        self, inspections: Iterable[Inspection], *, all_cards: bool = False, page: str | None = None
    ) -> Iterator[str]:
        """Yield the pieces of a page in that file, of cards without findings, too, if wanted."""
        ...


class BytesOutput(Protocol):
    """What a module of `OF_BYTES` has."""

    def write(self, reports: Iterable[Report]) -> Iterator[bytes]:
        """Yield the pieces of what is written."""
        ...


@cache
def listed() -> tuple[str, ...]:
    """Return the names of the formats."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py")))


def load(name: str) -> Output:
    """Return the format of that name, one of `listed()` of reports in text."""
    return cast("Output", _module(name))


def load_of_inspections(name: str) -> InspectionOutput:
    """Return the format of that name, one of `OF_INSPECTIONS`."""
    return cast("InspectionOutput", _module(name))


def load_of_bytes(name: str) -> BytesOutput:
    """Return the format of that name, one of `OF_BYTES`."""
    return cast("BytesOutput", _module(name))


def _module(name: str) -> object:
    return import_module(f"{__name__}.{name}")


@lru_cache(64)
def on_disk(path: str) -> str:
    """Return the file that a finding is in: the archive where its path goes on within one."""
    places = (PurePath(path), *PurePath(path).parents)
    return next((str(place) for place in places if Path(place).is_file()), path)


def plain(words: str) -> str:
    """Return words on one line, without what would steer a terminal."""
    if words.isprintable():
        return words
    return "".join(
        sign if sign.isprintable() or sign == IDEOGRAPHIC_SPACE else " " for sign in words
    )


# The space that is as wide as full-width letters; no other is kept but the common one.
IDEOGRAPHIC_SPACE = "\u3000"
