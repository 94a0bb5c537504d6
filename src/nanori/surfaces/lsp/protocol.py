"""The language server protocol as pygls has it, and where it is ours."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from io import BufferedIOBase
from typing import TYPE_CHECKING, Any, cast

import msgspec
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from nanori import __version__
from nanori.surfaces.lsp.features.showing import Json
from nanori.surfaces.lsp.session import Session

if TYPE_CHECKING:
    from pygls.io_ import AsyncWriter, Writer

NAME = "nanori"


def send(writer: Writer | AsyncWriter, message: Mapping[str, object]) -> None:
    """Send a message as it is."""
    body = msgspec.json.encode(message)
    writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


def _handed_on(method: str) -> Any:  # noqa: ANN401 — of the parameters of its method
    """Return what has our own function take in a text, in place of pygls."""

    @lsp_method(method)
    def handed_on(self: NanoriProtocol, params: Any) -> Generator[Any, Any, None]:  # noqa: ANN401
        features = cast("object", self.fm.features)  # pyright: ignore[reportUnknownMemberType]
        yield cast("dict[str, Callable[..., None]]", features)[method], (params,), None

    return handed_on


class NanoriProtocol(LanguageServerProtocol):
    """The protocol, but for texts: these are kept once, by the session."""

    lsp_text_document__did_open = _handed_on(types.TEXT_DOCUMENT_DID_OPEN)
    lsp_text_document__did_change = _handed_on(types.TEXT_DOCUMENT_DID_CHANGE)
    lsp_text_document__did_close = _handed_on(types.TEXT_DOCUMENT_DID_CLOSE)

    def structure_message(self, data: dict[str, Any]) -> object:
        """Return a message; of one that is not to be understood the sender is told so."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data and self.writer is not None:
                said = {"code": error.code, "message": error.message}
                send(self.writer, {"jsonrpc": "2.0", "id": data["id"], "error": said})
            raise


class NanoriServer(LanguageServer):
    """A server for one editor."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - its rest is untyped
            NAME, __version__, protocol_cls=NanoriProtocol, converter_factory=get_converter
        )
        warning = types.MessageType.Warning
        self.session = Session(
            self._publish,
            lambda error: self.window_show_message(types.ShowMessageParams(warning, str(error))),
        )

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write what went wrong to the log; the editor is told by the answer to its request."""
        logging.getLogger(__name__).error("%s", error)

    def _publish(self, uri: str, version: int | None, findings: list[Json]) -> None:
        """Send the findings of a text as they are: of thousands no other values are made."""
        params: Json = {"uri": uri, "diagnostics": findings}
        if version is not None:
            params["version"] = version
        message = {
            "jsonrpc": "2.0",
            "method": types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
            "params": params,
        }
        if self.protocol.writer is not None:
            send(self.protocol.writer, message)


# The head of a message, which no JSON can hold: it has line ends in the middle of words.
_HEAD = re.compile(rb"Content-Length: \d+\r\n(?:[\w-]+: [^\r\n]*\r\n)*\r\n[\[{]")

_LENGTH = b"Content-Length: "

# Bytes that a message may have.
LARGEST = 1 << 28

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
