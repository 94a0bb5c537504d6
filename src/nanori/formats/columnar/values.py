"""The Python values of a batch's column: words stored as bytes, and bytes that are not words."""

from collections.abc import Sequence
from typing import Any, cast

from msgspec import Struct

from nanori.model import extras


class Undecodable(Struct, frozen=True):
    """Bytes that are not UTF-8."""

    reason: str


Word = str | Undecodable | None
ColumnWords = Sequence[Word]


def is_words(kind: Any) -> bool:  # noqa: ANN401 — a type of pyarrow
    """Tell whether a column of that type can hold words; bytes are read as UTF-8."""
    types = extras.load("pyarrow", "arrow").types
    if types.is_dictionary(kind):
        kind = kind.value_type
    tests = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    return types.is_null(kind) or any(getattr(types, f"is_{test}")(kind) for test in tests)


def words(column: Any) -> ColumnWords:  # noqa: ANN401 — an array of pyarrow
    """Return the values of a column for which `is_words` is true."""
    types = extras.load("pyarrow", "arrow").types
    if types.is_dictionary(column.type):
        values: ColumnWords = words(column.dictionary)
        places = cast("list[int | None]", column.indices.to_pylist())
        return [None if at is None else values[at] for at in places]
    if "binary" not in str(column.type):
        try:
            return cast("list[str | None]", column.to_pylist())
        except UnicodeDecodeError:  # its strings are not all UTF-8
            pa = extras.load("pyarrow", "arrow")
            kind = pa.large_binary() if types.is_large_string(column.type) else pa.binary()
            column = column.view(pa.binary_view() if types.is_string_view(column.type) else kind)
    return [_decoded(value) for value in column.to_pylist()]


def is_bytes(kind: Any) -> bool:  # noqa: ANN401 — a type of pyarrow
    """Tell whether a column of that type holds bytes, which may be words or anything else."""
    is_dictionary = extras.load("pyarrow", "arrow").types.is_dictionary(kind)
    return "binary" in str(kind.value_type if is_dictionary else kind)


def values(column: Any) -> Sequence[object]:  # noqa: ANN401 — an array of pyarrow
    """Return the values of a column of any type; None where Python cannot represent one.

    It has no nanoseconds and no years beyond 9999: such times are given in Arrow's words.
    """
    if is_words(column.type):
        return words(column)
    try:
        return column.to_pylist()
    except (ValueError, OverflowError, UnicodeDecodeError):
        pass
    pa = extras.load("pyarrow", "arrow")
    try:
        said = cast("list[str | None]", column.cast(pa.string()).to_pylist())
        return [None if word and word.startswith("<") else word for word in said]  # out of range
    except (pa.ArrowException, NotImplementedError):
        return [_value(cell) for cell in column]


def _value(cell: Any) -> object:  # noqa: ANN401 — a scalar of pyarrow
    try:
        return cell.as_py()
    except (ValueError, OverflowError, UnicodeDecodeError):
        return None


def _decoded(value: bytes | None) -> Word:
    try:
        return None if value is None else value.decode()
    except UnicodeDecodeError as error:
        return Undecodable(f"not UTF-8: {error.reason}")
