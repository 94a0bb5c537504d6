"""A path or bytes in memory to a stream, unpacked: gzip, xz and bzip2 by their content."""

import atexit
import os
import shutil
import stat
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast

from msgspec import Struct

from nanori.formats.io.packing import LONGEST_SIGN, SIGNS, ByteSource, DamagedError, Unpacked
from nanori.model.errors import NanoriError

# The path that means standard input.
STDIN = "-"

# Bytes read at once.
BLOCK_BYTES = 1 << 18

# Bytes that are looked at to tell what a file holds.
HEAD_BYTES = 1 << 16

# Bytes of one line or one JSON value; what is longer is not a card.
MAX_LINE_BYTES = 1 << 23

# Bytes of a file that is read in any order, and is packed or comes through a pipe.
MAX_BYTES_IN_MEMORY = 1 << 28

# Bytes of a file of settings, or of a table of terms.
MAX_SETTINGS_BYTES = 1 << 20

# Of UTF-8, and of UTF-16 in either order.
BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


class Content(Struct, frozen=True):
    """The bytes of a file in memory."""

    path: str
    """Its name: the suffix may tell its format, and what it includes is beside it."""
    data: bytes
    """As they would be on disk, packed or not."""


# The path of a file, or one in memory.
PathOrContent: TypeAlias = str | Content


class _Begun:
    """A stream whose first bytes were already read, to be read from the beginning."""

    def __init__(self, first: bytes, rest: BufferedReader) -> None:
        self._first, self._rest = first, rest

    def read1(self, size: int, /) -> bytes:
        """Return what was already read, then what follows."""
        first, self._first = self._first, b""
        return first or self._rest.read1(size)


class Source:
    """An open file, unpacked, without its byte order mark; its head can be seen before reading.

    `mark` is the byte order mark, or empty; `packing` is what it was packed with, or empty; a
    folder has no bytes, but `folder` set. `contents` replace files inside a folder, or beside a
    file, by inner path.
    """

    def __init__(self, path: str, raw: BufferedReader) -> None:
        self.path = path
        self.folder = False
        self.contents: Mapping[str, bytes] = {}
        self._raw = raw
        # A pipe gives as much at once as was written at once, perhaps a single byte.
        magic = raw.peek(LONGEST_SIGN) if raw.seekable() else raw.read(LONGEST_SIGN)
        self.packing = next((name for name, sign in SIGNS.items() if magic.startswith(sign)), "")
        self._plain: ByteSource = raw if raw.seekable() else _Begun(magic, raw)
        self._unpacked = Unpacked(self._plain, self.packing) if self.packing else self._plain
        self._late: NanoriError | None = None
        head = b""
        try:
            while len(head) < HEAD_BYTES and (block := self._read_unpacked(HEAD_BYTES - len(head))):
                head += block
        except NanoriError as error:  # first yield what could be read
            self._late = error
        self.mark = next((mark for mark in BYTE_ORDER_MARKS if head.startswith(mark)), b"")
        self.head = self._unread = head[len(self.mark) :]

    def read(self) -> bytes:
        """Return the next block of bytes, empty at the end; NanoriError if damaged."""
        block, self._unread = self._unread, b""
        if self._late and not block:
            raise self._late
        return block or self._read_unpacked(BLOCK_BYTES)

    def whole(self, most: int) -> bytes:
        """Return everything not yet read; NanoriError if that is more than so many bytes."""
        blocks: list[bytes] = []
        length = 0
        while block := self.read():
            blocks.append(block)
            length += len(block)
            if length > most:
                raise NanoriError(f"longer than {most >> 20} MiB", path=self.path)
        return b"".join(blocks)

    def seekable(self) -> BinaryIO:
        """Return the file as on disk, to be read in any order; of a pipe, all of it in memory."""
        if not self._raw.seekable():
            self._raw = in_memory(self.whole(MAX_BYTES_IN_MEMORY))
        return cast("BinaryIO", self._raw)

    def as_on_disk(self) -> BinaryIO:
        """Return the file as on disk, from its beginning."""
        file = self.seekable()
        file.seek(0)
        return file

    def done(self) -> int:
        """Return the bytes of the file, as on disk, that were read; 0 for a pipe."""
        return self._raw.tell() if self._raw.seekable() else 0

    def lines(self) -> Iterator[bytes]:
        """Yield each line without its line feed; the last one only if it is not empty."""
        # blocks   …ab|c⏎de⏎f|gh⏎…       `waiting` has the pieces of a line that goes on: ab, c
        waiting: list[bytes] = []
        length = number = 0
        while block := self._read_after(number):
            first, *pieces = block.split(b"\n")
            waiting.append(first)
            length += len(first)
            if length > MAX_LINE_BYTES:
                reason = f"a line longer than {MAX_LINE_BYTES >> 20} MiB"
                raise NanoriError(reason, path=self.path, line=number + 1)
            if pieces:
                yield b"".join(waiting)
                waiting = [pieces.pop()]
                length = len(waiting[0])
                number += 1 + len(pieces)
                yield from pieces
        if rest := b"".join(waiting):
            yield rest

    def _read_after(self, line: int) -> bytes:
        try:
            return self.read()
        except NanoriError as error:
            raise NanoriError(error.message, path=self.path, line=line + 1) from error

    def _read_unpacked(self, size: int) -> bytes:
        try:
            return self._unpacked.read1(size)
        except DamagedError as error:
            raise NanoriError(str(error), path=self.path) from error
        except OSError as error:
            raise NanoriError((error.strerror or str(error)).lower(), path=self.path) from error


