"""A table with lists of references to one in which each reference is a row."""

from collections.abc import Sequence
from typing import Any

from nanori.model import extras
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.schema import LONG, REFERENCE, Array, RecordBatch, Schema, pa


def long_schema(annotated: Schema, keep: Sequence[str]) -> Schema:
    """Return the schema of the long layout: `row`, the kept columns, those of a reference.

    A kept column with a name that is already taken has `card_` before it.
    """
    kept = [
        field.with_name(f"card_{field.name}") if field.name in LONG.names else field
        for field in (annotated.field(name) for name in keep)
    ]
    fields = [LONG.field("row"), *kept, *REFERENCE]
    return pa.schema(fields, metadata=schema.SCHEMA.metadata)


def long(data: Any, *, keep: Sequence[str] = ()) -> Any:  # noqa: ANN401 — a Table or RecordBatch
    """Return a row for each reference of an annotated table, in order, with the number of its row.

    Rows count from 1. `keep` are columns of the table that each reference is to have, too; one
    named as a column of a reference is, as `text`, has `card_` before its name.

        >>> import pyarrow
        >>> import nanori.arrow
        >>> cards = pyarrow.table({"name": ["Salt Quay"], "text": ["{T}: Untap Salt Quay."]})
        >>> found = nanori.arrow.long(nanori.arrow.annotate(cards), keep=["name"])
        >>> found.select(["row", "name", "start", "end", "form"]).to_pylist()
        [{'row': 1, 'name': 'Salt Quay', 'start': 11, 'end': 20, 'form': 'full'}]
    """
    if isinstance(data, pa.RecordBatch):
        return long_batch(data, long_schema(data.schema, keep), keep, 0)
    wanted_schema = long_schema(data.schema, keep)
    batches: list[RecordBatch] = []
    row = 0
    for batch in data.to_batches():
        batches.append(long_batch(batch, wanted_schema, keep, row))
        row += batch.num_rows
    return pa.Table.from_batches(batches, wanted_schema)


def long_batch(
    batch: RecordBatch, wanted_schema: Schema, keep: Sequence[str], before: int
) -> RecordBatch:
    """Return the references of a batch before which so many rows stand."""
    references = batch.column("references")
    compute = extras.load("pyarrow.compute", "arrow")
    parents: Array = compute.list_parent_indices(references)
    rows: Array = compute.add(parents.cast(pa.int64()), before + 1)
    inner = references.flatten()
    fields = [inner.field(place) for place in range(inner.type.num_fields)]
    kept = [batch.column(name).take(parents) for name in keep]
    return pa.RecordBatch.from_arrays([rows, *kept, *fields], schema=wanted_schema)
