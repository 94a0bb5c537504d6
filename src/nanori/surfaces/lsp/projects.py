"""A folder of the workspace: its settings, its files on disk, and which of them are open.

Nothing outside the folder is read. A text in no folder of the workspace is a project of its own,
without files on disk.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from lsprotocol.types import PositionEncodingKind
from pygls.uris import from_fs_path

from nanori.formats.supported.mse import SET
from nanori.linting import configuration, discovery, gathering
from nanori.linting.configuration import Selection
from nanori.linting.discovery import Originals
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.linting.runs import Reading, Run, ignore
from nanori.model.errors import DataFileError, NanoriError
from nanori.model.values import Card
from nanori.names.database import Database, default_path
from nanori.surfaces.lsp.documents import OpenText

# Files of a folder that are read for their names.
MAX_FILES = 2000

# Files of a folder that may hold cards, judging by suffix.
MAX_CANDIDATE_FILES = 50_000


class CardFile(NamedTuple):
    """A file on disk."""

    cards: list[list[Card]]
    """Those of each element."""
    names: Index
    """What they say about names."""


class Project:
    """A folder with its texts; without one, texts that are in no folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.texts: dict[str, OpenText] = {}
        """Those that are open, by path."""
        self.closed: dict[str, CardFile | None] = {}
        """Those on disk, by path; None for one that was not read yet."""
        self.searched = folder is None
        """Whether the files on disk are known."""
        self._called: dict[str, Index] = {}
        """What their translations call what, as long as no file on disk changes."""
        self.problem: NanoriError | None = None
        """What is wrong with the settings."""
        self._stack = ExitStack()
        self._register: Database | None = None
        self.names: Database | None = None
        """Names in other languages: those of the settings, or the user's."""
        self.settings = Settings()
        self.configure({})

    def holds(self, path: str) -> bool:
        """Tell whether a path is in the folder, following links."""
        return self.folder is not None and is_inside(path, self.folder)

    def configure(self, options: Mapping[str, Any]) -> None:
        """Load the settings of the folder, and over them those that the editor gives."""
        self.problem = None
        try:
            own = configuration.settings_in(self.folder) if self.folder else Settings()
            self.settings = self._with_options(own, options)
        except NanoriError as error:
            self.problem, self.settings = error, Settings()
        self.selection = Selection(self.settings)
        self._open_names()
        self._called = {}
        self._take(Index(register=self._register), Originals())

    def _with_options(self, own: Settings, options: Mapping[str, Any]) -> Settings:
        """Return settings with those of the editor, which may name no file outside the folder."""
        table = {key: value for key, value in options.items() if value not in (None, "", [])}
        settings = configuration.of_table(table)
        for name in ("names", "terms"):
            if path := table.get(name):
                location = Path(self.folder or "", path)
                if not self.holds(str(location)):
                    raise NanoriError(f"{name}: “{path}” is not in the folder of the workspace")
                settings = msgspec.structs.replace(settings, **{name: str(location)})
        fields = {field.encode_name: field.name for field in msgspec.structs.fields(Settings)}
        chosen = {fields[key]: getattr(settings, fields[key]) for key in table}
        return msgspec.structs.replace(own, **chosen)

    def _open_names(self) -> None:
        self._stack.close()
        self.names = self._register = None
        try:
            if self.settings.names:
                opened = gathering.opened(self.settings.names)
                self.names = self._register = self._stack.enter_context(opened)
            elif default_path().exists():
                self.names = self._stack.enter_context(Database.open())
        except (NanoriError, DataFileError) as error:
            self.problem = error if isinstance(error, NanoriError) else None

    def _take(self, index: Index, originals: Originals) -> None:
        self.run = Run(self.settings, index, self.selection, originals, Reading("", ""))

    def file_changed(self, path: str) -> None:
        """Read a file of the folder again, or look for all of them if it is new or gone."""
        self._called = {}
        self.searched = self.folder is None or (path in self.closed and Path(path).is_file())
        if path in self.closed:
            self.closed[path] = None

    async def _find_files(self) -> None:
        """Look for the card files in the folder; what was read before stays read."""
        files: dict[str, CardFile | None] = {}
        for target in islice(discovery.walked(str(self.folder)), MAX_CANDIDATE_FILES):
            wanted = target and not target.rules and len(files) < MAX_FILES
            if target and wanted and configuration.includes(self.settings, target.path):
                files[target.path] = self.closed.get(target.path)
            await asyncio.sleep(0)
        self.closed, self._called, self.searched = files, {}, True

    async def _read_closed(self) -> None:
        unread = [path for path, file in self.closed.items() if file is None]
        for path in (path for path in unread if path not in self.texts):
            read, target = CardFile([], Index()), discovery.CheckedFile(path, path)
            with suppress(NanoriError, OSError):  # what is wrong with it is said when it is open
                for batch in Reading().records(target, ignore):
                    read.cards.extend([record.card for record in records] for records in batch)
                    await asyncio.sleep(0)
            read.names.add(read.cards, path)
            self.closed[path], self._called = read, {}

    async def settle(self) -> None:
        """Gather what all files tell, and look again at every card that is open."""
        if not self.searched:
            await self._find_files()
        await self._read_closed()
        closed = {path: file for path, file in self.closed.items() if file is not None}
        for path in self.texts:
            closed.pop(path, None)
            closed.pop(str(Path(path).parent), None)  # a folder that is one set
        texts = {path: [each.cards for each in text.elements] for path, text in self.texts.items()}
        every = {path: file.cards for path, file in closed.items()} | texts
        index, originals = Index(register=self._register), Originals()
        for path in sorted(every):
            if path in texts:
                index.add(texts[path], path)
            else:
                index.join(closed[path].names)
            for cards in every[path]:
                originals.look(cards, path)
            await asyncio.sleep(0)
        for path in every:
            for cards in every[path]:
                originals.keep(cards, path)
        for path in sorted(every) if self.selection.pairs and originals.known else ():
            called = self._called.get(path, Index())
            if path not in self._called:
                for cards in every[path]:
                    gathering.call(cards, called, originals, path)
                    await asyncio.sleep(0)
            if path not in texts:
                self._called[path] = called
            index.join(called)
        self._take(index, originals)
        for text in list(self.texts.values()):
            for reading in text.elements:
                reading.look(self.run, text.target)
                await asyncio.sleep(0)
            text.look_at_prose(self.run, self.names)