def in_memory(content: bytes) -> BufferedReader:
    """Return bytes as a file that is open for reading."""
    return cast("BufferedReader", BufferedReader(BytesIO(content)))


@contextmanager
def opened(path: PathOrContent, *, folder: bool = False) -> Generator[Source]:
    """Open a file in memory, or at a path, or standard input for `-`.

    A folder is opened only if asked for. NanoriError if it cannot be read.
    """
    if isinstance(path, Content):
        yield Source(path.path, in_memory(path.data))
        return
    if _kept and (held_file := _kept.get(_identity(path))):
        with Path(held_file).open("rb") as raw:
            yield Source("<stdin>" if path == STDIN else path, raw)
        return
    if path == STDIN:
        if sys.stdin is None:  # type: ignore[comparison-overlap]
            raise NanoriError("standard input is closed")
        yield Source("<stdin>", cast("BufferedReader", sys.stdin.buffer))
        return
    try:
        inside = folder and Path(path).is_dir()
        raw = None if inside else Path(path).open("rb")  # noqa: SIM115 — closed below
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise NanoriError(reason.lower(), path=path) from error
    if raw is None:
        source = Source(path, in_memory(b""))
        source.folder = True
        yield source
        return
    with raw:
        yield Source(path, raw)


def small(path: Path) -> bytes:
    """Return the bytes of a file that comes with a project, such as its settings.

    It may be a link to anything, so it is opened without waiting. NanoriError if it cannot be read,
    is no plain file (a pipe, a device), or is larger than `MAX_SETTINGS_BYTES`.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(number, "rb") as file:
            check_plain(path, os.fstat(number))
            content = file.read(MAX_SETTINGS_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise NanoriError(reason.lower(), path=str(path)) from error
    if len(content) > MAX_SETTINGS_BYTES:
        raise NanoriError(f"larger than {MAX_SETTINGS_BYTES >> 20} MiB", path=str(path))
    return content


def check_plain(path: Path, status: os.stat_result | None = None) -> None:
    """Raise NanoriError for a pipe, a device or the like, from which might come anything."""
    if not stat.S_ISREG((status or path.stat()).st_mode):
        raise NanoriError("no plain file", path=str(path))


# What could be read only once, in files that go with the process.
_kept: dict[object, str] = {}


def _identity(path: str) -> object:
    """Return what is the same for two paths to the same stream; None if it is not a stream."""
    if path == STDIN:
        return sys.stdin
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return (path, status.st_dev, status.st_ino) if stat.S_ISFIFO(status.st_mode) else None


def keep(path: str) -> None:
    """Read standard input, or a pipe, to its end, so that it can be opened repeatedly.

    Nothing is done for a path to anything else. NanoriError if there is no room.
    """
    stream = _identity(path)
    if stream is None or stream in _kept:
        return
    from tempfile import NamedTemporaryFile  # few runs read standard input

    atexit.register(let_go)
    try:
        with NamedTemporaryFile(prefix="nanori-", delete=False) as copy:
            _kept[stream] = copy.name
            with nullcontext(sys.stdin.buffer) if path == STDIN else Path(path).open("rb") as file:
                shutil.copyfileobj(file, copy, BLOCK_BYTES)
    except OSError as error:
        if stream in _kept:
            Path(_kept.pop(stream)).unlink(missing_ok=True)
        reason = f"{(error.strerror or str(error)).lower()} while it was kept to be read twice"
        raise NanoriError(reason, path="<stdin>" if path == STDIN else path) from error


def let_go() -> None:
    """Remove what was kept; at exit it goes by itself, unless Python is ended at once."""
    while _kept:
        Path(_kept.popitem()[1]).unlink(missing_ok=True)


def size(path: str) -> int | None:
    """Return the bytes of a regular file as on disk; None for any other."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_size if path != STDIN and stat.S_ISREG(status.st_mode) else None


def same(path: str, other: str) -> bool:
    """Tell whether two paths lead to the same existing file."""
    try:
        return os.path.samefile(path, other)  # noqa: PTH121 — Path.samefile raises the same
    except (OSError, ValueError):
        return False
