"""Parquet files to a folder of parts, so that a run that broke off goes on where it did.

A part has the row groups of one input, as they are, with their references; it is there when it is
complete, and the manifest then says so. The names of all inputs are gathered first, and kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from nanori.annotation.known_names import KnownNames
from nanori.formats.columnar import opening
from nanori.formats.io import writing
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError

if TYPE_CHECKING:
    from nanori.surfaces.arrow.workers import FileBatch

MANIFEST = "_manifest.json"
# Files of the folder that are no parts; programs that read folders of Parquet leave them out.
NAMES = "_names.json"
# Rows of a part, at most, where a row group alone has no more.
ROWS = 1 << 18


class InputFile(msgspec.Struct, frozen=True):
    """An input, and what the disk said of it."""

    path: str
    size: int
    modified: int
    groups: tuple[int, ...]
    """The rows of each of its row groups."""


class OutputPart(msgspec.Struct, frozen=True):
    """Row groups of one input, in a file of their own."""

    file: str
    input: str
    groups: tuple[int, int]
    """The first of them, and one past the last, from 0."""
    before: int
    """Rows of the input before them."""
    rows: int


class PartsManifest(msgspec.Struct):
    """What is made of what, and what is done of it."""

    nanori: str
    grammar: str
    told: dict[str, object]
    """The options that decide what is written."""
    inputs: tuple[InputFile, ...]
    names: str = ""
    """The hash of the names, once they are gathered."""
    done: dict[str, int] = {}
    """The bytes of each part that is complete."""


# Writes batches into a file.
WritePart = Callable[["Iterator[FileBatch]", str], None]


class PartsFolder:
    """A folder that parts are written into, in this run and in those before."""

    def __init__(self, folder: str, paths: Sequence[str], told: Mapping[str, object]) -> None:
        """Open a folder, and make it if there is none.

        NanoriError for an input that is no Parquet, for a folder that has something else in it,
        and for one that was begun with other inputs, options, or another version.
        """
        from nanori import __version__

        self._folder = Path(folder)
        inputs = tuple(map(_input, paths))
        plain = msgspec.to_builtins(told)
        self._manifest = PartsManifest(__version__, languages.fingerprint(), plain, inputs)
        before = self._before()
        if before is not None:
            self._prove_same(before)
            self._manifest = before

    def names(self, gather: Callable[[], KnownNames]) -> KnownNames:
        """Return the names of all inputs, gathered if no run before this one did."""
        place = self._folder / NAMES
        if self._manifest.names and place.exists():
            content = place.read_bytes()
            if hashlib.sha256(content).hexdigest() != self._manifest.names:
                raise NanoriError(
                    "these are not the names that the run began with", path=str(place)
                )
            names, english = typed_values.from_json(content, tuple[list[str], dict[str, str]])
            return KnownNames(names, english)
        known = gather()
        content = msgspec.json.encode((list(known), known.english))
        self._folder.mkdir(parents=True, exist_ok=True)
        _write(place, content)
        self._manifest.names = hashlib.sha256(content).hexdigest()
        self._note()
        return known

    def write(self, write: WritePart) -> None:
        """Write every part that is not there yet."""
        for part in self._parts():
            place = self._folder / part.file
            if place.exists() and self._manifest.done.get(part.file) == place.stat().st_size:
                continue
            write(_batches(part), str(place))
            self._manifest.done[part.file] = place.stat().st_size
            self._note()

    def _parts(self) -> Iterator[OutputPart]:
        number = 0
        for each in self._manifest.inputs:
            first = before = rows = 0
            for group, length in enumerate((*each.groups, 0)):
                last = group == len(each.groups)
                if rows and (last or rows + length > ROWS):
                    file = f"part-{number:06}.parquet"
                    yield OutputPart(file, each.path, (first, group), before, rows)
                    number += 1
                    first, before, rows = group, before + rows, 0
                rows += length

    def _before(self) -> PartsManifest | None:
        """Return what the runs before this one have noted; nothing if there was none."""
        if not self._folder.exists():
            return None
        place = self._folder / MANIFEST
        if not place.exists():
            if any(self._folder.iterdir()):
                reason = f"a folder with files and without {MANIFEST}, an empty one was wanted"
                raise NanoriError(reason, path=str(self._folder))
            return None
        try:
            return typed_values.from_json(place.read_bytes(), PartsManifest)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise NanoriError(f"no manifest of nanori: {error}", path=str(place)) from None

    def _prove_same(self, before: PartsManifest) -> None:
        now, place = self._manifest, str(self._folder / MANIFEST)
        if (before.nanori, before.grammar) != (now.nanori, now.grammar):
            reason = (
                f"begun with nanori {before.nanori} and the grammars {before.grammar}, this is "
                f"{now.nanori} with {now.grammar}: go on with that one, or into another folder"
            )
            raise NanoriError(reason, path=place)
        if before.told != now.told:
            changed = [key for key in now.told if before.told.get(key) != now.told[key]]
            raise NanoriError(f"begun with another {' and '.join(changed)}", path=place)
        known = {each.path: each for each in before.inputs}
        for each in now.inputs:
            if known.get(each.path) != each:
                what = "was changed since" if each.path in known else "is none of the inputs when"
                raise NanoriError(f"it {what} {place} was begun", path=each.path)
        if before.inputs != now.inputs:
            reason = f"begun with {len(before.inputs)} inputs, there are {len(now.inputs)}"
            raise NanoriError(reason, path=place)

    def _note(self) -> None:
        encoded = msgspec.json.format(msgspec.json.encode(self._manifest), indent=1)
        _write(self._folder / MANIFEST, encoded + b"\n")


def _write(place: Path, content: bytes) -> None:
    with writing.output(str(place)) as out:
        out.write(content)


def _input(path: str) -> InputFile:
    with opening.opened(path) as file:
        if not file.groups:
            raise NanoriError("no Parquet with rows, of which parts are made", path=path)
        status = Path(path).stat()
        return InputFile(path, status.st_size, status.st_mtime_ns, file.groups)


def _batches(part: OutputPart) -> Iterator[Any]:
    """Yield the batches of a part's row groups."""
    from nanori.surfaces.arrow.workers import FileBatch

    before = part.before
    with opening.opened(part.input) as file:
        for group in range(*part.groups):
            for batch in file.batches(group=group):
                yield FileBatch(part.input, 0, before, batch, group)
                before += batch.num_rows
