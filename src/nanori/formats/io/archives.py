"""The files in a zip archive or a folder, within limits.

A file inside may have 16 MiB, all files read together 64 MiB, and one longer than 1 MiB may not be
packed into less than a two-hundredth of its length: more is not a set of cards.
"""

import lzma
import struct
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO
from zipfile import BadZipFile, ZipFile, ZipInfo

from nanori.formats.io.streams import Source
from nanori.model.errors import NanoriError

# Bytes of a file inside.
MAX_MEMBER_BYTES = 1 << 24

# Bytes of the files read from one archive or folder together.
MAX_TOTAL_BYTES = 1 << 26

# How many times longer than packed a file may be.
MAX_RATIO = 200

# Bytes of a file up to which its ratio does not matter.
MIN_BYTES_FOR_RATIO = 1 << 20

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
ENCRYPTED = 1
_PIECE_BYTES = 1 << 12
DAMAGE = (
    *(BadZipFile, zlib.error, lzma.LZMAError, EOFError, ValueError, NotImplementedError),
    *(RuntimeError, struct.error),
)


class Container:
    """Files by inner path, read from an archive or a folder."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._read = 0

    def find(self, name: str) -> str:
        """Return the inner path of a file that another one refers to, ignoring case.

        NanoriError if it is not there, or if the name leads out of the folder.
        """
        raise NotImplementedError

    def read(self, member: str) -> bytes:
        """Return the contents of a file; NanoriError if it is damaged or beyond the limits."""
        content = self._content(member)
        self._read += len(content)
        if self._read > MAX_TOTAL_BYTES:
            reason = f"the files in it have more than {MAX_TOTAL_BYTES >> 20} MiB together"
            raise NanoriError(reason, path=self.path)
        return content

    def _content(self, member: str) -> bytes:
        raise NotImplementedError


class _Folder(Container):
    def __init__(self, path: str, contents: Mapping[str, bytes]) -> None:
        super().__init__(path)
        self._contents = contents

    def find(self, name: str) -> str:
        member = inside(name)
        root = Path(self.path)
        try:
            if not (path := root / member).is_file():
                alike = path.name.casefold()
                neighbours = (
                    file for file in path.parent.iterdir() if file.name.casefold() == alike
                )
                path = next(neighbours, path)
            if not path.is_file():
                raise NanoriError(f"no file “{name}” in it", path=self.path)
            if not path.resolve().is_relative_to(root.resolve()):
                raise NanoriError(f"“{name}” leads out of the folder", path=self.path)
        except OSError:
            raise NanoriError(f"no file “{name}” in it", path=self.path) from None
        return path.relative_to(root).as_posix()

    def _content(self, member: str) -> bytes:
        if member in self._contents:
            return self._contents[member]
        path = Path(self.path, member)
        try:
            with path.open("rb") as file:
                content = file.read(MAX_MEMBER_BYTES + 1)
        except OSError as error:
            raise NanoriError((error.strerror or str(error)).lower(), path=str(path)) from error
        return _short_enough(content, str(path))


class _Archive(Container):
    def __init__(self, path: str, archive: ZipFile) -> None:
        super().__init__(path)
        self._archive = archive
        self._members: dict[str, list[ZipInfo]] = {}
        for info in archive.infolist():
            self._members.setdefault(info.filename.casefold(), []).append(info)

    def find(self, name: str) -> str:
        member = inside(name)
        # Names without the UTF-8 flag are decoded as code page 437.
        for key in (member, member.encode().decode("cp437")):
            if infos := self._members.get(key.casefold()):
                return next((info for info in infos if info.filename == key), infos[0]).filename
        raise NanoriError(f"no file “{name}” in it", path=self.path)

    def _content(self, member: str) -> bytes:
        path = f"{self.path}/{member}"
        info, *others = [
            info for info in self._members[member.casefold()] if info.filename == member
        ]
        if others:
            raise NanoriError("the archive has two files of this name", path=path)
        if info.flag_bits & ENCRYPTED:
            raise NanoriError("it is encrypted", path=path)
        most = min(MAX_MEMBER_BYTES, max(MIN_BYTES_FOR_RATIO, MAX_RATIO * info.compress_size))
        try:
            with self._archive.open(info) as file:
                content = b"".join(_pieces(file, most + 1))
        except (*DAMAGE, OSError) as error:
            raise NanoriError(f"damaged file: {reason_of(error)}", path=path) from error
        if most < len(content) <= MAX_MEMBER_BYTES:
            raise NanoriError(f"packed more than {MAX_RATIO} times, as no cards are", path=path)
        return _short_enough(content, path)


def is_archive(head: bytes) -> bool:
    """Tell from its beginning whether a file is a zip archive."""
    return head.startswith(_ZIP)


def members(source: Source) -> frozenset[str]:
    """Return the names of the files in an archive that was not yet read.

    None of a damaged one, or of any other file.
    """
    if not is_archive(source.head):
        return frozenset()
    file = source.seekable()
    offset = file.tell()
    try:
        with ZipFile(file) as archive:
            return frozenset(archive.namelist())
    except (*DAMAGE, OSError):
        return frozenset()
    finally:
        file.seek(offset)


def inside(name: str) -> str:
    """Return an inner path with slashes; NanoriError if it leads out of the folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[:1] or "\0" in name:
        raise NanoriError(f"“{name}” leads out of the folder")
    if not path.parts or (len(path.parts[0]) > 1 and path.parts[0][1] == ":"):
        raise NanoriError(f"“{name}” is no path inside the folder")
    return path.as_posix()


@contextmanager
def opened(source: Source) -> Generator[Container]:
    """Open the archive or folder of an unread stream; NanoriError if it is neither."""
    if source.folder:
        yield _Folder(source.path, source.contents)
        return
    # ZipFile accepts an archive after other bytes as well; writing back would not recognise it.
    if not is_archive(source.head):
        raise NanoriError("no zip archive: it begins with other bytes", path=source.path)
    try:
        archive = ZipFile(source.seekable())
    except (*DAMAGE, OSError) as error:
        raise NanoriError(f"damaged archive: {reason_of(error)}", path=source.path) from error
    with archive:
        yield _Archive(source.path, archive)


def beside(source: Source) -> Container | None:
    """Return the folder that a file is in; None for standard input."""
    path = Path(source.path)
    return _Folder(str(path.parent), source.contents) if path.is_file() else None


@lru_cache(maxsize=64)
def root_of(path: str) -> str:
    """Return what holds the files that one at this path includes: itself, or its folder."""
    try:
        with Path(path).open("rb") as file:
            plain = not is_archive(file.read(4))
    except (OSError, ValueError):  # a folder, or standard input
        plain = False
    return str(Path(path).parent) if plain else path


def _pieces(file: IO[bytes], most: int) -> Iterator[bytes]:
    """Yield the contents of a file in an archive, no more than so many bytes of it.

    They are asked for in small pieces: the standard library unpacks all the bzip2 or LZMA that it
    takes from the archive at once, which may become a thousand times as much.
    """
    while most > 0 and (piece := file.read(min(most, _PIECE_BYTES))):
        yield piece
        most -= len(piece)


def _short_enough(content: bytes, path: str) -> bytes:
    if len(content) > MAX_MEMBER_BYTES:
        raise NanoriError(f"longer than {MAX_MEMBER_BYTES >> 20} MiB", path=path)
    return content


def reason_of(error: BaseException) -> str:
    """Return what is wrong with a damaged archive, in one line."""
    return " ".join(str(error).split()).lower() or "it ends too early"
