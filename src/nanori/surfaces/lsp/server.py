"""The language server: what an editor sends, to the functions that answer it."""

import asyncio
import logging
import sys
from io import BufferedIOBase
from threading import Event
from typing import Any, cast

from lsprotocol import types
from pygls.io_ import run_async
from pygls.uris import to_fs_path

from nanori.linting.configuration import OWN, SHARED
from nanori.surfaces.lsp import requests
from nanori.surfaces.lsp.protocol import NAME, MessageReader, MessageWriter, NanoriServer


def made() -> NanoriServer:
    """Return a server that answers all requests."""
    server = NanoriServer()
    session = server.session
    _files(server)
    requests.register(server)

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
    """Return the settings of nanori among those that an editor sends."""
    own: object = given.get(NAME, given)
    return cast("dict[str, Any]", own) if isinstance(own, dict) else {}


def _watch(server: NanoriServer) -> None:
    """Ask to be told of files that change on the disk."""
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
    """Take in what happens to files and folders on the disk."""

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
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # what it says is no user's
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
    """Write a message that is none to the log, and go on with the next."""
    del source
    print(f"nanori lsp: a message was passed over: {error}", file=sys.stderr)
