"""The columns that annotating adds to a table, and the table in which each reference is a row."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias, get_args

from nanori.formats.columnar.opening import is_words
from nanori.grammar import languages
from nanori.model import arguments, extras
from nanori.model.errors import NanoriError
from nanori.model.values import Form, Scope, Target

pa = extras.load("pyarrow", "arrow")

# A pyarrow array, chunked or not; pyarrow has no types.
Array: TypeAlias = Any
RecordBatch: TypeAlias = Any
Schema: TypeAlias = Any
Type: TypeAlias = Any

# Version of the schema; raised when a column changes, not when one is added.
VERSION = "1"

FORMS: tuple[str, ...] = get_args(Form)
TARGETS: tuple[str, ...] = get_args(Target)
SCOPES: tuple[str, ...] = get_args(Scope)
# The rules of the game that decide a reading (`annotation.binding`).
RULES = ("201.5", "700.7", "201.5a", "201.5c", "201.6", "201.2", "712.1", "111.4")

_WORD = pa.dictionary(pa.int8(), pa.string())

# A reference: the fields of `nanori.Reference`; start and end count code points of the text.
REFERENCE: Type = pa.struct(
    [
        pa.field("start", pa.int32(), nullable=False),
        pa.field("end", pa.int32(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("form", _WORD, nullable=False),
        pa.field("target", _WORD, nullable=False),
        pa.field("scope", _WORD, nullable=False),
        pa.field("rule", _WORD, nullable=False),
        pa.field("refers_to", pa.string()),
    ]
)

# The columns that annotating adds.
#
# `read_as` is the language that a text was read in; `references` are those in it, in order, NULL
# where there is no text; `error` says why a row could not be read, whose references are NULL then.
SCHEMA: Schema = pa.schema(
    [
        pa.field("read_as", _WORD),
        pa.field("references", pa.list_(REFERENCE)),
        pa.field("error", pa.string()),
    ],
    metadata={"nanori.schema": VERSION},
)

# The columns of the layout in which each reference is a row: `row` is that of its text, from 1.
LONG: Schema = pa.schema([pa.field("row", pa.int64(), nullable=False), *REFERENCE]).with_metadata(
    SCHEMA.metadata
)


class ColumnTakenError(NanoriError):
    """A table has a column of its own with the name of one of ours."""


def with_references(given: Schema, keep: tuple[str, ...] | None = None) -> Schema:
    """Return the schema of a table once it is annotated: `keep`, or every column, and ours.

    Columns of ours that are already there are replaced. NanoriError if one of those names is that
    of a column of another type, or `keep` names an unknown one.
    """
    if keep is not None:
        lacking = [name for name in keep if name not in given.names]
        if lacking:
            raise no_column(lacking[0], given.names)
    fields = [field for field in given if keep is None or field.name in keep]
    for field in fields:
        if field.name in SCHEMA.names and not _is_ours(field):
            raise ColumnTakenError(f"there is a column “{field.name}”, {field.type}, already")
    kept = [field for field in fields if field.name not in SCHEMA.names]
    return pa.schema([*kept, *SCHEMA], metadata={**(given.metadata or {}), **metadata()})


@cache
def metadata() -> dict[bytes, bytes]:
    """Return what a table says about its references: the schema, and what found them."""
    from nanori import __version__

    made = {"nanori.version": __version__, "nanori.grammar": languages.fingerprint()}
    return {**SCHEMA.metadata, **{key.encode(): value.encode() for key, value in made.items()}}


def schema_of(data: Any) -> Schema:  # noqa: ANN401 — of pyarrow, or what can be had as a stream
    """Return the schema of a table; WrongTypeError for anything else."""
    if hasattr(data, "schema") and isinstance(data.schema, pa.Schema):
        return data.schema
    if not hasattr(data, "__arrow_c_stream__"):
        raise arguments.wrong("data", data, "RecordBatch, Table or RecordBatchReader")
    return pa.table(data).schema


def no_column(name: str, names: list[str]) -> NanoriError:
    """Return the error for an unknown column."""
    there = ", ".join(f"“{each}”" for each in names[:40])
    return NanoriError(f"no column “{name}”, there are: {there}{' …' if len(names) > 40 else ''}")


def _is_ours(field: Any) -> bool:  # noqa: ANN401 — a field of pyarrow
    """Tell whether a column may be one of ours from before, however a program has stored it."""
    if field.name != "references":
        return is_words(field.type) or pa.types.is_null(field.type)
    is_list = pa.types.is_list(field.type) or pa.types.is_large_list(field.type)
    inner = field.type.value_type if is_list else None
    if inner is None or not pa.types.is_struct(inner):
        return False
    return {"start", "end", "form"} <= {
        inner.field(place).name for place in range(inner.num_fields)
    }


def long_schema(annotated: Schema, keep: Sequence[str]) -> Schema:
    """Return the schema of the long layout: `row`, the kept columns, those of a reference.

    A kept column whose name is already taken gets the prefix `card_`.
    """
    kept = [
        field.with_name(f"card_{field.name}") if field.name in LONG.names else field
        for field in (annotated.field(name) for name in keep)
    ]
    fields = [LONG.field("row"), *kept, *REFERENCE]
    return pa.schema(fields, metadata=SCHEMA.metadata)


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
    """Return the references of a batch that `before` rows precede."""
    references = batch.column("references")
    compute = extras.load("pyarrow.compute", "arrow")
    parents: Array = compute.list_parent_indices(references)
    rows: Array = compute.add(parents.cast(pa.int64()), before + 1)
    inner = references.flatten()
    fields = [inner.field(place) for place in range(inner.type.num_fields)]
    kept = [batch.column(name).take(parents) for name in keep]
    return pa.RecordBatch.from_arrays([rows, *kept, *fields], schema=wanted_schema)
