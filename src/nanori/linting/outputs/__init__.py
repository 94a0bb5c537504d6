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

FOR_PEOPLE = ("text", "concise")
"""Formats that no program reads, so that more may be said behind them."""


class Output(Protocol):
    """What a module of this folder has."""

    def write(self, reports: Iterable[Report], *, colour: bool = False) -> Iterator[str]:
        """Yield the pieces of what is written; in colour, for a terminal, where it has any."""
        ...


@cache
def listed() -> tuple[str, ...]:
    """Return the names of the formats."""
    return tuple(sorted(path.stem for path in Path(__file__).parent.glob("[!_]*.py")))


def load(name: str) -> Output:
    """Return the format of that name, one of `listed()`."""
    return cast("Output", import_module(f"{__name__}.{name}"))


def plain(words: str) -> str:
    """Return words on one line, without what would steer a terminal."""
    if words.isprintable():
        return words
    return "".join(
        sign if sign.isprintable() or sign == IDEOGRAPHIC_SPACE else " " for sign in words
    )


IDEOGRAPHIC_SPACE = "\u3000"
"""The space that is as wide as full-width letters; no other is kept but the common one."""
