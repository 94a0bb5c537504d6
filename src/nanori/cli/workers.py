"""Batches of records to finished output, in this process or in several, in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice

from msgspec import Struct

from nanori.annotation.known_names import KnownNames
from nanori.annotation.pipeline import annotate
from nanori.cli import reporting
from nanori.formats import reader
from nanori.formats.io import processes
from nanori.formats.records import Batch, Record
from nanori.model.errors import DataFileError, NanoriError

AHEAD = 4
"""Batches that wait or are being worked on, for each process."""


class Task(Struct, frozen=True):
    """What is to be made of each record."""

    to: str
    """`jsonl`, `markup`, `summary` or `explained`."""
    known: KnownNames | None = None
    """Names of other cards."""


WRITERS = {"markup": reporting.markup, "explained": reporting.explained}
"""What is written of a record, but for JSON."""


class Done(Struct, frozen=True):
    """What became of a batch."""

    output: bytes = b""
    counts: Counter[tuple[str, str]] = Counter()
    """For `summary` only."""
    errors: tuple[NanoriError, ...] = ()
    """The records that could not be processed."""


def work(task: Task, batch: Batch) -> Done:
    """Return the output for a batch of records."""
    pieces: list[bytes] = []
    errors: list[NanoriError] = []
    counts: reporting.Counts = Counter()
    write = WRITERS.get(task.to, reporting.jsonl)
    for record in reader.records(batch):
        if isinstance(record, NanoriError):
            errors.append(record)
            continue
        try:
            references = annotate(record.card, task.known, record.markup)
            if task.to == "summary":
                counts += reporting.counted(record, references)
            else:
                pieces.append(write(record, references))
        except DataFileError:
            raise  # each of the others would say the same
        except Exception as error:  # our fault; but the other records are still to be done
            errors.append(_fault(record, error))
    return Done(b"".join(pieces), counts, tuple(errors))


def _fault(record: Record, error: Exception) -> NanoriError:
    if isinstance(error, NanoriError):
        return NanoriError(error.message, path=record.path, line=record.line)
    reason = f"internal error, please report it: {type(error).__name__}: {error}"
    return NanoriError(" ".join(reason.split()), path=record.path, line=record.line)


DoBatches = Callable[[Iterable[Batch]], Iterator[Done]]
"""Does batches one after another, reading them only as they are needed."""


@contextmanager
def workers(task: Task, jobs: int) -> Generator[DoBatches]:
    """Return what does batches in that many processes, or `processes.MOST`; one job is this one's.

    The processes are started at once, so call it before threads and progress bars are.
    """
    jobs = min(jobs, processes.MOST)
    if jobs == 1:
        yield lambda batches: (work(task, batch) for batch in batches)
        return
    pool = _pool(task, jobs)
    try:
        yield lambda batches: _in_order(pool, task, batches, jobs * AHEAD)
    except BaseException:
        processes.end_all(pool)
        raise
    pool.shutdown(cancel_futures=True)


def _pool(task: Task, jobs: int) -> ProcessPoolExecutor:
    start = "fork" if processes.can_fork() else None
    context = multiprocessing.get_context(start)
    with processes.undisturbed():
        pool = ProcessPoolExecutor(jobs, context, _begin, (task,))
        pool.submit(os.getpid)
    return pool


_task = Task("jsonl")
"""The task of this worker process."""


def _begin(task: Task) -> None:
    global _task
    _task = task
    processes.begin_worker()


def _work(batch: Batch) -> Done:
    return work(_task, batch)


def _in_order(
    pool: ProcessPoolExecutor, task: Task, batches: Iterable[Batch], ahead: int
) -> Iterator[Done]:
    """Yield what becomes of each batch, in order, with no more than `ahead` of them in hand.

    A process that dies takes the pool with it; its batches are then tried once more, each in a
    process of its own, so that only the one at fault is lost and named.
    """
    source = iter(batches)
    waiting: deque[tuple[Batch, Future[Done] | None]] = deque()

    def fill() -> None:
        for batch in islice(source, ahead - len(waiting)):
            try:
                waiting.append((batch, pool.submit(_work, batch)))
            except BrokenProcessPool:
                waiting.append((batch, None))

    fill()
    while waiting:
        batch, future = waiting.popleft()
        try:
            done = future.result() if future else _alone(task, batch)
        except BrokenProcessPool:
            done = _alone(task, batch)
        fill()
        yield done


def _alone(task: Task, batch: Batch) -> Done:
    with _pool(task, 1) as pool:
        try:
            return pool.submit(_work, batch).result()
        except BrokenProcessPool:
            reason = (
                f"a worker process died over this and the next {len(batch.elements) - 1} records"
            )
            line = batch.elements[0].line
            return Done(errors=(NanoriError(reason, path=batch.path, line=line),))