def is_inside(path: str, folder: Path) -> bool:
    """Tell whether a path leads into a folder, following links."""
    try:
        real = os.path.realpath(path)
    except (OSError, ValueError):
        return False
    return Path(real).is_relative_to(os.path.realpath(folder))


# Bytes of a file on disk from which on nothing is looked for in it.
MAX_FILE_BYTES = 1 << 24


async def texts(
    project: Project, encoding: PositionEncodingKind | str, words: Sequence[str]
) -> AsyncIterator[OpenText]:
    """Yield every text of a project with one of those words.

    What an editor cannot show, such as an archive, is skipped. The cards of a text on disk are
    looked at, too: it has references, but no findings are kept.
    """
    # The text of a folder that is one set is that of its first file.
    paths = {str(Path(path, SET)) if Path(path).is_dir() else path for path in project.closed}
    beginnings = _written(words)
    for path in sorted({*paths, *project.texts}):
        await asyncio.sleep(0)
        text = project.texts.get(path)
        content = text.text if text else _content(project, path)
        if not any(word in content for word in beginnings):
            continue
        if text is None:
            text = OpenText(from_fs_path(path) or "", path, content, 0, encoding)
            for reading in text.elements:
                if any(
                    word in each.text or word in each.name or word == each.name_en
                    for word in words
                    for each in reading.cards
                ):
                    reading.look(project.run, text.target)
                    await asyncio.sleep(0)
        yield text


def _written(words: Sequence[str]) -> list[str]:
    """Return words as a file may have them, up to the first character that is not a letter.

    A file may write the others with escapes, such as “&amp;”.
    """
    return [re.split("[&\"']", word, maxsplit=1)[0] for word in words]


def _content(project: Project, path: str) -> str:
    location = Path(path)
    try:
        if (
            not project.holds(path)
            or not location.is_file()
            or location.stat().st_size > MAX_FILE_BYTES
        ):
            return ""
        text = location.read_bytes().decode("utf-8-sig")  # an editor shows no byte order mark
    except (OSError, ValueError):
        return ""
    return "" if "\0" in text else text
