"""Items to what is made of each, in this process or in several, in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
_Taken = TypeVar("_Taken", contravariant=True)
_Returned = TypeVar("_Returned", covariant=True)


class Job(Protocol[_Taken, _Returned]):
    """What is done in each process, with all that it needs for that."""

    def do(self, given: _Taken, /) -> _Returned:
        """Return what becomes of a item."""
        ...

    def lost(self, given: _Taken, /) -> _Returned:
        """Return what is said of a item over which processes die."""
        ...


# Yields each item with what was made of it; items are read only as they are needed.
DoItems = Callable[[Iterable[Item]], Iterator[tuple[Item, Result]]]


@contextmanager
def workers(job: Job[Item, Result], jobs: int) -> Generator[DoItems[Item, Result]]:
    """Return what does a job in that many processes, as far as these can be; one is this one.

    The processes are started at once, so call it before threads and progress bars are, and load
    before it what all of them need. Where a process cannot be forked, a job is pickled.
    """
    if jobs == 1:
        yield lambda items: ((item, job.do(item)) for item in items)
        return
    from nanori.formats.io import pools  # what starts processes takes long to load

    with pools.pool(job, jobs) as work:
        yield work
