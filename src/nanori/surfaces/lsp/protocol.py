"""The language server protocol as pygls has it, and where it is ours."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, cast

import msgspec
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from nanori import __version__
from nanori.model.errors import NanoriError
from nanori.surfaces.lsp.features.diagnostics import Json
from nanori.surfaces.lsp.session import Session

if TYPE_CHECKING:
    from pygls.io_ import AsyncWriter, Writer

NAME = "nanori"


def send(writer: Writer | AsyncWriter, message: Mapping[str, object]) -> None:
    """Send a message as it is."""
    body = msgspec.json.encode(message)
    writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


class NanoriProtocol(LanguageServerProtocol):
    """The protocol, but for texts: these are kept once, by the session."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(  # noqa: D102
        self, params: types.DidOpenTextDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self._own(types.TEXT_DOCUMENT_DID_OPEN), (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(  # noqa: D102
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self._own(types.TEXT_DOCUMENT_DID_CHANGE), (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(  # noqa: D102
        self, params: types.DidCloseTextDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self._own(types.TEXT_DOCUMENT_DID_CLOSE), (params,), None

    def structure_message(self, data: dict[str, Any]) -> object:
        """Return a message; of one that is not to be understood the sender is told so."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data and self.writer is not None:
                said = {"code": error.code, "message": error.message}
                send(self.writer, {"jsonrpc": "2.0", "id": data["id"], "error": said})
            raise

    def _own(self, method: str) -> Callable[..., None]:
        """Return our own function for a method."""
        features = cast("object", self.fm.features)  # pyright: ignore[reportUnknownMemberType]
        return cast("dict[str, Callable[..., None]]", features)[method]


class NanoriServer(LanguageServer):
    """A server for one editor."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - its rest is untyped
            NAME, __version__, protocol_cls=NanoriProtocol, converter_factory=get_converter
        )
        self.session = Session(self._publish, self._complain)

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write what went wrong to the log; the editor is told by the answer to its request."""
        del source
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

    def _complain(self, error: NanoriError) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
