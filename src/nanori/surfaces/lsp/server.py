"""The language server: what an editor tells it, and what it sends unasked."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, BinaryIO, cast

from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from nanori import __version__
from nanori.surfaces.lsp import requests
from nanori.surfaces.lsp.session import Session

NAME = "nanori"


class Protocol(LanguageServerProtocol):
    """The protocol, in which the sender of an unintelligible request is told so."""

    def structure_message(self, data: dict[str, Any]) -> object:
        """Return a message; raises what the sender is told."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class Server(LanguageServer):
    """A server for one editor."""

    def __init__(self) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - its rest is untyped
            NAME, __version__, protocol_cls=Protocol, converter_factory=get_converter
        )
        warning = types.MessageType.Warning
        self.session = Session(
            self._publish,
            lambda error: self.window_show_message(types.ShowMessageParams(warning, str(error))),
        )

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write what went wrong to the log; the editor is told by the answer to its request."""
        logging.getLogger(__name__).error("%s", error)

    def _publish(self, uri: str, version: int | None, findings: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri, findings, version)
        self.text_document_publish_diagnostics(params)


def made() -> Server:
    """Return a server that answers all requests."""
    server = Server()
    session = server.session
    requests.register(server, session)

    def begin(params: types.InitializeParams) -> None:
        session.encoding = server.workspace.position_encoding or session.encoding
        configure(params.initialization_options or {})

    def begun(params: types.InitializedParams) -> None:
        take_folders(params)
        _watch(server)

    def take_folders(_: types.InitializedParams | types.DidChangeWorkspaceFoldersParams) -> None:
        paths = [to_fs_path(folder.uri) for folder in server.workspace.folders.values()]
        root = "" if paths else server.workspace.root_path
        session.take_folders(path for path in (*paths, root) if path)

    def configure(options: object) -> None:
        table = cast("dict[str, Any]", options if isinstance(options, dict) else {})
        own: object = table.get(NAME, table)
        if isinstance(own, dict):
            session.configure(cast("dict[str, Any]", own))

    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for path in filter(None, (to_fs_path(change.uri) for change in params.changes)):
            session.file_changed(path)

    def change(params: types.DidChangeTextDocumentParams) -> None:
        document = params.text_document
        session.change(document.uri, list(params.content_changes), document.version)

    handlers: dict[str, Callable[[Any], None]] = {
        types.INITIALIZE: begin,
        types.INITIALIZED: begun,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: take_folders,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: watched,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: lambda params: configure(params.settings),
        types.TEXT_DOCUMENT_DID_OPEN: lambda params: session.open(params.text_document),
        types.TEXT_DOCUMENT_DID_CHANGE: change,
        types.TEXT_DOCUMENT_DID_CLOSE: lambda params: session.close(params.text_document.uri),
    }
    for method, handler in handlers.items():
        server.feature(method)(handler)
    return server


def _watch(server: Server) -> None:
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


def serve(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answer an editor until it goes; return the exit code that the protocol wants."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # its messages are not for users
    try:
        made().start_io(stdin, stdout)
    except BrokenPipeError:
        pass
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0
