"""A columnar file to its columns and its batches of rows, in constant memory, and these to words.

Words may be stored as bytes, and bytes may be no words.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, TypeAlias, cast

from msgspec import Struct

from nanori.model import extras
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES

PARQUET = b"PAR1"
ARROW_FILE = b"ARROW1\0\0"
# What an Arrow stream begins with; the length of its schema follows.
ARROW_STREAM = b"\xff\xff\xff\xff"

# Rows of a batch at most.
MAX_ROWS = 4096
# Bytes of a column that are read at once; otherwise a whole row group would be.
BUFFER_BYTES = 1 << 18

# An array or a type of pyarrow, which has no types.
Array: TypeAlias = Any
ArrowType: TypeAlias = Any


class ColumnarFile(Struct, frozen=True):
    """An open columnar file."""

    path: str
    schema: Any
    """Its columns, as pyarrow's schema."""
    rows: int | None
    """How many there are, if the file says so before it is read."""
    _batches: Callable[[Sequence[str] | None], Iterator[Any]]

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[Any]:
        """Yield the rows, of those columns or of all; NanoriError if the file is damaged."""
        with _read(self.path):
            yield from self._batches(columns)


def is_columnar(head: bytes) -> bool:
    """Tell whether a file with this beginning is Parquet, or Arrow's own."""
    # A schema is short, and its first bytes are the offset of a table.
    is_stream = head.startswith(ARROW_STREAM) and head[6:8] == b"\0\0" and len(head) > 8
    return head.startswith((PARQUET, ARROW_FILE)) or is_stream


@contextmanager
def opened(path: str) -> Generator[ColumnarFile]:
    """Open a columnar file on disk; NanoriError if it is none, damaged or cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 — as it was given
            if not is_columnar(file.read(16)):
                reason = "only of Parquet and Arrow files Parquet is written; .jsonl of any"
                raise NanoriError(reason, path=path)
            yield of_stream(file, path)
    except OSError as error:
        raise NanoriError((error.strerror or str(error)).lower(), path=path) from error


def of_stream(file: BinaryIO, path: str) -> ColumnarFile:
    """Return a seekable columnar file; errors as for `opened`."""
    pa = extras.load("pyarrow", "arrow")
    file.seek(0)
    head = file.read(16)
    file.seek(0)
    with _read(path):
        if head.startswith(PARQUET):
            parquet = extras.load("pyarrow.parquet", "arrow")
            inside = parquet.ParquetFile(pa.PythonFile(file, "r"), buffer_size=BUFFER_BYTES)

            def row_groups(columns: Sequence[str] | None) -> Iterator[Any]:
                for number in range(inside.num_row_groups):  # lists of several cannot be read
                    yield from inside.iter_batches(MAX_ROWS, [number], columns, use_threads=False)

            schema, rows, batches = inside.schema_arrow, inside.metadata.num_rows, row_groups
        else:
            if head.startswith(ARROW_FILE):
                random = pa.ipc.open_file(pa.PythonFile(file, "r"))
                every = map(random.get_batch, range(random.num_record_batches))
            else:
                every = random = pa.ipc.open_stream(pa.PythonFile(file, "r"))

            def parts(columns: Sequence[str] | None) -> Iterator[Any]:
                for batch in every:
                    chosen = batch if columns is None else batch.select([*columns])
                    for column in chosen.columns:
                        _prove(column)
                    for start in range(0, batch.num_rows, MAX_ROWS):
                        yield chosen.slice(start, MAX_ROWS)

            schema, rows, batches = random.schema, None, parts
        str(schema.names)  # names that are no UTF-8 raise only when asked for
    return ColumnarFile(path, schema, rows, batches)


@contextmanager
def _read(path: str) -> Generator[None]:
    """Turn pyarrow's error about a file into one line."""
    pa = extras.load("pyarrow", "arrow")
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError, OverflowError) as error:
        reason = str(error).partition("\n")[0].strip() or type(error).__name__
        raise NanoriError(f"cannot be read, it is damaged: {reason}", path=path) from error


def _prove(column: Array) -> None:
    """Raise pyarrow's ArrowInvalid for a damaged column that points outside its memory.

    Strings that are not UTF-8 pass: they are reported for their row alone.
    """
    pa = extras.load("pyarrow", "arrow")
    column.validate()
    if pa.types.is_dictionary(column.type):
        _prove(column.indices)
        _prove(column.dictionary)
        pa.DictionaryArray.from_arrays(column.indices, pa.nulls(len(column.dictionary)))
    else:
        _as_bytes(column).validate(full=True)


def _as_bytes(column: Array) -> Array:
    """Return a column of strings as the bytes that they are stored as; others as they are."""
    pa = extras.load("pyarrow", "arrow")
    stored = {
        pa.string(): pa.binary(),
        pa.large_string(): pa.large_binary(),
        pa.string_view(): pa.binary_view(),
    }
    return column.view(stored[column.type]) if column.type in stored else column


class Undecodable(Struct, frozen=True):
    """Bytes that are not UTF-8."""

    reason: str


Word = str | Undecodable | None


def is_words(kind: ArrowType) -> bool:
    """Tell whether a column of that type can hold words; bytes are read as UTF-8."""
    names = ("null", "string", "large_string", "string_view")
    return _name_of(kind) in names or is_bytes(kind)


def is_bytes(kind: ArrowType) -> bool:
    """Tell whether a column of that type holds bytes, which may be words or anything else."""
    return "binary" in _name_of(kind)


def _name_of(kind: ArrowType) -> str:
    is_dictionary = extras.load("pyarrow", "arrow").types.is_dictionary(kind)
    return str(kind.value_type if is_dictionary else kind)


def values(column: Array) -> Sequence[Any]:
    """Return the values of a column of any type; None where Python cannot represent one.

    It has no nanoseconds and no years beyond 9999: such times are given in Arrow's words.
    """
    pa = extras.load("pyarrow", "arrow")
    if pa.types.is_dictionary(column.type):
        entries = values(column.dictionary)
        indexes = cast("list[int | None]", column.indices.to_pylist())
        return [None if index is None else entries[index] for index in indexes]
    if not is_bytes(column.type):
        with suppress(ValueError, OverflowError):
            return column.to_pylist()
    if is_words(column.type):
        return [_decoded(value) for value in _as_bytes(column).to_pylist()]
    try:
        shown = cast("list[str | None]", column.cast(pa.string()).to_pylist())
        return [None if word and word.startswith("<") else word for word in shown]  # out of range
    except (pa.ArrowException, NotImplementedError, ValueError):
        return [_value(cell) for cell in column]


def said(column: Array) -> Sequence[Word]:
    """Return the values of a column as words: the names of a list one after another."""
    return [value if isinstance(value, Undecodable) else word(value) for value in values(column)]


def word(value: Any) -> str | None:  # noqa: ANN401 — of any column
    """Return a value as words."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list):
        items = cast("list[str | dict[str, str]]", value)
        inside = (item.get("name") if isinstance(item, dict) else item for item in items)
        return BETWEEN_FACES.join(str(item) for item in inside if item)
    return str(value)


def _value(cell: Any) -> object:  # noqa: ANN401 — a scalar of pyarrow
    try:
        return cell.as_py()
    except (ValueError, OverflowError):
        return None


def _decoded(value: bytes | None) -> Word:
    try:
        return None if value is None else value.decode()
    except UnicodeDecodeError as error:
        return Undecodable(f"not UTF-8: {error.reason}")
