"""Batches of an Arrow file to whether their buffers fit together: pyarrow reads them unasked."""

from __future__ import annotations

from typing import Any

from nanori.model import extras


def prove(batch: Any) -> None:  # noqa: ANN401 — a batch of pyarrow
    """Raise pyarrow's ArrowInvalid for a batch that a damaged file makes point out of its memory.

    Strings that are no UTF-8 are whole: they are said of their row alone.
    """
    for column in batch.columns:
        _prove_column(column)


def _prove_column(column: Any) -> None:  # noqa: ANN401 — an array of pyarrow
    pa = extras.load("pyarrow", "arrow")
    types, kind = pa.types, column.type
    column.validate()
    if types.is_dictionary(kind):
        _prove_column(column.indices)
        _prove_column(column.dictionary)
        pa.DictionaryArray.from_arrays(column.indices, pa.nulls(len(column.dictionary)))
    elif types.is_string(kind):
        column.view(pa.binary()).validate(full=True)
    elif types.is_large_string(kind):
        column.view(pa.large_binary()).validate(full=True)
    elif types.is_string_view(kind):
        column.view(pa.binary_view()).validate(full=True)
    else:
        column.validate(full=True)
