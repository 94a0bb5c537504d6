"""Bytes of an editor to its messages, whole ones only.

A message that was cut off must not take those behind it along: where the head of another one
stands inside a body, the body ends there.
"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import Executor
from io import BufferedIOBase

_HEAD = re.compile(rb"Content-Length: \d+\r\n(?:[\w-]+: [^\r\n]*\r\n)*\r\n[\[{]")
"""The head of a message, which no JSON can hold: it has line ends in the middle of words."""

_LENGTH = b"Content-Length: "

LARGEST = 1 << 28
"""Bytes that a message may have."""

_BLOCK = 1 << 16


def _end(body: bytes) -> int:
    """Return where a body ends that may have the first bytes of another message's head."""
    if body.rstrip().endswith((b"}", b"]")):
        return len(body)
    if (head := body.rfind(_LENGTH)) >= 0:
        return head
    begun = (size for size in range(len(_LENGTH), 0, -1) if body.endswith(_LENGTH[:size]))
    return len(body) - next(begun, 0)


class MessageReader:
    """Reads lines and bodies of messages from a stream that may stop anywhere."""

    def __init__(self, stream: BufferedIOBase, executor: Executor | None = None) -> None:
        """Begin with nothing read; waiting is done in the executor's threads."""
        self._stream = stream
        self._executor = executor
        self._waiting = bytearray()
        self._ended = False

    async def readline(self) -> bytes:
        """Return the next line with its end; empty at the end of the stream.

        What stands before the head of a message on its line is left out: it is no message's.
        """
        while (end := self._waiting.find(b"\n")) < 0 and not self._ended:
            await self._more()
        line = self._taken(end + 1 if end >= 0 else len(self._waiting))
        place = line.rfind(_LENGTH)
        return line[place:] if place > 0 else line

    async def readexactly(self, length: int) -> bytes:
        """Return a body of that many bytes, or what there is of one that was cut off."""
        if length > LARGEST:
            return b"{"  # no message: what follows is passed over
        searched = 0
        while True:
            body = bytes(self._waiting[searched:length])
            if head := _HEAD.search(body):
                return self._taken(searched + head.start()) or b"{"
            if len(self._waiting) >= length or self._ended:
                return self._taken(_end(bytes(self._waiting[:length]))) or b"{"
            searched = max(0, len(self._waiting) - _BLOCK)
            await self._more()

    async def _more(self) -> None:
        loop = asyncio.get_running_loop()
        block = await loop.run_in_executor(self._executor, self._read)
        self._waiting += block
        self._ended = not block

    def _read(self) -> bytes:
        try:
            return self._stream.read1(_BLOCK)
        except (OSError, ValueError):  # closed on the other side
            return b""

    def _taken(self, length: int) -> bytes:
        taken = bytes(self._waiting[:length])
        del self._waiting[:length]
        return taken


class MessageWriter:
    """Writes messages to a stream, which is somebody else's to close."""

    def __init__(self, stream: BufferedIOBase) -> None:
        """Write to that stream."""
        self._stream = stream

    def write(self, data: bytes) -> None:
        """Write a message; where nobody reads any more it is lost."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except (BrokenPipeError, ValueError):
            pass

    def close(self) -> None:
        """Leave the stream open."""
