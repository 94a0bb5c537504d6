"""`nanori annotate cards.parquet -o references.parquet`: batch by batch, whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from nanori.annotation.known_names import KnownNames
from nanori.formats.columnar import opening
from nanori.formats.io import streams, writing
from nanori.model import extras
from nanori.model.errors import NanoriError
from nanori.surfaces.cli import inputs, progress
from nanori.surfaces.cli.inputs import FailureLog

# Bytes in memory beyond which nothing is added to a row group.
MAX_BYTES = 1 << 25


class FileBatch(NamedTuple):
    """Rows of a file, a batch of pyarrow."""

    path: str
    read: int
    """Bytes of the file that had been read by then, as far as known."""
    before: int
    """Rows of the file before these."""
    rows: Any


def annotate(
    paths: Sequence[str],
    output: str,
    columns: Mapping[str, str],
    failures: FailureLog,
    *,
    names: str | None,
    file_names: bool,
    lang: str,
) -> Counter[str]:
    """Write the rows of columnar files with all their columns and their references.

    `columns` says which column has which field, `names` is a file of them, and `file_names`
    whether the files' cards know each other. Returns how many were read, as `inputs.was_read`
    tells it. NanoriError for files of other formats, damaged ones, other columns than those of the
    first, or if none of the rows has a text.
    """
    from nanori.surfaces.arrow import TableAnnotator

    with opening.opened(paths[0]) as first:
        try:
            annotator = TableAnnotator(first.schema, columns, None, lang)
        except NanoriError as error:
            error.path = paths[0]
            raise
    known_names = inputs.known(names) or KnownNames(())
    if file_names:
        needed = [*annotator.columns.values()]
        known_names.add(annotator.names_in(each.rows for each in _batches(paths, needed)))
    annotator.names = known_names if len(known_names) else None
    pa, parquet = (extras.load(module, "arrow") for module in ("pyarrow", "pyarrow.parquet"))
    read, group = Counter[str](), list[Any]()
    with (
        writing.staged(output) as stream,
        parquet.ParquetWriter(stream, annotator.schema, compression="zstd") as out,
    ):
        for batch in progress.watched(_batches(paths), paths, output):
            group.append(annotator.annotated(batch.rows))
            errors = group[-1].column("error").to_pylist()
            read["rows"] += len(errors)
            read["records"] += errors.count(None)
            read["without_text"] += batch.rows.column(annotator.text).null_count
            for line, reason in enumerate(errors, batch.before + 1):
                if reason is not None:
                    failures.note(NanoriError(reason, path=batch.path, line=line))
            if sum(each.nbytes for each in group) >= MAX_BYTES:
                out.write_table(pa.Table.from_batches(group))
                group = []
        if group:
            out.write_table(pa.Table.from_batches(group))
        if read["without_text"] == read["rows"]:
            reason = "no row has a rules text: one at least was wanted"
            raise NanoriError(reason, path=paths[0])
    return read


def _batches(paths: Sequence[str], columns: Sequence[str] | None = None) -> Iterator[FileBatch]:
    """Yield the batches of files that all have the columns of the first."""
    schema = None
    for path in paths:
        size = streams.size(path) or 0
        with opening.opened(path) as file:
            schema = schema or file.schema
            if not file.schema.equals(schema):
                raise NanoriError(f"its columns are others than those of {paths[0]}", path=path)
            start = 0
            for rows in file.batches(columns):
                yield FileBatch(path, size * start // file.rows if file.rows else 0, start, rows)
                start += rows.num_rows
