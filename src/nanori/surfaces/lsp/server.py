"""The language server: what an editor tells it, and when texts are looked at and reported."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from nanori import __version__
from nanori.grammar import languages
from nanori.linting.configuration import OWN_FILE, SHARED_FILE
from nanori.surfaces.lsp import requests, showing
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.projects import Project

NAME = "nanori"

# Seconds without a keystroke after which the whole set is looked at.
PAUSE_SECONDS = 0.3

# Cards that are looked at before anything else is done, as after a keystroke.
CARDS_BEFORE_OTHERS = 20

# Said once a server runs, or when folders are added or removed.
FoldersSaid: TypeAlias = types.InitializedParams | types.DidChangeWorkspaceFoldersParams


class Protocol(LanguageServerProtocol):
    """The protocol, in which the sender of an unintelligible request is told so."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[tuple[Any, tuple[types.DidChangeTextDocumentParams], None]]:
        """Let the server change its text; the library would change the positions it is told.

        It moves those that are beyond a line, and for it U+2028 and others end one.
        """
        fm: Any = self.fm
        yield fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    def structure_message(self, data: dict[str, Any]) -> object:
        """Return a message; raises what the sender is told."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class Server(LanguageServer):
    """A server for one editor, with its texts, each in its folder."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - its rest is untyped
            NAME, __version__, protocol_cls=Protocol, converter_factory=get_converter
        )
        self.projects: list[Project] = []
        self._loose = Project(None)
        self.texts: requests.OpenTexts = {}
        self._options: dict[str, Any] = {}
        """The settings that the editor gives."""
        self._tasks: dict[Project, asyncio.Task[None]] = {}
        requests.register(self, self.texts)
        handlers: dict[str, Callable[[Any], None]] = {
            types.INITIALIZE: lambda params: self._configure(params.initialization_options),
            types.INITIALIZED: self._begin,
            types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: self._take_folders,
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES: self._files_changed,
            types.WORKSPACE_DID_CHANGE_CONFIGURATION: lambda each: self._configure(each.settings),
            types.TEXT_DOCUMENT_DID_OPEN: lambda params: self._open(params.text_document),
            types.TEXT_DOCUMENT_DID_CHANGE: self._change,
            types.TEXT_DOCUMENT_DID_CLOSE: lambda params: self._close(params.text_document.uri),
        }
        for method, handler in handlers.items():
            self.feature(method)(partial(handler))  # it is given attributes

        # Answered when nothing is left to look at; for tests and benchmarks.
        @self.feature("nanori/settled")
        async def settled(_: types.SetTraceParams | None) -> None:
            while waiting := [task for task in self._tasks.values() if not task.done()]:
                await asyncio.wait(waiting)

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write what went wrong to the log; the editor is told by the answer to its request."""
        logging.getLogger(__name__).error("%s", error)

    def _begin(self, params: types.InitializedParams) -> None:
        """Take the folders, and let the editor tell of files that change in them."""
        self._take_folders(params)
        workspace = self.client_capabilities.workspace
        watched = workspace and workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            watcher = types.FileSystemWatcher(glob_pattern="**/*")
            registration = types.Registration(
                id="nanori-files",
                method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=[watcher]),
            )
            self.client_register_capability(types.RegistrationParams([registration]))

    def _take_folders(self, _: FoldersSaid) -> None:
        """Take the folders of the workspace, and put each open text into the one it is in."""
        folders = [to_fs_path(folder.uri) for folder in self.workspace.folders.values()]
        folders = filter(None, folders or [self.workspace.root_path])
        innermost_first = sorted({*map(Path, folders)}, key=lambda path: -len(str(path)))
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self.projects = [Project(path) for path in innermost_first]
        self._loose = Project(None)
        for text, _project in list(self.texts.values()):
            self._take(text)
        self._configure(self._options)

    def _take(self, text: OpenText) -> Project:
        project = next((each for each in self.projects if each.holds(text.path)), self._loose)
        project.texts[text.path] = text
        self.texts[text.uri] = text, project
        return project

    def _configure(self, options: object) -> None:
        """Take settings that the editor gives, by themselves or beside those of others."""
        table = cast("dict[str, Any]", options if isinstance(options, dict) else {})
        own: object = table.get(NAME, table)
        if isinstance(own, dict):
            self._options = cast("dict[str, Any]", own)
            for project in (*self.projects, self._loose):
                self._load_settings(project)
                self._settle(project, 0)

    def _load_settings(self, project: Project) -> None:
        """Load the settings of a folder; texts of all folders have originals in one language."""
        project.configure(self._options)
        if project.problem:
            warning = types.MessageType.Warning
            self.window_show_message(types.ShowMessageParams(warning, str(project.problem)))
        originals = (each.settings.original for each in (project, *self.projects))
        languages.choose_original(next(filter(None, originals), ""))

    def _files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Take in that files were changed, made or taken away on disk."""
        for path in filter(None, (to_fs_path(change.uri) for change in params.changes)):
            project = next((project for project in self.projects if project.holds(path)), None)
            if project is None:
                continue
            if path.endswith((OWN_FILE, SHARED_FILE)):
                self._load_settings(project)
            else:
                project.file_changed(path)
            self._settle(project, 1)

    def _open(self, item: types.TextDocumentItem) -> None:
        path = to_fs_path(item.uri) or item.uri
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        text = OpenText(item.uri, path, item.text, item.version, encoding)
        self._settle(self._take(text), 0)

    def _change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Take in what was typed, and report what is found in the cards around it."""
        document = params.text_document
        if document.uri not in self.texts:
            return
        text, project = self.texts[document.uri]
        new = text.change(params.content_changes, document.version)
        if len(new) <= CARDS_BEFORE_OTHERS:
            for reading in new:
                reading.look(project.run, text.target)
            self._tell(text)
        self._settle(project, PAUSE_SECONDS if len(new) <= CARDS_BEFORE_OTHERS else 0)

    def _close(self, uri: str) -> None:
        """Close a text; its file counts as it is on disk again."""
        if uri not in self.texts:
            return
        text, project = self.texts.pop(uri)
        project.texts.pop(text.path, None)
        if text.path in project.closed:
            project.closed[text.path] = None
        gc.unfreeze()  # what was known of it can go
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        self._settle(project, PAUSE_SECONDS)

    def _tell(self, text: OpenText) -> None:
        """Tell the editor the findings of a text."""
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(text.uri, showing.diagnostics(text), text.version)
        )

    def _settle(self, project: Project, pause: float) -> None:
        """Look at everything that a change may affect, once nothing has been typed for so long."""
        if task := self._tasks.get(project):
            task.cancel()
        self._tasks[project] = asyncio.ensure_future(self._look(project, pause))

    async def _look(self, project: Project, pause: float) -> None:
        await asyncio.sleep(pause)
        for text in project.texts.values():
            text.split()
        await project.settle()
        for text in list(project.texts.values()):
            self._tell(text)
        gc.freeze()  # what is known stays: searching it for garbage takes 0.2 s each time


def serve(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answer an editor until it goes; return the exit code that the protocol wants."""
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # its messages are not for users
    try:
        Server().start_io(stdin, stdout)
    except BrokenPipeError:
        pass
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0
