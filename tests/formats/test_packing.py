"""Packed files: any number of streams, nothing behind them lost, little memory."""

import bz2
import gzip
import io
import lzma
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from command import GOOD, nanori
from nanori.formats.io import archives, streams
from nanori.formats.io.streams import Source
from nanori.model.errors import NanoriError
from project import put

pytestmark = pytest.mark.thorough

PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
TWO = (GOOD + GOOD).encode()

every = pytest.mark.parametrize("suffix", PACK)


class Slow(io.RawIOBase):
    """A pipe that gives a byte at once."""

    def __init__(self, content: bytes) -> None:
        self._content = io.BytesIO(content)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        return self._content.readinto(memoryview(buffer)[:1])


def whole(content: bytes) -> bytes:
    return Source("x", io.BufferedReader(io.BytesIO(content))).whole(1 << 30)  # type: ignore[arg-type]


@every
def test_streams_behind_each_other_are_one_file(suffix: str) -> None:
    pack = PACK[suffix]
    assert whole(pack(b"a") + pack(b"") + pack(b"b" * 100_000)) == b"a" + b"b" * 100_000


@pytest.mark.parametrize("suffix", [*PACK, ""])
def test_a_pipe_may_give_a_byte_at_once(suffix: str) -> None:
    raw = io.BufferedReader(cast("Any", Slow(PACK.get(suffix, bytes)(TWO))), 1)
    assert b"".join(line + b"\n" for line in Source("x", raw).lines()) == TWO


@every
def test_bytes_behind_the_end_are_refused_and_stay(suffix: str, tmp_path: Path) -> None:
    before = PACK[suffix](TWO) + b"more"
    path = put(tmp_path / f"cards.jsonl{suffix}", before)
    ran = nanori("restyle", "--style", "oracle", "--in-place", path)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "behind the end of the compressed stream" in ran.err
    assert path.read_bytes() == before


@every
def test_zeros_may_stand_behind_the_end(suffix: str) -> None:
    assert whole(PACK[suffix](TWO) + bytes(100)) == TWO


@every
def test_what_is_cut_off_anywhere_is_an_error_of_one_line(suffix: str) -> None:
    content = PACK[suffix](TWO)
    for end in range(len(streams.SIGNS["xz"]), len(content)):
        with pytest.raises(NanoriError, match="ends too early"):
            whole(content[:end])


@every
def test_a_packed_file_has_a_length_in_proportion(suffix: str) -> None:
    with pytest.raises(NanoriError, match="packed more than 200 times"):
        whole(PACK[suffix](bytes(1 << 28)))


def test_an_xz_that_asks_for_too_much_memory_is_refused() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 28}]
    with pytest.raises(NanoriError, match="more than 128 MiB of memory"):
        whole(lzma.compress(TWO, filters=filters))


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_a_damaged_file_of_an_archive_is_an_error_of_one_line(method: int, tmp_path: Path) -> None:
    path = tmp_path / "a.mse-set"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("set", "mse version: 2.0.2\ngame: magic\n" * 30)
    whole = path.read_bytes()
    (start,) = struct.unpack_from("<H", whole, 26)
    for place in range(30 + start, len(whole) - 80):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with streams.opened(str(path)) as source, archives.opened(source) as container:
            try:
                container.read("set")
            except NanoriError as error:
                assert "damaged file" in str(error)  # noqa: PT017 — some bytes do not matter
