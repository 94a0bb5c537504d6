"""Batches to batches with references, in this process or in several, in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from nanori.arrow.annotating import AnnotationPlan
from nanori.arrow.references import ReferenceColumns
from nanori.arrow.schema import RecordBatch, pa
from nanori.formats.io import processes

AHEAD = 4
"""Batches that wait or are being worked on, for each process."""


class FileBatch(NamedTuple):
    """Rows of a file."""

    path: str
    read: int
    """Bytes of the file that had been read by then, as far as that can be told."""
    before: int
    """Rows of the file before these."""
    rows: RecordBatch


Referenced = tuple[FileBatch, RecordBatch]
"""Rows, and the columns of `SCHEMA` for them."""
Annotate = Callable[[Iterable[FileBatch]], Iterator[Referenced]]


@contextmanager
def workers(plan: AnnotationPlan, jobs: int) -> Generator[Annotate]:
    """Return what annotates batches in that many processes; one job is this process's own.

    Start it before anything that has threads.
    """
    jobs = min(jobs, processes.MOST)
    if jobs == 1:
        yield lambda batches: ((each, plan.references(each.rows)) for each in batches)
        return
    pool = _pool(plan, jobs)
    try:
        yield lambda batches: _in_order(pool, plan, batches, jobs * AHEAD)
    except BaseException:
        processes.end_all(pool)
        raise
    pool.shutdown(cancel_futures=True)


def _pool(plan: AnnotationPlan, jobs: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork" if processes.can_fork() else None)
    with processes.undisturbed():
        pool = ProcessPoolExecutor(jobs, context, _begin, (plan,))
        pool.submit(os.getpid)
    return pool


_plan: AnnotationPlan
"""What this worker process does."""


def _begin(plan: AnnotationPlan) -> None:
    global _plan
    _plan = plan
    processes.begin_worker()


def _work(rows: bytes) -> bytes:
    return _packed(_plan.references(_unpacked(rows)))


def _packed(batch: RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def _unpacked(content: bytes) -> RecordBatch:
    return pa.ipc.open_stream(content).read_next_batch()


def _in_order(
    pool: ProcessPoolExecutor, plan: AnnotationPlan, batches: Iterable[FileBatch], ahead: int
) -> Iterator[Referenced]:
    """Yield each batch with its references, in order, with no more than `ahead` of them in hand.

    A process that dies takes the pool with it; its batches are then tried once more, each in a
    process of its own, so that only the one at fault is lost and named.
    """
    source = iter(batches)
    waiting: deque[tuple[FileBatch, Future[bytes] | None]] = deque()
    columns = plan.columns.every()

    def asked(batch: FileBatch) -> bytes:
        return _packed(batch.rows.select(columns))

    def fill() -> None:
        for batch in islice(source, ahead - len(waiting)):
            try:
                waiting.append((batch, pool.submit(_work, asked(batch))))
            except BrokenProcessPool:
                waiting.append((batch, None))

    fill()
    while waiting:
        batch, future = waiting.popleft()
        try:
            done = _unpacked(future.result()) if future else _alone(plan, batch, asked(batch))
        except BrokenProcessPool:
            done = _alone(plan, batch, asked(batch))
        fill()
        yield batch, done


def _alone(plan: AnnotationPlan, batch: FileBatch, rows: bytes) -> RecordBatch:
    """Return the references of a batch by a process of its own; in error where that dies, too."""
    with _pool(plan, 1) as pool:
        try:
            return _unpacked(pool.submit(_work, rows).result())
        except BrokenProcessPool:
            lost = ReferenceColumns()
            last = batch.before + batch.rows.num_rows
            for _ in range(batch.rows.num_rows):
                lost.add_none(f"a worker process died over the rows {batch.before + 1} to {last}")
            return lost.batch()
