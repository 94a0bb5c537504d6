"""Rows of other commands to columnar files: how a card calls itself, and how it is reworded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from nanori.game import ability_rows
from nanori.surfaces.arrow import files, schema
from nanori.surfaces.arrow.schema import Schema, pa

# Rows that are made columns of at once.
ROWS = 4096

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
    """Write rows into a columnar file; keys that the schema has not are left out."""
    left = iter(rows)
    with files.written(path, kind) as out:
        while some := [{**row, "id": str(row["id"])} for row in islice(left, ROWS)]:
            out.write(pa.RecordBatch.from_pylist(some, schema=kind))
