"""Batches to batches with references, in this process or in several, in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from nanori.formats.io import parallel
from nanori.formats.io.processes import DoItems
from nanori.model import typed_values
from nanori.model.values import Reference
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.annotating import AnnotationPlan, ReferenceColumns
from nanori.surfaces.arrow.schema import RecordBatch, Schema, pa


class FileBatch(NamedTuple):
    """Rows of a file."""

    path: str
    read: int
    """Bytes of the file that had been read by then, as far as known."""
    before: int
    """Rows of the file before these."""
    rows: RecordBatch
    group: int | None = None
    """The row group that they belong to, if the file has any."""


# Rows, and the columns of `SCHEMA` for them.
Referenced = tuple[FileBatch, RecordBatch]
Annotate = Callable[[Iterable[FileBatch]], Iterator[Referenced]]


class _Referencing(NamedTuple):
    """What a plan says, as a job for several processes, which get rows as Arrow bytes."""

    plan: AnnotationPlan

    def do(self, given: tuple[int, bytes]) -> bytes:
        """Return the references of rows."""
        return _packed(self.plan.references(_unpacked(given[1])))

    def lost(self, given: tuple[int, bytes]) -> bytes:
        """Return an error for each row."""
        before, rows = given
        count = _unpacked(rows).num_rows
        lost = ReferenceColumns()
        for _ in range(count):
            lost.add_none(f"a worker process died over the rows {before + 1} to {before + count}")
        return _packed(lost.batch())


@contextmanager
def workers(plan: AnnotationPlan, jobs: int) -> Generator[Annotate]:
    """Return what annotates batches in that many processes; see `parallel.working`."""
    if jobs == 1:
        yield lambda batches: ((each, plan.references(each.rows)) for each in batches)
        return
    with parallel.working(_Referencing(plan), jobs) as do:
        yield lambda batches: _referenced(do, plan, batches)


def _referenced(
    do: DoItems[tuple[int, bytes], bytes], plan: AnnotationPlan, batches: Iterable[FileBatch]
) -> Iterator[Referenced]:
    """Yield each batch with its references; batches in hand wait in this process."""
    columns = plan.columns.every()
    waiting: deque[FileBatch] = deque()

    def given() -> Iterator[tuple[int, bytes]]:
        for batch in batches:
            waiting.append(batch)
            yield batch.before, _packed(batch.rows.select(columns))

    for _, made in do(given()):
        yield waiting.popleft(), _unpacked(made)


def _packed(batch: RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def _unpacked(content: bytes) -> RecordBatch:
    return pa.ipc.open_stream(content).read_next_batch()


# A reference record, as `nanori annotate` writes one per line.
RECORDS: Schema = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("lang", schema.SCHEMA.field("read_as").type),
        pa.field("name", pa.string()),
        schema.SCHEMA.field("references"),
    ],
    metadata=schema.SCHEMA.metadata,
)


class _Record(msgspec.Struct):
    id: str | int
    lang: str
    name: str
    references: list[Reference]


_decoder = typed_values.decoder(_Record)


def of_lines(lines: Iterable[bytes]) -> RecordBatch:
    """Return the columns of reference records, which are `RECORDS`."""
    made = ReferenceColumns()
    ids: list[str] = []
    names: list[str] = []
    for line in lines:
        record = _decoder.decode(line)
        ids.append(str(record.id))
        names.append(record.name)
        made.add(record.lang, [(0, record.references)])
    lang, references, _ = made.batch().columns
    columns = [pa.array(ids, pa.string()), lang, pa.array(names, pa.string()), references]
    return pa.RecordBatch.from_arrays(columns, schema=RECORDS)
