"""A job done on items by worker processes, with the results in order.

They end when told to, and also when nobody is left to tell them.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar, cast

from nanori.grammar import languages

# Windows can wait for no more, and no desktop machine has as many cores.
MOST = 61


def can_fork() -> bool:
    """Tell whether processes can be started without the script being safe to import."""
    return hasattr(os, "fork") and os.uname().sysname == "Linux"


# Signals that ask a program to end.
_ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def undisturbed() -> Generator[None]:
    """Hold signals back while processes are started: halfway there is nobody to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The signal by which the main process has its workers abandon their work; not on Windows.
_LEAVING = getattr(signal, "SIGUSR1", None)


class _Work:
    """What this worker process is doing."""

    is_on = False
    is_left = False


class Left(BaseException):
    """The work was abandoned because the main process wants no more of it."""


@contextmanager
def leavable() -> Generator[None]:
    """Do work that raises `Left` once the main process ends its workers, and only here.

    A worker killed while it sends a result leaves half of it in a pipe, and the main process would
    wait for the other half for ever.
    """
    _Work.is_on = True
    try:
        if _Work.is_left:
            raise Left
        yield
    finally:
        _Work.is_on = False


def _leave(number: int, frame: object) -> None:
    _Work.is_left = True
    if _Work.is_on:
        raise Left


def begin_worker() -> None:
    """Let this process be ended only by its main process, and with it, however that ends."""
    for number in _ASKING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process says when to stop
    if _LEAVING:
        signal.signal(_LEAVING, _leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the main process is gone, and then end this one at once."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def started(
    jobs: int, begin: Callable[..., None] = begin_worker, *given: object
) -> ProcessPoolExecutor:
    """Return a pool of that many processes, which start now: each calls `begin`, and waits."""
    context = multiprocessing.get_context("fork" if can_fork() else None)
    others = multiprocessing.active_children()
    with undisturbed():
        pool = ProcessPoolExecutor(jobs, context, begin, given)
        pool.submit(os.getpid)
        workers = [each for each in multiprocessing.active_children() if each not in others]
        if can_fork() and len(workers) == jobs:  # otherwise more of them start as needed
            # A worker killed while it sends a result has sent half of it. The end is noticed once
            # nobody can send any more, and until here this process could.
            pool._result_queue._writer.close()  # type: ignore[attr-defined]
            _end_together(workers)
    return pool


def _end_together(workers: Sequence[BaseProcess]) -> None:
    """See to it that if one of these processes dies, soon all are gone.

    Python ends the others itself, but not while it waits for the rest of what the dead one sent.
    """

    def watch() -> None:
        left = {worker.sentinel: worker for worker in workers}
        wait(list(left))
        end = time.monotonic() + PATIENCE
        while left and (remaining := end - time.monotonic()) > 0:
            for sentinel in wait(list(left), remaining):
                del left[cast("int", sentinel)]
        for worker in left.values():
            if worker.pid:
                os.kill(worker.pid, signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


# Seconds that the threads feeding the workers have to end, once these are gone.
PATIENCE = 5.0


def end_all(pool: ProcessPoolExecutor) -> None:
    """End all workers without waiting for what they do.

    The threads that feed them are waited for, but not for ever: if the interpreter ends first,
    Python writes to a pipe that they have closed, and shows a traceback.
    """
    for process in multiprocessing.active_children():
        if _LEAVING and process.pid:
            with suppress(ProcessLookupError):  # it has just ended by itself
                os.kill(process.pid, _LEAVING)
        else:
            process.terminate()
    how = {"wait": True, "cancel_futures": True}
    closing = threading.Thread(target=pool.shutdown, kwargs=how, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    for process in multiprocessing.active_children():
        process.kill()


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
    """Return what does a job in that many processes, or `MOST`, which end with it."""
    jobs = min(jobs, MOST)
    workers = started(jobs, _begin, job, languages.original_language())
    try:
        yield lambda items: _Queue(workers, job, jobs * AHEAD).in_order(items)
    except BaseException:
        end_all(workers)
        raise
    workers.shutdown(cancel_futures=True)


# What this worker process does.
_job: Job[Any, Any]


def _begin(job: Job[Any, Any], original: str) -> None:
    global _job
    _job = job
    languages.choose_original(original)
    begin_worker()


def _do(given: Any) -> Any:  # noqa: ANN401 - what the job takes and makes
    with leavable():
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
        with started(1, _begin, self._job, languages.original_language()) as pool:
            try:
                return pool.submit(_do, item).result()
            except BrokenProcessPool:
                return self._job.lost(item)
