"""What is done in each process of several, with all that it needs for that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

Piece = TypeVar("Piece")
Produced = TypeVar("Produced")
_Taken = TypeVar("_Taken", contravariant=True)
_Returned = TypeVar("_Returned", covariant=True)


class Job(Protocol[_Taken, _Returned]):
    """What is done in each process, with all that it needs for that."""

    def do(self, given: _Taken, /) -> _Returned:
        """Return what becomes of an item."""
        ...

    def lost(self, given: _Taken, /) -> _Returned:
        """Return what is said of an item over which processes die."""
        ...


# Yields each item with what was made of it; items are read only as they are needed.
DoItems = Callable[[Iterable[Piece]], Iterator[tuple[Piece, Produced]]]
