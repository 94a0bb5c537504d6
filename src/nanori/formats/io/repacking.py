"""An archive or folder with some of its files replaced and everything else unchanged.

In a zip archive every other file keeps its packed bytes, and all files keep their order, dates,
comments and compression. (The standard library would pack every one of them anew.)
"""

import shutil
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from nanori.formats.io.streams import STDIN, same
from nanori.formats.io.writing import output, replacement, staged, together
from nanori.model.errors import NanoriError

_END = struct.Struct("<4s4H2LH")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_FAR = 0xFFFFFFFF
_DESCRIBED_BEHIND = 1 << 3
_IN_UTF_8 = 1 << 11
_STORED, _DEFLATED = 0, 8
_BLOCK = 1 << 20
_LONG = 1


class _Member(NamedTuple):
    """A file of an archive, as in the directory at its end."""

    name: str
    fields: tuple[int, ...]
    """The directory entry, without its signature."""
    tail: bytes
    """Name, extra field and comment."""

    @property
    def offset(self) -> int:
        return self.fields[15]


# Raises NanoriError if a new file, open at its beginning, may not take its place.
Prove = Callable[[BufferedReader], None]


def rewrite(
    path: str, out: str | None, contents: Mapping[str, bytes], prove: Prove | None = None
) -> None:
    """Write the archive or folder with new contents for the given inner paths.

    `out` is a path, or `-` or None for standard output; for a folder it is the same folder or one
    that does not exist. `prove` is called with a new archive. NanoriError if it cannot be done;
    then nothing has been written.
    """
    if Path(path).is_dir():
        _folder(path, out, contents)
        return
    with Path(path).open("rb") as archive, staged(out, path) as stream:
        for piece in repacked(archive, path, contents):
            stream.write(piece)
        if prove:
            stream.seek(0)
            prove(cast("BufferedReader", stream))


def repacked(archive: BinaryIO, path: str, contents: Mapping[str, bytes]) -> Iterator[bytes]:
    """Yield the bytes of a zip archive with new contents; NanoriError if it is damaged."""
    try:
        yield from _repacked(archive, contents)
    except struct.error:
        raise NanoriError("damaged archive: it ends too early", path=path) from None
    except NanoriError as error:
        raise NanoriError(error.message, path=path) from None


def _repacked(archive: BinaryIO, contents: Mapping[str, bytes]) -> Iterator[bytes]:
    start, end, before = _directory(archive)
    members, rest = _members(archive, start, end)
    if missing := contents.keys() - {member.name for member in members}:
        raise NanoriError(f"no file “{min(missing)}” in it")
    places = sorted(member.offset + before for member in members)
    ends = dict(zip(places, [*places, start][1:], strict=True))
    if len(ends) < len(places) or (places and places[-1] >= start):
        raise NanoriError("damaged archive: its files overlap")
    yield from _copied(archive, 0, places[0] if places else start)
    written = places[0] if places else start
    moved: dict[int, _Member] = {}
    for member in sorted(members, key=lambda member: member.offset):
        place = member.offset + before
        if member.name in contents:
            changed, pieces = _packed(archive, place, member, contents[member.name])
        else:
            if place + _local_length(archive, place) + member.fields[7] > ends[place]:
                raise NanoriError("damaged archive: its files overlap")
            changed, pieces = member, _copied(archive, place, ends[place])
        fields = (*changed.fields[:15], written - before)
        moved[member.offset] = changed._replace(fields=fields)
        for piece in pieces:
            written += len(piece)
            yield piece
    directory = b"".join(
        _CENTRAL.pack(b"PK\x01\x02", *moved[member.offset].fields) + member.tail
        for member in members
    )
    yield directory + rest
    archive.seek(end)
    ending = archive.read()
    yield ending[:16] + struct.pack("<L", written - before) + ending[20:]


