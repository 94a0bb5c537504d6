"""A job done on items by worker processes, with the results in order.

They end when told to, and also when nobody is left to tell them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar, cast

from nanori.grammar import languages

# Windows can wait for no more, and no desktop machine has as many cores.
MAX_PROCESSES = 61


def can_fork() -> bool:
    """Tell whether processes can be started without the script being safe to import."""
    return hasattr(os, "fork") and os.uname().sysname == "Linux"


# Signals that ask a program to end.
_ASKING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def _undisturbed() -> Generator[None]:
    """Hold signals back while processes are started: halfway there is nobody to end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _ASKING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def begin_worker() -> None:
    """Let this process be ended only by its main process, and with it, however that ends."""
    for number in _ASKING:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process says when to stop
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKING)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the main process is gone, and then end this one at once."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


Piece = TypeVar("Piece")
Produced = TypeVar("Produced")
_Taken = TypeVar("_Taken", contravariant=True)
_Returned = TypeVar("_Returned", covariant=True)


class Job(Protocol[_Taken, _Returned]):
    """What is done in each process, with everything that it needs."""

    def do(self, work: _Taken, /) -> _Returned:
        """Return the result for an item."""
        ...

    def lost(self, work: _Taken, /) -> _Returned:
        """Return the result for an item over which processes die."""
        ...


# Yields each item with its result; items are read only as they are needed.
DoItems = Callable[[Iterable[Piece]], Iterator[tuple[Piece, Produced]]]


# Items that wait for those before them or are being worked on, for each process.
AHEAD = 4
# Of these, how many a process has: one that it works on, and the next.
_AT_HAND = 2


@contextmanager
def pool(job: Job[Piece, Produced], jobs: int) -> Generator[DoItems[Piece, Produced]]:
    """Return what does a job in that many processes, or `MAX_PROCESSES`, which end with it."""
    workers: list[_Worker] = []
    try:
        for _ in range(min(jobs, MAX_PROCESSES)):
            workers.append(_Worker(job))
        yield lambda items: _in_order(workers, items)
    finally:
        for worker in workers:
            worker.end()


@dataclass
class _Item:
    """An item, and what was made of it, or the exception."""

    item: Any
    result: Any = None
    is_done: bool = False
    is_retried: bool = False


class _Worker:
    """A process with a pipe: items go there one after another, and their results come back."""

    def __init__(self, job: Job[Any, Any]) -> None:
        self._job = job
        self.items: deque[_Item] = deque()
        """Those that it has; it works on the first."""
        self._begin()

    def _begin(self) -> None:
        context = cast("Any", multiprocessing.get_context("fork" if can_fork() else None))
        self.pipe, its = context.Pipe()
        arguments = (its, self._job, languages.original_language())
        self._process = context.Process(target=_work, args=arguments, daemon=True)
        with _undisturbed():
            self._process.start()
        its.close()  # so that the pipe ends with the process

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def give(self, item: _Item) -> None:
        """Let an item be worked on after those that it has."""
        self.items.append(item)
        with suppress(OSError):  # it has died, which is found out where its result is awaited
            self.pipe.send(item.item)

    def take(self) -> None:
        """Take the result that has come, or begin anew if the process has died.

        The item over which it died is tried once more; the next is not at fault.
        """
        first = self.items.popleft()
        try:
            first.result, first.is_done = self.pipe.recv(), True
        except (EOFError, OSError):
            self.end()
            self._begin()
            waiting, self.items = self.items, deque[_Item]()
            if first.is_retried:
                first.result, first.is_done = self._job.lost(first.item), True
            else:
                first.is_retried = True
                waiting.appendleft(first)
            for item in waiting:
                self.give(item)


def _work(pipe: Any, job: Job[Any, Any], original: str) -> None:  # noqa: ANN401 — a Connection
    """Do the job on what comes through a pipe, in a process of its own."""
    begin_worker()
    languages.choose_original(original)
    items = SimpleQueue[Any]()

    def read() -> None:  # always, so that neither side waits for the other to read
        with suppress(EOFError, OSError):
            while True:
                items.put(pipe.recv())
        os._exit(1)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            result = job.do(items.get())
        except Exception as error:
            result = error
        pipe.send(result)


def _in_order(workers: Sequence[_Worker], items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each item with its result."""
    source = map(_Item, items)
    waiting: deque[_Item] = deque()

    def fill() -> None:
        for _ in range(_AT_HAND):
            for worker in workers:
                has_room = len(waiting) < AHEAD * len(workers) and len(worker.items) < _AT_HAND
                if has_room and (item := next(source, None)):
                    waiting.append(item)
                    worker.give(item)

    fill()
    while waiting:
        while not waiting[0].is_done:
            by_pipe = {worker.pipe: worker for worker in workers if worker.items}
            for pipe in wait([*by_pipe]):
                by_pipe[cast("Any", pipe)].take()
            fill()
        first = waiting.popleft()
        if isinstance(first.result, Exception):
            raise first.result
        fill()
        yield first.item, first.result
