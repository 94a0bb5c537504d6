"""Reports to what is written of them, a format a module; found by being there.

A module has `write`: reports, in their order, to pieces of text that are written one after
another, so that a long listing is never held whole. One that shows the cards themselves takes what
was looked at and not the reports alone: it is named in `OF_INSPECTIONS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path, PurePath
from typing import Generic, Protocol, TypeVar, cast

from nanori.linting.reports import Report
from nanori.model.errors import NanoriError

T = TypeVar("T")

# Formats that no program reads, so that more may be said behind them.
FOR_PEOPLE = ("text", "concise", "statistics")

# Formats that say what was read after the findings.
WITH_READ = ("json", "sarif")

# Formats of what was looked at.
OF_INSPECTIONS = ("html",)

# Formats that are no text, whose pieces are bytes.
OF_BYTES = ("xlsx",)

# The format that the name of a file asks for, by its suffix.
SUFFIXES = {
    **{f".{name}": name for name in ("html", "xlsx", "sarif", "json", "jsonl")},
    **dict.fromkeys(("", ".txt", ".log"), "text"),
}


class Output(Protocol):
    """What a module of this folder has that writes reports as text."""

    def write(
        self, reports: Iterable[Report], read: Callable[[], dict[str, object]] = dict, /
    ) -> Iterator[str]:
        """Yield the pieces of what is written."""
        ...


class UntilError(Generic[T]):
    """What is looked at up to an error, so that what is written of it is complete all the same."""

    def __init__(self, items: Iterable[T]) -> None:
        """Take what may end with an error."""
        self._items = items
        self.error: NanoriError | None = None

    def __iter__(self) -> Iterator[T]:
        """Yield the items; an error that ends them is kept."""
        try:
            yield from self._items
        except NanoriError as error:
            self.error = error

    def end(self) -> None:
        """Raise the error that ended the items, if one did."""
        if self.error:
            raise self.error


@cache
def listed() -> tuple[str, ...]:
    """Return the names of the formats."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py")))


def load(name: str) -> Output:
    """Return the format of that name, one of `listed()` of reports in text."""
    return cast("Output", import_module(f"{__name__}.{name}"))


@lru_cache(64)
def on_disk(path: str) -> str:
    """Return the file that a finding is in: the archive where its path goes on within one."""
    candidates = (PurePath(path), *PurePath(path).parents)
    return next((str(candidate) for candidate in candidates if Path(candidate).is_file()), path)


def plain(words: str) -> str:
    """Return words on one line, without what would steer a terminal."""
    if words.isprintable():
        return words
    return "".join(
        sign if sign.isprintable() or sign == IDEOGRAPHIC_SPACE else " " for sign in words
    )


# The space that is as wide as full-width letters; no other is kept but the common one.
IDEOGRAPHIC_SPACE = "\u3000"
