"""Unpacks gzip, xz and bzip2, within limits of memory and length.

What is unpacked may be 64 MiB long, beyond that 200 times as long as packed; an xz may need 128 MiB
of memory, twice what `xz -9` asks for. More is not a set of cards.
"""

import zlib
from typing import Protocol, cast

# What a packed file begins with.
SIGNS = {"gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\0", "bzip2": b"BZh"}

LONGEST_SIGN = max(map(len, SIGNS.values()))

# How many times longer than packed a file beyond `MIN_BYTES_FOR_RATIO` may be.
MAX_RATIO = 200

# Bytes that a packed file may have, however small it is packed.
MIN_BYTES_FOR_RATIO = 1 << 26

# Bytes that unpacking an xz may take.
MAX_MEMORY = 1 << 27

_BLOCK_BYTES = 1 << 16


class DamagedError(Exception):
    """What is packed cannot be unpacked; the message says why."""


class ByteSource(Protocol):
    """Bytes, one piece after another."""

    def read1(self, size: int, /) -> bytes:
        """Return the next bytes, no more than so many; empty at the end."""
        ...


class _Decompressor(Protocol):
    """A packed stream, as the standard library unpacks it."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gzip:
    """A gzip stream with the interface of the standard library's other decompressors."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


def _decompressor(packing: str) -> _Decompressor:
    if packing == "gzip":
        return _Gzip()
    if packing == "xz":
        import lzma

        return cast("_Decompressor", lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_MEMORY))
    import bz2

    return cast("_Decompressor", bz2.BZ2Decompressor())


class Unpacked:
    """The contents of consecutive packed streams; zeros may follow them."""

    def __init__(self, packed: ByteSource, packing: str) -> None:
        self._packed = packed
        self._packing = packing
        self._stream = _decompressor(packing)
        self._waiting = b""
        self._taken = self._given = 0

    def read1(self, size: int, /) -> bytes:
        """Return the next bytes; DamagedError if they are damaged or beyond the limits."""
        try:
            return self._read(size)
        except DamagedError:
            raise
        except EOFError:
            raise DamagedError("the compressed file ends too early") from None
        except (OSError, zlib.error) as error:
            strerror = isinstance(error, OSError) and error.errno and error.strerror
            raise DamagedError(
                strerror.lower() if strerror else f"damaged file: {error}"
            ) from error
        except Exception as error:  # lzma.LZMAError, without importing lzma for every file
            if type(error).__module__ != "_lzma":
                raise
            if "limit" in str(error):
                reason = f"unpacking it would take more than {MAX_MEMORY >> 20} MiB of memory"
                raise DamagedError(reason) from error
            raise DamagedError(f"damaged file: {error}") from error

    def _read(self, size: int) -> bytes:
        while not self._stream.eof or self._next():
            data = b""
            if self._stream.needs_input:
                data = self._waiting or self._packed.read1(_BLOCK_BYTES)
                self._waiting = b""
                if not data:
                    raise EOFError
                self._taken += len(data)
            content = self._stream.decompress(data, size)
            if self._stream.eof:
                self._waiting = self._stream.unused_data
                self._taken -= len(self._waiting)
            if content:
                self._given += len(content)
                if self._given > max(MIN_BYTES_FOR_RATIO, MAX_RATIO * self._taken):
                    raise DamagedError(f"packed more than {MAX_RATIO} times, as no cards are")
                return content
        return b""

    def _next(self) -> bool:
        """Begin the next stream; false if there is none, DamagedError for other bytes."""
        sign = SIGNS[self._packing]
        block, self._waiting = self._waiting or self._packed.read1(_BLOCK_BYTES), b""
        while block and len(self._waiting) < len(sign):
            self._waiting = (self._waiting + block).lstrip(b"\0")
            if len(self._waiting) < len(sign):
                block = self._packed.read1(_BLOCK_BYTES)
        if not self._waiting:
            return False
        if not self._waiting.startswith(sign):
            raise DamagedError("bytes stand behind the end of the compressed stream")
        self._stream = _decompressor(self._packing)
        return True
