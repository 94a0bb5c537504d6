"""A job, done on items in several processes, with the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from nanori.formats.io import processes
from nanori.grammar import languages

Piece = TypeVar("Piece")
Produced = TypeVar("Produced")
_Taken = TypeVar("_Taken", contravariant=True)
_Returned = TypeVar("_Returned", covariant=True)


class Job(Protocol[_Taken, _Returned]):
    """What is done in each process, with everything that it needs."""

    def do(self, given: _Taken, /) -> _Returned:
        """Return the result for an item."""
        ...

    def lost(self, given: _Taken, /) -> _Returned:
        """Return the result for an item over which processes die."""
        ...


# Yields each item with its result; items are read only as they are needed.
DoItems = Callable[[Iterable[Piece]], Iterator[tuple[Piece, Produced]]]


# Items that wait or are being worked on, for each process.
AHEAD = 4


@contextmanager
def pool(job: Job[Piece, Produced], jobs: int) -> Generator[DoItems[Piece, Produced]]:
    """Return what does a job in that many processes, or `processes.MOST`, which end with it."""
    jobs = min(jobs, processes.MOST)
    workers = processes.started(jobs, _begin, job, languages.original_language())
    try:
        yield lambda items: _Queue(workers, job, jobs * AHEAD).in_order(items)
    except BaseException:
        processes.end_all(workers)
        raise
    workers.shutdown(cancel_futures=True)


# What this worker process does.
_job: Job[Any, Any]


def _begin(job: Job[Any, Any], original: str) -> None:
    global _job
    _job = job
    languages.choose_original(original)
    processes.begin_worker()


def _do(given: Any) -> Any:  # noqa: ANN401 - what the job takes and makes
    with processes.leavable():
        return _job.do(given)


class _Queue(Generic[Piece, Produced]):
    """Pending items, of which the first is waited for."""

    def __init__(self, pool: ProcessPoolExecutor, job: Job[Piece, Produced], most: int) -> None:
        self._pool = pool
        self._job = job
        self._most = most
        self._waiting: deque[tuple[Piece, Future[Produced] | None]] = deque()

    def in_order(self, items: Iterable[Piece]) -> Iterator[tuple[Piece, Produced]]:
        """Yield each item with its result.

        A process that dies takes the pool with it; its items are then retried, each in a process of
        its own, so that only the one at fault is lost and named.
        """
        source = iter(items)
        self._fill(source)
        while self._waiting:
            item, future = self._waiting.popleft()
            try:
                made = future.result() if future else self._alone(item)
            except BrokenProcessPool:
                made = self._alone(item)
            self._fill(source)
            yield item, made

    def _fill(self, source: Iterator[Piece]) -> None:
        for item in islice(source, self._most - len(self._waiting)):
            try:
                self._waiting.append((item, self._pool.submit(_do, item)))
            except BrokenProcessPool:
                self._waiting.append((item, None))

    def _alone(self, item: Piece) -> Produced:
        with processes.started(1, _begin, self._job, languages.original_language()) as pool:
            try:
                return pool.submit(_do, item).result()
            except BrokenProcessPool:
                return self._job.lost(item)
