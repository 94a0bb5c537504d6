"""Sources to a name database, written whole or not at all."""

import os
import sqlite3
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.json import encode

from nanori.formats.io import processes, streams, writing
from nanori.model.errors import NanoriError, OnError
from nanori.names import keys, readings, schema
from nanori.names.building.merge import MergedFaces, shared
from nanori.names.keys import ReadName, UnreadName, padded
from nanori.names.model import FaceEntry, NameForm

T = TypeVar("T")

# Bytes of sources from which on a second process is worth starting.
MANY = 1 << 18

# Gives the readings, waiting for them if need be.
Later = Callable[[], list[ReadName]]

# Starts to read names.
Begin = Callable[[Sequence[UnreadName]], Later]


@contextmanager
def reader(size: int) -> Generator[Begin]:
    """Return what reads the names of sources of that many bytes.

    Reading needs a large dictionary. A process of its own loads it while the sources are read, and
    reads names while the tables are written.
    """
    if size < MANY or (os.cpu_count() or 1) < 2 or not processes.can_fork():
        yield lambda names: lambda: keys.read(names)
        return
    pool = processes.started(1)
    pool.submit(_leavable, readings.prepare)
    try:
        yield lambda names: _later(pool.submit(_leavable, keys.read, names), names)
    except BaseException:
        processes.end_all(pool)
        raise
    pool.shutdown(cancel_futures=True)


def _leavable(work: Callable[..., T], *given: object) -> T:
    with processes.leavable():
        return work(*given)


def _later(future: Future[list[ReadName]], names: Sequence[UnreadName]) -> Later:
    def wait() -> list[ReadName]:
        try:
            return future.result()
        except BrokenProcessPool:
            return keys.read(names)

    return wait


class Built(Struct, frozen=True):
    """What went into a name database."""

    faces: int
    forms: int
    untranslated: int
    """Names left out because they are not in the script of their language."""
    shared: dict[str, tuple[str, ...]]
    """Official names shared by several faces."""


class Reports(NamedTuple):
    """Where to report what goes wrong while a database is built."""

    record: OnError
    """A record that cannot be read."""
    file: OnError
    """A file that cannot be read, or has no names."""
    contradiction: OnError
    """A record that was read but contradicts another."""


def build(paths: Sequence[str], output: Path, reports: Reports, format_name: str = "") -> Built:
    """Write a database of the names in those files, replacing the old one once complete.

    `format_name` is the files' format, detected for each if empty. NanoriError if there is no name
    at all, or the database cannot be written.
    """
    size = sum(streams.size(path) or 0 for path in paths)
    with readings.collecting_later(), reader(size) as begin:
        merged = MergedFaces(reports.record, reports.contradiction)
        for path in paths:
            try:
                if not merged.add_file(path, format_name):
                    reports.file(NanoriError("no name in it", path=path))
            except NanoriError as error:
                reports.file(error)
        if not len(merged):
            raise NanoriError(f"no name in {', '.join(paths)}; nothing was written")
        return _beside(output, lambda connection: fill(connection, merged, begin))


def fill_from(connection: sqlite3.Connection, paths: Sequence[str], format_name: str = "") -> Built:
    """Fill an empty database with the names of files known to be valid; `format_name` as above."""

    def fault(error: NanoriError) -> None:
        raise error

    merged = MergedFaces(fault, fault)
    for path in paths:
        merged.add_file(path, format_name)
    with reader(0) as begin:
        return fill(connection, merged, begin)


def fill(connection: sqlite3.Connection, merged: MergedFaces, begin: Begin) -> Built:
    """Fill an empty database with everything gathered."""
    schema.create(connection)
    entries = merged.entries()
    forms = [
        _NumberedForm(number, face, entry, form)
        for number, (face, entry, form) in enumerate(
            ((face, entry, form) for face, entry in enumerate(entries, 1) for form in entry.forms),
            1,
        )
    ]
    unread = {
        numbered.number: name
        for numbered in forms
        if (name := keys.unread(numbered.entry, numbered.form))
    }
    read_later = begin(list(unread.values()))
    with connection:
        connection.executemany(
            f"INSERT INTO faces VALUES ({_places(12)})",
            (_face(number, entry) for number, entry in enumerate(entries, 1)),
        )
        connection.executemany(
            "INSERT INTO printings VALUES (?, ?, ?)",
            (
                (numbered.number, printing.set, printing.released)
                for numbered in forms
                for printing in numbered.form.printings
            ),
        )
        rows = [
            (kind, key, numbered.number)
            for numbered in forms
            if numbered.form.form != "reading"
            for kind, key in keys.written(numbered.entry, numbered.form)
            if key
        ]
        _index(connection, rows, 0)
        read = dict(zip(unread, read_later(), strict=True))
        connection.executemany(
            f"INSERT INTO forms VALUES ({_places(9)})",
            (_form(numbered, read.get(numbered.number)) for numbered in forms),
        )
        spoken = [(kind, key, number) for number, name in read.items() for kind, key in name.keys]
        _index(connection, spoken, len(rows))
        connection.executescript(schema.INDEXES)
    return Built(len(entries), len(forms), merged.skipped, shared(entries))


class _NumberedForm(NamedTuple):
    """A form with its number and its face's number."""

    number: int
    face: int
    entry: FaceEntry
    form: NameForm


def _index(connection: sqlite3.Connection, rows: list[tuple[str, str, int]], before: int) -> None:
    """Write the keys, numbered after those before, and their trigrams."""
    connection.executemany("INSERT INTO keys (kind, key, form) VALUES (?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO grams (rowid, key) VALUES (?, ?)",
        ((number, padded(kind, key)) for number, (kind, key, _) in enumerate(rows, before + 1)),
    )


def _face(number: int, entry: FaceEntry) -> tuple[object, ...]:
    lists = (entry.supertypes, entry.types, entry.subtypes, entry.alternate)
    return (
        *(number, entry.face, entry.card, entry.layout, entry.side),
        *map(_encoded, lists),
        *(entry.funny, entry.token, _encoded(entry.interchangeable)),
    )


@lru_cache(maxsize=1 << 12)
def _encoded(words: tuple[str, ...]) -> str:
    return encode(words).decode()


def _form(numbered: _NumberedForm, read: ReadName | None) -> tuple[object, ...]:
    number, face, _, form = numbered
    return (
        *(number, face, form.name, form.lang, form.form, form.standing),
        *((read.reading, keys.source_of(form, read)) if read else ("", "")),
        form.source,
    )


def _places(count: int) -> str:
    return ", ".join("?" * count)


def _beside(output: Path, write: Callable[[sqlite3.Connection], Built]) -> Built:
    """Fill a new database beside its destination, and move it there once complete."""
    if output.exists() and not output.is_file():
        raise NanoriError("cannot be written: not a file", path=str(output))
    with writing.replacement(str(output)) as new:
        try:
            connection = sqlite3.connect(new)
            try:
                # Nobody sees the file before it is complete, so nothing needs to be rolled back.
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                return write(connection)
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise NanoriError(f"cannot be written: {error}", path=str(output)) from error
