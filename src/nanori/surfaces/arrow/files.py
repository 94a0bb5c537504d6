"""Batches of columnar files, annotated in one process or several, to such a file, in order.

It is Parquet in row groups of an even size, or Arrow's own.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import PurePath
from typing import Any, BinaryIO, NamedTuple

import msgspec

from nanori.formats.io import parallel, writing
from nanori.formats.io.processes import DoItems
from nanori.model import extras, typed_values
from nanori.model.values import Reference
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.annotating import AnnotationPlan, ReferenceColumns
from nanori.surfaces.arrow.schema import RecordBatch, Schema, pa

PARQUET = (".parquet", ".pq")
ARROW_STREAM = (".arrows",)

# Rows of a row group at most.
ROWS = 1 << 16
# Bytes in memory beyond which nothing is added to a row group.
BYTES = 1 << 25


class ColumnWriter:
    """Writes batches, which are held until they make a row group."""

    def __init__(self, writer: Any, schema: Schema) -> None:  # noqa: ANN401 — of pyarrow
        """Write with a pyarrow writer that has that schema."""
        self._writer, self._schema = writer, schema
        self._waiting: list[RecordBatch] = []
        self._rows = self._bytes = 0

    def write(self, batch: RecordBatch) -> None:
        """Write a batch after those before."""
        self._waiting.append(batch)
        self._rows += batch.num_rows
        self._bytes += batch.nbytes
        if self._rows >= ROWS or self._bytes >= BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        if self._rows:
            table = pa.Table.from_batches(self._waiting).cast(self._schema)
            self._writer.write_table(table)
        self._waiting, self._rows, self._bytes = [], 0, 0


@contextmanager
def written(path: str, schema: Schema) -> Generator[ColumnWriter]:
    """Open a columnar file, of the kind that its suffix says; it appears when it is complete."""
    with writing.staged(path) as stream:
        schema = schema if _suffix(path) in PARQUET else _without_dictionaries(schema)
        with _writer(path, stream, schema) as writer:
            columns = ColumnWriter(writer, schema)
            yield columns
            columns.flush()


def _writer(path: str, stream: BinaryIO, schema: Schema) -> Any:  # noqa: ANN401 — of pyarrow
    if _suffix(path) in PARQUET:
        parquet = extras.load("pyarrow.parquet", "arrow")
        return parquet.ParquetWriter(stream, schema, compression="zstd")
    if _suffix(path) in ARROW_STREAM:
        return pa.ipc.new_stream(stream, schema)
    return pa.ipc.new_file(stream, schema)


def _suffix(path: str) -> str:
    return PurePath(path).suffix.lower()


def _without_dictionaries(schema: Schema) -> Schema:
    """Return a schema for files whose batches must all have the same dictionaries.

    Ours always have; a column of the input may have others in each batch.
    """
    fields = [
        field.with_type(field.type.value_type)
        if pa.types.is_dictionary(field.type) and field.name != "read_as"
        else field
        for field in schema
    ]
    return pa.schema(fields, metadata=schema.metadata)


# Rows that are turned into columns at once.
BATCH = 4096

_STRING = pa.string()

_CHANGE = pa.struct(
    [
        pa.field("start", pa.int32()),
        pa.field("end", pa.int32()),
        *(pa.field(name, _STRING) for name in ("text", "new", "form", "new_form", "scope", "rule")),
    ]
)

# The columns of `nanori restyle`: a row for each text, with its new words.
RESTYLED: Schema = pa.schema(
    [pa.field("id", _STRING), pa.field("text", _STRING), pa.field("changes", pa.list_(_CHANGE))],
    metadata=schema.SCHEMA.metadata,
)


def write(path: str, kind: Schema, rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows into a columnar file, without keys that the schema lacks."""
    left = iter(rows)
    with written(path, kind) as out:
        while some := [{**row, "id": str(row["id"])} for row in islice(left, BATCH)]:
            out.write(pa.RecordBatch.from_pylist(some, schema=kind))


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
