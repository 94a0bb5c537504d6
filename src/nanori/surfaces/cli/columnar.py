"""`nanori annotate cards.parquet -o references.parquet`: batch by batch, whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nanori.annotation.known_names import KnownNames
from nanori.formats.columnar import opening
from nanori.formats.io import streams, writing
from nanori.model import extras
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli.inputs import FailureLog

# Bytes in memory beyond which nothing is added to a row group.
BYTES = 1 << 25


class ColumnarOrder(NamedTuple):
    """What is to be annotated, and where to."""

    paths: Sequence[str]
    output: str
    columns: dict[str, str]
    """Which column has which field, as far as the user says so."""
    names: str | None
    file_names: bool
    lang: str


class FileBatch(NamedTuple):
    """Rows of a file."""

    path: str
    read: int
    """Bytes of the file that had been read by then, as far as known."""
    before: int
    """Rows of the file before these."""
    rows: Any
    """A batch of pyarrow."""


def annotate(order: ColumnarOrder, failures: FailureLog) -> Counter[str]:
    """Write the rows of columnar files with all their columns and their references.

    Returns how many were read, as `inputs.was_read` tells it.

    NanoriError for files of other formats, damaged ones, other columns than those of the first, or
    if none of the rows has a text.
    """
    from nanori.surfaces.arrow import TableAnnotator

    with opening.opened(order.paths[0]) as first:
        schema = first.schema
    try:
        annotator = TableAnnotator(schema, order.columns, None, order.lang)
    except NanoriError as error:
        error.path = order.paths[0]
        raise
    names = inputs.known(order.names) or KnownNames(())
    if order.file_names:
        needed = annotator.columns.every()
        names.add(annotator.names_in(each.rows for each in _batches(order.paths, needed)))
    annotator.names = names if len(names) else None
    pa, parquet = (extras.load(module, "arrow") for module in ("pyarrow", "pyarrow.parquet"))
    read, group, size = Counter[str](), list[Any](), 0
    with (
        writing.staged(order.output) as stream,
        parquet.ParquetWriter(stream, annotator.schema, compression="zstd") as out,
    ):
        batches = progress.watched(_batches(order.paths), order.paths, order.output)
        for batch in batches:
            annotated = annotator.annotated(batch.rows)
            group.append(annotated)
            size += annotated.nbytes
            if size >= BYTES:
                out.write_table(pa.Table.from_batches(group))
                group, size = [], 0
            errors = annotated.column("error").to_pylist()
            read["rows"] += len(errors)
            read["records"] += errors.count(None)
            read["without_text"] += batch.rows.column(annotator.columns.text).null_count
            for number, reason in enumerate(errors, 1):
                if reason is not None:
                    line = batch.before + number
                    failures.note(NanoriError(reason, path=batch.path, line=line))
        if group:
            out.write_table(pa.Table.from_batches(group))
        if read["without_text"] == read["rows"]:
            reason = "no row has a rules text: one at least was wanted"
            raise NanoriError(reason, path=order.paths[0])
    return read


def _batches(paths: Sequence[str], columns: Sequence[str] | None = None) -> Iterator[FileBatch]:
    """Yield the batches of files that all have the columns of the first."""
    schema = None
    for path in paths:
        size = streams.size(path) or 0
        with opening.opened(path) as file:
            if schema is not None and not file.schema.equals(schema):
                raise NanoriError(f"its columns are others than those of {paths[0]}", path=path)
            schema = file.schema
            before = 0
            for rows in file.batches(columns):
                read = size * before // file.rows if file.rows else 0
                yield FileBatch(path, read, before, rows)
                before += rows.num_rows
