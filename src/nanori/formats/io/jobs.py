"""What is done in each process of several, with all that it needs for that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

Thing = TypeVar("Thing")
Outturn = TypeVar("Outturn")
_Taken = TypeVar("_Taken", contravariant=True)
_Returned = TypeVar("_Returned", covariant=True)


class Job(Protocol[_Taken, _Returned]):
    """What is done in each process, with all that it needs for that."""

    def do(self, given: _Taken, /) -> _Returned:
        """Return what becomes of a thing."""
        ...

    def lost(self, given: _Taken, /) -> _Returned:
        """Return what is said of a thing over which processes die."""
        ...


DoThings = Callable[[Iterable[Thing]], Iterator[tuple[Thing, Outturn]]]
"""Yields each thing with what was made of it; things are read only as they are needed."""
