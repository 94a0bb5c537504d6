"""Messages are whole ones, whatever a pipe makes of them."""

from __future__ import annotations

import asyncio
import io

import pytest

from nanori.surfaces.lsp.server import MessageReader


class Dripping(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(3)


def bodies(data: bytes) -> list[bytes]:
    """Return the bodies that are read, as pygls asks for them."""

    async def read() -> list[bytes]:
        reader = MessageReader(Dripping(data))
        every: list[bytes] = []
        length = 0
        while line := await reader.readline():
            if line.startswith(b"Content-Length: "):
                length = int(line.split(b":")[1])
            elif length and not line.strip():
                every.append(await reader.readexactly(length))
                length = 0
        return every

    return asyncio.run(read())


def framed(body: bytes, length: int = 0) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (length or len(body), body)


def test_a_message_may_come_in_pieces() -> None:
    assert bodies(framed(b'{"a": 1}') + framed("{“鷺”}".encode())) == [
        b'{"a": 1}',
        "{“鷺”}".encode(),
    ]


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_message_that_is_cut_off_takes_none_along(cut: int) -> None:
    whole = framed(b'{"number": 1}')
    after = framed(b'{"number": 2}') + framed(b'{"number": 3}')
    assert bodies(whole[:-cut] + after)[-2:] == [b'{"number": 2}', b'{"number": 3}']


def test_what_stands_between_messages_is_passed_over() -> None:
    data = b"noise\r\nmore" + framed(b"{}") + b"\x00\xff" + framed(b"[]")
    assert bodies(data) == [b"{}", b"[]"]


def test_a_length_that_no_message_has_does_not_wait() -> None:
    assert bodies(framed(b"{}", 1 << 40) + framed(b"[]"))[-1] == b"[]"
