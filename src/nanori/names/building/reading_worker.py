"""Names to their readings, in a process beside this one where there are many."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from nanori.formats.io import processes
from nanori.names import keys, readings
from nanori.names.keys import ReadName, UnreadName

# Bytes of sources from which on another process is worth starting.
MANY = 1 << 18

# Gives the readings, waiting for them if need be.
Later = Callable[[], list[ReadName]]

# Begins to read names.
Begin = Callable[[Sequence[UnreadName]], Later]


@contextmanager
def reader(size: int) -> Generator[Begin]:
    """Return what reads the names of sources that are that many bytes long.

    Reading needs a large dictionary. A process of its own loads it while the sources are read,
    and reads names while the tables are written.
    """
    if size < MANY or (os.cpu_count() or 1) < 2 or not processes.can_fork():
        yield lambda names: lambda: keys.read(names)
        return
    with processes.undisturbed():
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("fork"), processes.begin_worker)
        pool.submit(readings.prepare)
    try:
        yield lambda names: _later(pool.submit(keys.read, names), names)
    except BaseException:
        processes.end_all(pool)
        raise
    pool.shutdown(cancel_futures=True)


def _later(future: Future[list[ReadName]], names: Sequence[UnreadName]) -> Later:
    def wait() -> list[ReadName]:
        try:
            return future.result()
        except BrokenProcessPool:
            return keys.read(names)

    return wait
