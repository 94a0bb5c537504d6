"""A columnar file to its columns and its batches of rows, in constant memory, and these to values.

Words may be stored as bytes, and bytes may be no words.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

from msgspec import Struct

from nanori.formats.io.streams import STDIN
from nanori.model import extras
from nanori.model.errors import NanoriError

PARQUET = b"PAR1"
ARROW_FILE = b"ARROW1\0\0"
# What an Arrow stream begins with; the length of its schema follows.
ARROW_STREAM = b"\xff\xff\xff\xff"

# Rows of a batch at most.
ROWS = 4096

# Bytes of a column that are read at once; otherwise a whole row group would be.
BUFFER = 1 << 18


class ColumnarFile(Struct, frozen=True):
    """An open columnar file."""

    path: str
    schema: Any
    """Its columns, as pyarrow's schema."""
    rows: int | None
    """How many there are, if the file says so before it is read."""
    groups: tuple[int, ...]
    """The rows of each row group; empty for Arrow's own files."""
    _batches: Callable[[Sequence[str] | None, int | None], Iterator[Any]]

    def batches(
        self, columns: Sequence[str] | None = None, group: int | None = None
    ) -> Iterator[Any]:
        """Yield the rows, of those columns or of all, and of that row group or of all.

        NanoriError if the file is damaged.
        """
        with _read(self.path):
            yield from self._batches(columns, group)


def kind_of(head: bytes) -> str:
    """Return the name of the format of a file with this beginning; empty if there is none."""
    if head.startswith(PARQUET):
        return "parquet"
    # A schema is short, and its first bytes are the offset of a table.
    is_stream = head.startswith(ARROW_STREAM) and head[6:8] == b"\0\0" and len(head) > 8
    return "arrow" if head.startswith(ARROW_FILE) or is_stream else ""


def kind_at(path: str) -> str:
    """Return the same for a file on disk; also empty for what cannot be opened."""
    if path == STDIN:
        return ""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 — as it was given
            return kind_of(file.read(16))
    except (OSError, ValueError):
        return ""


@contextmanager
def opened(path: str) -> Generator[ColumnarFile]:
    """Open a columnar file on disk; NanoriError if it is damaged or cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 — as it was given
            yield of_stream(file, path)
    except OSError as error:
        raise NanoriError((error.strerror or str(error)).lower(), path=path) from error


def of_stream(file: BinaryIO, path: str) -> ColumnarFile:
    """Return a seekable columnar file; errors as for `opened`."""
    pa = extras.load("pyarrow", "arrow")
    head = file.read(16)
    file.seek(0)
    with _read(path):
        if kind_of(head) == "parquet":
            parquet = extras.load("pyarrow.parquet", "arrow")
            inside = parquet.ParquetFile(pa.PythonFile(file, "r"), buffer_size=BUFFER)

            def row_groups(columns: Sequence[str] | None, group: int | None) -> Iterator[Any]:
                every = range(len(groups)) if group is None else (group,)
                for number in every:  # lists in a batch made of several cannot be read
                    yield from inside.iter_batches(ROWS, [number], columns, use_threads=False)

            schema, metadata = _proven(inside.schema_arrow), inside.metadata
            groups = tuple(
                metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)
            )
            return ColumnarFile(path, schema, metadata.num_rows, groups, row_groups)
        if head.startswith(ARROW_FILE):
            random = pa.ipc.open_file(pa.PythonFile(file, "r"))
            numbers = range(random.num_record_batches)
            every = lambda: map(random.get_batch, numbers)  # noqa: E731 — one of two
        else:
            random = pa.ipc.open_stream(pa.PythonFile(file, "r"))
            every = lambda: iter(random)  # noqa: E731
        schema = _proven(random.schema)

    def parts(columns: Sequence[str] | None, _: int | None) -> Iterator[Any]:
        for batch in every():
            chosen = batch if columns is None else batch.select([*columns])
            prove(chosen)
            for start in range(0, batch.num_rows, ROWS):
                yield chosen.slice(start, ROWS)

    return ColumnarFile(path, schema, None, (), parts)


def _proven(schema: Any) -> Any:  # noqa: ANN401 — of pyarrow
    """Return a schema whose names can be read: bytes that are no UTF-8 raise only when asked."""
    str(schema.names)
    return schema


@contextmanager
def _read(path: str) -> Generator[None]:
    """Turn pyarrow's error about a file into one line."""
    pa = extras.load("pyarrow", "arrow")
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError, OverflowError) as error:
        reason = str(error).partition("\n")[0].strip() or type(error).__name__
        raise NanoriError(f"cannot be read, it is damaged: {reason}", path=path) from error


def prove(batch: Any) -> None:  # noqa: ANN401 — a batch of pyarrow
    """Raise pyarrow's ArrowInvalid for a damaged batch that points outside its memory.

    Strings that are not UTF-8 pass: they are reported for their row alone.
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
