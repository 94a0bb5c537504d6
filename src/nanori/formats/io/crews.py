"""Things to what is made of each, in this process or in several, in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
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


@contextmanager
def crew(job: Job[Thing, Outturn], jobs: int) -> Generator[DoThings[Thing, Outturn]]:
    """Return what does a job in that many processes, as far as these can be; one is this one.

    The processes are started at once, so call it before threads and progress bars are, and load
    before it what all of them need. Where a process cannot be forked, a job is pickled.
    """
    if jobs == 1:
        yield lambda things: ((thing, job.do(thing)) for thing in things)
        return
    from nanori.formats.io import pools  # what starts processes takes long to load

    with pools.pool(job, jobs) as work:
        yield work
