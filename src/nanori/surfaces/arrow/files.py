"""Batches to a columnar file: Parquet in row groups of an even size, or Arrow's own."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, BinaryIO

from nanori.formats.io import writing
from nanori.model import extras
from nanori.surfaces.arrow.schema import RecordBatch, Schema, pa

PARQUET = (".parquet", ".pq")
ARROW_FILE = (".arrow", ".feather", ".ipc")
ARROW_STREAM = (".arrows",)

# Rows of a row group at most.
ROWS = 1 << 16
# Bytes in memory beyond which nothing is added to a row group.
BYTES = 1 << 25


class ColumnWriter:
    """What batches are written to, which are held until they make a row group."""

    def __init__(self, writer: Any, schema: Schema) -> None:  # noqa: ANN401 — of pyarrow
        """Write with a writer of pyarrow that has that schema."""
        self._writer, self._schema = writer, schema
        self._waiting: list[RecordBatch] = []
        self._rows = self._bytes = 0

    def write(self, batch: RecordBatch) -> None:
        """Write a batch behind those before."""
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
    """Open a columnar file, of the kind that its suffix says; it is there when it is complete."""
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

    Ours always are; a column of the input may have others in each batch.
    """
    fields = [
        field.with_type(field.type.value_type)
        if pa.types.is_dictionary(field.type) and field.name != "read_as"
        else field
        for field in schema
    ]
    return pa.schema(fields, metadata=schema.metadata)
