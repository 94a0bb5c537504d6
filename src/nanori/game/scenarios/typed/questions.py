"""What a scenario asks, each question a value; `Matches` and `ChooseName` are among them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from nanori.game.queries import ChooseName, Matches

__all__ = [
    "ChooseName",
    "DifferentNames",
    "DiffersFrom",
    "Matches",
    "Question",
    "SameName",
    "SameNameAsNamed",
    "StateOf",
]


class StateOf(Struct, frozen=True):
    """What is an object called, and what does it say? Answered by a `State`."""

    object: str


class SameName(Struct, frozen=True):
    """CR 201.2a. Have all of them a name in common? Answered by a `Verdict`."""

    objects: Sequence[str]


class DifferentNames(Struct, frozen=True):
    """CR 201.2b. Has each a name, and no two of them one in common? Answered by a `Verdict`."""

    objects: Sequence[str]


class DiffersFrom(Struct, frozen=True):
    """CR 201.2c. Has it a name that none of the others has? Answered by a `Verdict`."""

    object: str
    others: Sequence[str]


class SameNameAsNamed(Struct, frozen=True):
    """CR 201.2. Has it that name? Answered by a `Verdict`."""

    object: str
    name: str


Question = (
    StateOf | SameName | DifferentNames | DiffersFrom | SameNameAsNamed | Matches | ChooseName
)
"""Anything that is asked; `Matches` is answered by a `Verdict`, `ChooseName` by a `Choice`."""
