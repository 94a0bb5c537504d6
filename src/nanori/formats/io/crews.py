"""Things to what is made of each, in this process or in several, in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from nanori.formats.io import processes

AHEAD = 4
"""Things that wait or are being worked on, for each process."""
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
    """Return what does a job in that many processes, or `processes.MOST`; one is this one.

    The processes are started at once, so call it before threads and progress bars are, and load
    before it what all of them need. Where a process cannot be forked, a job is pickled.
    """
    jobs = min(jobs, processes.MOST)
    if jobs == 1:
        yield lambda things: ((thing, job.do(thing)) for thing in things)
        return
    pool = _pool(job, jobs)
    try:
        yield lambda things: _Queue(pool, job, jobs * AHEAD).in_order(things)
    except BaseException:
        processes.end_all(pool)
        raise
    pool.shutdown(cancel_futures=True)


def _pool(job: Job[Any, Any], jobs: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork" if processes.can_fork() else None)
    with processes.undisturbed():
        pool = ProcessPoolExecutor(jobs, context, _begin, (job,))
        pool.submit(os.getpid)
    return pool


_job: Job[Any, Any]
"""What this worker process does."""


def _begin(job: Job[Any, Any]) -> None:
    global _job
    _job = job
    processes.begin_worker()


def _do(given: Any) -> Any:  # noqa: ANN401 - what the job takes and makes
    return _job.do(given)


class _Queue(Generic[Thing, Outturn]):
    """Things in hand, the first of which is waited for."""

    def __init__(self, pool: ProcessPoolExecutor, job: Job[Thing, Outturn], most: int) -> None:
        self._pool = pool
        self._job = job
        self._most = most
        self._waiting: deque[tuple[Thing, Future[Outturn] | None]] = deque()

    def in_order(self, things: Iterable[Thing]) -> Iterator[tuple[Thing, Outturn]]:
        """Yield each thing with what was made of it.

        A process that dies takes the pool with it; its things are then tried once more, each in a
        process of its own, so that only the one at fault is lost and named.
        """
        source = iter(things)
        self._fill(source)
        while self._waiting:
            thing, future = self._waiting.popleft()
            try:
                made = future.result() if future else self._alone(thing)
            except BrokenProcessPool:
                made = self._alone(thing)
            self._fill(source)
            yield thing, made

    def _fill(self, source: Iterator[Thing]) -> None:
        for thing in islice(source, self._most - len(self._waiting)):
            try:
                self._waiting.append((thing, self._pool.submit(_do, thing)))
            except BrokenProcessPool:
                self._waiting.append((thing, None))

    def _alone(self, thing: Thing) -> Outturn:
        with _pool(self._job, 1) as pool:
            try:
                return pool.submit(_do, thing).result()
            except BrokenProcessPool:
                return self._job.lost(thing)
