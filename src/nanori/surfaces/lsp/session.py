"""What an editor has open, in which folders, and when it is looked at and reported."""

import asyncio
import gc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path

from nanori.grammar import languages
from nanori.linting.configuration import OWN_FILE, SHARED_FILE
from nanori.model.errors import NanoriError
from nanori.surfaces.lsp import showing
from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.projects import Project

# Seconds without a keystroke after which the whole set is looked at.
PAUSE_SECONDS = 0.3

# Cards that are looked at before anything else is done, as after a keystroke.
CARDS_BEFORE_OTHERS = 20

# Tells the editor all findings of a text with that URI and version.
Publish = Callable[[str, int | None, list[types.Diagnostic]], None]


class Session:
    """An editor's texts, each in its folder; `publish` is told what is found in them."""

    def __init__(self, publish: Publish, report: Callable[[NanoriError], None]) -> None:
        """Begin with nothing open; `report` is told what is wrong with settings."""
        self.encoding: types.PositionEncodingKind | str = types.PositionEncodingKind.Utf16
        self.projects: list[Project] = []
        self._loose = Project(None)
        self.texts: dict[str, tuple[OpenText, Project]] = {}
        """Each by its URI, with the folder that it is in."""
        self._publish = publish
        self._report = report
        self._given: dict[str, Any] = {}
        self._tasks: dict[Project, asyncio.Task[None]] = {}

    def take_folders(self, folders: Iterable[str]) -> None:
        """Take the folders of the workspace, and put each open text into the one it is in."""
        for task in self._tasks.values():
            task.cancel()
        innermost_first = sorted({*map(Path, folders)}, key=lambda path: -len(str(path)))
        self.projects = [Project(path) for path in innermost_first]
        self._loose = Project(None)
        for text, _ in list(self.texts.values()):
            self._take(text)
        self.configure(self._given)

    def _take(self, text: OpenText) -> Project:
        project = next((each for each in self.projects if each.holds(text.path)), self._loose)
        project.texts[text.path] = text
        self.texts[text.uri] = text, project
        return project

    def configure(self, options: dict[str, Any]) -> None:
        """Take settings that the editor gives."""
        self._given = options
        for project in (*self.projects, self._loose):
            self._configure(project)
            self.settle(project, 0)

    def file_changed(self, path: str) -> None:
        """Take in that a file was changed, made or taken away on disk."""
        project = next((project for project in self.projects if project.holds(path)), None)
        if project is None:
            return
        if path.endswith((OWN_FILE, SHARED_FILE)):
            self._configure(project)
        else:
            project.file_changed(path)
        self.settle(project, 1)

    def _configure(self, project: Project) -> None:
        """Load the settings of a folder; texts of all folders have originals in one language."""
        project.configure(self._given)
        if project.problem:
            self._report(project.problem)
        originals = (each.settings.original for each in (project, *self.projects))
        languages.choose_original(next(filter(None, originals), ""))

    def open(self, item: types.TextDocumentItem) -> None:
        """Take in a text."""
        path = to_fs_path(item.uri) or item.uri
        text = OpenText(item.uri, path, item.text, item.version, self.encoding)
        self.settle(self._take(text), 0)

    def change(
        self, uri: str, changes: list[types.TextDocumentContentChangeEvent], version: int
    ) -> None:
        """Take in what was typed, and report what is found in the cards around it."""
        if uri not in self.texts:
            return
        text, project = self.texts[uri]
        new = text.change(changes, version)
        if len(new) <= CARDS_BEFORE_OTHERS:
            for reading in new:
                reading.look(project.run, text.target)
            self.tell(text)
        self.settle(project, PAUSE_SECONDS if len(new) <= CARDS_BEFORE_OTHERS else 0)

    def close(self, uri: str) -> None:
        """Close a text; its file counts as it is on disk again."""
        if uri not in self.texts:
            return
        text, project = self.texts.pop(uri)
        project.texts.pop(text.path, None)
        if text.path in project.closed:
            project.closed[text.path] = None
        gc.unfreeze()  # what was known of it can go
        self._publish(uri, None, [])
        self.settle(project, PAUSE_SECONDS)

    def tell(self, text: OpenText) -> None:
        """Tell the editor the findings of a text."""
        self._publish(text.uri, text.version, showing.diagnostics(text))

    def settle(self, project: Project, pause: float) -> None:
        """Look at everything that a change may affect, once nothing has been typed for so long."""
        if task := self._tasks.get(project):
            task.cancel()
        self._tasks[project] = asyncio.ensure_future(self._settle(project, pause))

    async def _settle(self, project: Project, pause: float) -> None:
        await asyncio.sleep(pause)
        for text in project.texts.values():
            text.split()
        await project.settle()
        for text in list(project.texts.values()):
            self.tell(text)
        gc.freeze()  # what is known stays: searching it for garbage takes 0.2 s each time

    async def settled(self) -> None:
        """Wait until nothing is left to look at."""
        while waiting := [task for task in self._tasks.values() if not task.done()]:
            await asyncio.wait(waiting)
