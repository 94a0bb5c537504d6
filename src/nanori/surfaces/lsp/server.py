"""The language server: where it departs from the protocol library, and what it sends unasked."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor
from io import BufferedIOBase
from threading import Event
from typing import TYPE_CHECKING, Any, cast

import msgspec
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from nanori import __version__
from nanori.linting.configuration import OWN, SHARED
from nanori.surfaces.lsp import requests
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
    """Return a handler that lets our own function take in a text, in place of pygls."""

    @lsp_method(method)
    def handed_on(self: NanoriProtocol, params: Any) -> Generator[Any, Any, None]:  # noqa: ANN401
        features = cast("object", self.fm.features)  # pyright: ignore[reportUnknownMemberType]
        yield cast("dict[str, Callable[..., None]]", features)[method], (params,), None

    return handed_on


class NanoriProtocol(LanguageServerProtocol):
    """The protocol, except for texts: only the session keeps these."""

    lsp_text_document__did_open = _handed_on(types.TEXT_DOCUMENT_DID_OPEN)
    lsp_text_document__did_change = _handed_on(types.TEXT_DOCUMENT_DID_CHANGE)
    lsp_text_document__did_close = _handed_on(types.TEXT_DOCUMENT_DID_CLOSE)

    def structure_message(self, data: dict[str, Any]) -> object:
        """Return a message; the sender of an unintelligible one is told so."""
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


# The head of a message, which no JSON can contain: it has line ends between words.
_HEAD = re.compile(rb"Content-Length: \d+\r\n(?:[\w-]+: [^\r\n]*\r\n)*\r\n[\[{]")

_LENGTH = b"Content-Length: "

# Bytes that a message may have.
LARGEST = 1 << 28

_BLOCK = 1 << 16


def _end(body: bytes) -> int:
    """Return where a body ends that may contain the beginning of another message's head."""
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

        What precedes the head of a message on its line is left out: it belongs to no message.
        """
        while (end := self._waiting.find(b"\n")) < 0 and not self._ended:
            await self._more()
        line = self._taken(end + 1 if end >= 0 else len(self._waiting))
        place = line.rfind(_LENGTH)
        return line[place:] if place > 0 else line

    async def readexactly(self, length: int) -> bytes:
        """Return a body of that many bytes, or as much as there is of one that was cut off."""
        if length > LARGEST:
            return b"{"  # not a message: what follows is skipped
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
        """Write a message; if nobody reads any more it is lost."""
        try:
            self._stream.write(data)
            self._stream.flush()
        except (BrokenPipeError, ValueError):
            pass

    def close(self) -> None:
        """Leave the stream open."""


def made() -> NanoriServer:
    """Return a server that answers all requests."""
    server = NanoriServer()
    session = server.session
    _files(server)
    requests.register(server, session)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        session.encoding = server.workspace.position_encoding or session.encoding
        options = params.initialization_options
        if isinstance(options, dict):
            session.configure(_settings(cast("dict[str, Any]", options)))

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        del params
        for folder in server.workspace.folders.values():
            if path := to_fs_path(folder.uri):
                session.add_folder(path)
        if not server.workspace.folders and (root := server.workspace.root_path):
            session.add_folder(root)
        _watch(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        given = cast("object", params.settings)
        if isinstance(given, dict):
            session.configure(_settings(cast("dict[str, Any]", given)))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        session.open(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        session.change(document.uri, list(params.content_changes), document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        session.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        del params  # what is in the editor counts, saved or not

    return server


def _settings(given: dict[str, Any]) -> dict[str, Any]:
    """Return nanori's settings among those that an editor sends."""
    own: object = given.get(NAME, given)
    return cast("dict[str, Any]", own) if isinstance(own, dict) else {}


def _watch(server: NanoriServer) -> None:
    """Ask to be told about files that change on disk."""
    workspace = server.client_capabilities.workspace
    watched = workspace and workspace.did_change_watched_files
    if watched and watched.dynamic_registration:
        watcher = types.FileSystemWatcher(glob_pattern="**/*")
        registration = types.Registration(
            id="nanori-files",
            method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=[watcher]),
        )
        server.client_register_capability(types.RegistrationParams([registration]))


def _files(server: NanoriServer) -> None:
    """Take in what happens to files and folders on disk."""

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            if path := to_fs_path(folder.uri):
                server.session.remove_folder(path)
        for folder in params.event.added:
            if path := to_fs_path(folder.uri):
                server.session.add_folder(path)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            path = to_fs_path(change.uri)
            project = server.session.project_of(path) if path else None
            if project is None or path is None:
                continue
            if path.endswith((OWN, SHARED)):
                server.session.reconfigure(project)
            else:
                project.file_changed(path)
                server.session.settle(project, 1)


def serve(stdin: BufferedIOBase, stdout: BufferedIOBase) -> int:
    """Answered an editor until it goes; return the exit code that the protocol wants."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # its messages are not for users
    server = made()
    server.protocol.set_writer(MessageWriter(stdout))
    reader = MessageReader(stdin, server.thread_pool)
    stop = Event()
    try:
        asyncio.run(run_async(stop, cast("Any", reader), server.protocol, error_handler=_log))
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    except SystemExit as ended:
        return int(ended.code or 0)
    finally:
        server.shutdown()
    return 0


def _log(error: Exception, source: object) -> None:
    """Log what is not a message, and continue with the next."""
    del source
    print(f"nanori lsp: a message was passed over: {error}", file=sys.stderr)
