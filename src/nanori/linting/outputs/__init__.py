"""Reports to what is written of them, a format a module; found by being there.

A module has `write`: reports, in their order, to pieces of text that are written one after
another, so that a long listing is never held whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from nanori.linting.reports import Report


class Output(Protocol):
    """What a module of this folder has."""

    def write(self, reports: Iterable[Report]) -> Iterator[str]:
        """Yield the pieces of what is written."""
        ...


@cache
def listed() -> tuple[str, ...]:
    """Return the names of the formats."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py")))


def load(name: str) -> Output:
    """Return the format of that name, one of `listed()`."""
    return cast("Output", import_module(f"{__name__}.{name}"))