def _directory(archive: BinaryIO) -> tuple[int, int, int]:
    """Return where the directory begins and ends, and how many bytes precede the archive."""
    length = archive.seek(0, 2)
    window = max(0, length - _END.size - 0xFFFF)
    archive.seek(window)
    ending = archive.read()
    at = ending.rfind(b"PK\x05\x06")
    if at < 0:
        raise NanoriError("damaged archive: its end is not there")
    _, disk, first, here, count, size, offset, _ = _END.unpack_from(ending, at)
    if disk or first or here != count:
        raise NanoriError("an archive in several parts cannot be written")
    if _FAR in (size, offset) or count == 0xFFFF:
        raise NanoriError("an archive of the long form, zip64, cannot be written")
    end = window + at
    start = end - size
    if start < offset:
        raise NanoriError("damaged archive: its directory is not where it should be")
    return start, end, start - offset


def _members(archive: BinaryIO, start: int, end: int) -> tuple[list[_Member], bytes]:
    """Return the entries of the directory, and what follows them in it."""
    archive.seek(start)
    raw = archive.read(end - start)
    members: list[_Member] = []
    place = 0
    while raw[place : place + 4] == b"PK\x01\x02":
        _, *fields = _CENTRAL.unpack_from(raw, place)
        name, extra, comment = fields[9:12]
        tail = raw[place + _CENTRAL.size : place + _CENTRAL.size + name + extra + comment]
        encoding = "utf-8" if fields[2] & _IN_UTF_8 else "cp437"
        members.append(_Member(tail[:name].decode(encoding, "replace"), tuple(fields), tail))
        if _FAR in fields[6:9] or fields[15] == _FAR:
            raise NanoriError("an archive of the long form, zip64, cannot be written")
        place += _CENTRAL.size + len(tail)
    return members, raw[place:]


def _local_length(archive: BinaryIO, place: int) -> int:
    """Return the length of the header before a file's packed bytes."""
    archive.seek(place)
    signature, *fields = _LOCAL.unpack(archive.read(_LOCAL.size))
    if signature != b"PK\x03\x04":
        raise NanoriError("damaged archive: a file is not where it should be")
    return _LOCAL.size + fields[8] + fields[9]


def _packed(
    archive: BinaryIO, place: int, member: _Member, content: bytes
) -> tuple[_Member, list[bytes]]:
    """Return a file's entry, and its header and packed bytes, with new contents."""
    method = member.fields[3]
    if method not in (_STORED, _DEFLATED):
        raise NanoriError(f"“{member.name}” is packed in a way that cannot be written")
    length = _local_length(archive, place)
    archive.seek(place)
    header = archive.read(length)
    _, *local = _LOCAL.unpack_from(header)
    extra = header[_LOCAL.size + local[8] :]
    if _LONG in _kinds(extra):
        raise NanoriError("an archive of the long form, zip64, cannot be written")
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(content) + packer.flush() if method == _DEFLATED else content
    sizes = (zlib.crc32(content), len(packed), len(content))
    flags = local[1] & ~_DESCRIBED_BEHIND
    new = _LOCAL.pack(b"PK\x03\x04", local[0], flags, *local[2:5], *sizes, *local[8:])
    fields = member.fields
    changed = (*fields[:2], fields[2] & ~_DESCRIBED_BEHIND, *fields[3:6], *sizes, *fields[9:])
    return member._replace(fields=changed), [new + header[_LOCAL.size :], packed]


def _kinds(extra: bytes) -> Iterator[int]:
    place = 0
    while place + 4 <= len(extra):
        kind, size = struct.unpack_from("<2H", extra, place)
        yield kind
        place += 4 + size


def _copied(archive: BinaryIO, start: int, end: int) -> Iterator[bytes]:
    while start < end:
        archive.seek(start)
        block = archive.read(min(_BLOCK, end - start))
        if not block:
            raise NanoriError("damaged archive: it ends too early")
        yield block
        start += len(block)


def _folder(path: str, out: str | None, contents: Mapping[str, bytes]) -> None:
    if out is None or out == STDIN:
        raise NanoriError("a folder cannot be written to standard output", path=path)
    if same(path, out):
        with together():
            for member, content in contents.items():
                with output(str(Path(path, member))) as stream:
                    stream.write(content)
        return
    if Path(out).exists():
        raise NanoriError("it is there already, a folder to be made was wanted", path=out)
    with replacement(out, folder=True) as new:
        shutil.copytree(path, new, symlinks=True, dirs_exist_ok=True)
        for member, content in contents.items():
            (new / member).write_bytes(content)
