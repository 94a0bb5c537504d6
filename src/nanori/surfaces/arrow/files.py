"""Batches to a columnar file: Parquet in row groups of an even size, or Arrow's own."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import PurePath
from typing import Any, BinaryIO

from nanori.formats.io import writing
from nanori.game import ability_rows
from nanori.model import extras
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.schema import RecordBatch, Schema, pa

PARQUET = (".parquet", ".pq")
ARROW_FILE = (".arrow", ".feather", ".ipc")
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

_STRING, _STRINGS = pa.string(), pa.list_(pa.string())

# The columns of `nanori table`: a row for each card, face and language.
SELF_FORMS: Schema = pa.schema(
    [
        *(pa.field(name, _STRING) for name in ("id", "lang", "name", "name_en", "type")),
        *(pa.field(name, _STRINGS) for name in ("names", "demonstratives", "for_holder")),
        *(pa.field(name, _STRING) for name in ("text", "text_nameless")),
    ],
    metadata=schema.SCHEMA.metadata,
)

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


_SLOT = pa.struct(
    [
        *(pa.field(name, pa.int32()) for name in ("start", "end", "level")),
        pa.field("quotes", pa.list_(pa.int32())),
        *(
            pa.field(name, _STRING)
            for name in ("text", "form", "target", "role", "part", "clause_role", "verb", "rule")
        ),
    ]
)

# The columns of `nanori table --abilities`: a row for each ability.
ABILITIES: Schema = pa.schema(
    [
        *(
            pa.field(name, _STRING)
            for name in (
                *("id", "oracle_id", "name", "name_en", "lang", "type", "layout", "printed"),
                *("released", "ability_id", "kind", "section", "text", "slots", "text_hash"),
            )
        ),
        *(pa.field(name, pa.int32()) for name in ("version", "number", "pronouns")),
        pa.field("references", pa.list_(_SLOT)),
    ],
    metadata={"nanori.abilities": str(ability_rows.VERSION)},
)


def write(path: str, kind: Schema, rows: Iterable[Mapping[str, object]]) -> None:
    """Write rows into a columnar file, without keys that the schema lacks."""
    left = iter(rows)
    with written(path, kind) as out:
        while some := [{**row, "id": str(row["id"])} for row in islice(left, BATCH)]:
            out.write(pa.RecordBatch.from_pylist(some, schema=kind))
