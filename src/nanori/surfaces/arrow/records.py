"""Reference records as JSON Lines to columns: a row for each text of a file of any format."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from nanori.model import typed_values
from nanori.model.values import Reference
from nanori.surfaces.arrow import schema
from nanori.surfaces.arrow.references import ReferenceColumns
from nanori.surfaces.arrow.schema import RecordBatch, Schema, pa

# A reference record, as `nanori annotate` writes one a line.
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
