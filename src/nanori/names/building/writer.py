"""Sources to a database of names, written whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import encode

from nanori.formats.io import streams, writing
from nanori.model.errors import NanoriError, OnError
from nanori.names import keys, readings, schema
from nanori.names.building import reading_worker
from nanori.names.building.merge import Gathering, shared
from nanori.names.keys import Read, padded
from nanori.names.model import Entry, NameForm


class Built(Struct, frozen=True):
    """What a database of names has come to hold."""

    faces: int
    forms: int
    untranslated: int
    """Names left out because they are not in the script of their language."""
    shared: dict[str, tuple[str, ...]]
    """Official names that several faces have."""


class Reports(NamedTuple):
    """Where to say what goes wrong while a database is built."""

    record: OnError
    """A record that cannot be read."""
    file: OnError
    """A file that cannot be read, or has no name in it."""
    remark: OnError
    """A record that was read but contradicts another."""


def build(paths: Sequence[str], output: Path, reports: Reports, wanted: str = "") -> Built:
    """Write a database of the names in those files, which takes the old one's place when complete.

    `wanted` is the format of the files, told from each if empty. NanoriError if there is not one
    name, or the database cannot be written.
    """
    size = sum(streams.size(path) or 0 for path in paths)
    with readings.collecting_later(), reading_worker.reader(size) as begin:
        gathering = Gathering(reports.record, reports.remark)
        for path in paths:
            try:
                if not gathering.add_file(path, wanted):
                    reports.file(NanoriError("no name in it", path=path))
            except NanoriError as error:
                reports.file(error)
        if not len(gathering):
            raise NanoriError(f"no name in {', '.join(paths)}; nothing was written")
        return _beside(output, lambda connection: fill(connection, gathering, begin))


def fill_from(connection: sqlite3.Connection, paths: Sequence[str]) -> Built:
    """Put the names in files that have no fault into an empty database."""

    def fault(error: NanoriError) -> None:
        raise error

    gathering = Gathering(fault, fault)
    for path in paths:
        gathering.add_file(path)
    with reading_worker.reader(0) as begin:
        return fill(connection, gathering, begin)


def fill(
    connection: sqlite3.Connection, gathering: Gathering, begin: reading_worker.Begin
) -> Built:
    """Put everything gathered into an empty database."""
    schema.create(connection)
    entries = gathering.entries()
    forms = [
        _Numbered(number, face, entry, form)
        for number, (face, entry, form) in enumerate(
            ((face, entry, form) for face, entry in enumerate(entries, 1) for form in entry.forms),
            1,
        )
    ]
    unread = {one.number: found for one in forms if (found := keys.unread(one.entry, one.form))}
    read_later = begin(list(unread.values()))
    with connection:
        connection.executemany(
            f"INSERT INTO faces VALUES ({_places(12)})",
            (_face(number, entry) for number, entry in enumerate(entries, 1)),
        )
        connection.executemany(
            "INSERT INTO printings VALUES (?, ?, ?)",
            (
                (one.number, printing.set, printing.released)
                for one in forms
                for printing in one.form.printings
            ),
        )
        rows = [
            (kind, key, one.number)
            for one in forms
            if one.form.form != "reading"
            for kind, key in keys.written(one.entry, one.form)
            if key
        ]
        _index(connection, rows, 0)
        read = dict(zip(unread, read_later(), strict=True))
        connection.executemany(
            f"INSERT INTO forms VALUES ({_places(9)})",
            (_form(one, read.get(one.number)) for one in forms),
        )
        spoken = [(kind, key, number) for number, one in read.items() for kind, key in one.keys]
        _index(connection, spoken, len(rows))
        connection.executescript(schema.INDEXES)
    return Built(len(entries), len(forms), gathering.skipped, shared(entries))


class _Numbered(NamedTuple):
    """A form with its number and its face's."""

    number: int
    face: int
    entry: Entry
    form: NameForm


def _index(connection: sqlite3.Connection, rows: list[tuple[str, str, int]], before: int) -> None:
    """Write keys, numbered from those before on, and the trigrams of the keys."""
    connection.executemany("INSERT INTO keys (kind, key, form) VALUES (?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO grams (rowid, key) VALUES (?, ?)",
        ((number, padded(kind, key)) for number, (kind, key, _) in enumerate(rows, before + 1)),
    )


def _face(number: int, entry: Entry) -> tuple[object, ...]:
    lists = (entry.supertypes, entry.types, entry.subtypes, entry.alternate)
    return (
        *(number, entry.face, entry.card, entry.layout, entry.side),
        *map(_encoded, lists),
        *(entry.funny, entry.token, _encoded(entry.interchangeable)),
    )


@lru_cache(maxsize=1 << 12)
def _encoded(words: tuple[str, ...]) -> str:
    return encode(words).decode()


def _form(one: _Numbered, read: Read | None) -> tuple[object, ...]:
    number, face, _, form = one
    return (
        *(number, face, form.name, form.lang, form.form, form.official),
        *((read.reading, keys.source_of(form, read)) if read else ("", "")),
        form.source,
    )


def _places(count: int) -> str:
    return ", ".join("?" * count)


def _beside(output: Path, write: Callable[[sqlite3.Connection], Built]) -> Built:
    """Run that on a new database beside its place, and move it there when it is complete."""
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
