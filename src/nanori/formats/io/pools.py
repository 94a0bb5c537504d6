"""Things to what is made of each in several processes, in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Generic

from nanori.formats.io import processes
from nanori.formats.io.jobs import DoThings, Job, Outturn, Thing

AHEAD = 4
"""Things that wait or are being worked on, for each process."""


@contextmanager
def pool(job: Job[Thing, Outturn], jobs: int) -> Generator[DoThings[Thing, Outturn]]:
    """Return what does a job in that many processes, or `processes.MOST`, which end with it."""
    jobs = min(jobs, processes.MOST)
    workers = _pool(job, jobs)
    try:
        yield lambda things: _Queue(workers, job, jobs * AHEAD).in_order(things)
    except BaseException:
        processes.end_all(workers)
        raise
    workers.shutdown(cancel_futures=True)


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
    with processes.leavable():
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
