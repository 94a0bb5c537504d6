"""The language server: where it departs from the protocol library, and what it sends unasked."""

from __future__ import annotations

import logging
from typing import Any, BinaryIO, cast

import msgspec
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from nanori import __version__
from nanori.surfaces.lsp import requests
from nanori.surfaces.lsp.features.showing import Json
from nanori.surfaces.lsp.session import Session

NAME = "nanori"


class NanoriProtocol(LanguageServerProtocol):
    """The protocol, and messages that are sent as they are."""

    def structure_message(self, data: dict[str, Any]) -> object:
        """Return a message; the sender of an unintelligible one is told so."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                said = {"code": error.code, "message": error.message}
                self.send_plain({"id": data["id"], "error": said})
            raise

    def send_plain(self, message: Json) -> None:
        """Send a message as it is."""
        body = msgspec.json.encode({"jsonrpc": "2.0", **message})
        if self.writer is not None:
            self.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


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
        method = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
        cast("NanoriProtocol", self.protocol).send_plain({"method": method, "params": params})


def made() -> NanoriServer:
    """Return a server that answers all requests."""
    server = NanoriServer()
    session = server.session
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
        session.take_folders(_folders(server))
        _watch(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        del params  # pygls keeps the list
        session.take_folders(_folders(server))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            if path := to_fs_path(change.uri):
                session.file_changed(path)

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

    return server


def _settings(given: dict[str, Any]) -> dict[str, Any]:
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


def _folders(server: NanoriServer) -> list[str]:
    paths = [to_fs_path(folder.uri) for folder in server.workspace.folders.values()]
    return [path for path in (*paths, "" if paths else server.workspace.root_path) if path]


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
