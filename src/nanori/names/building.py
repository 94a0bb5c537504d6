"""Sources to a name database, written whole or not at all."""

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from nanori.formats.io import writing
from nanori.model.errors import NanoriError, OnError
from nanori.names import keys, readings, schema
from nanori.names.keys import padded
from nanori.names.merging import Faces, shared
from nanori.names.model import FaceEntry, NameForm


class _Key(NamedTuple):
    """A row of the table of keys."""

    kind: str
    key: str
    form: int
    """The number of its form."""


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
    with readings.collecting_later():
        merged = Faces(reports.record, reports.contradiction)
        for path in paths:
            try:
                if not merged.add_file(path, format_name):
                    reports.file(NanoriError("no name in it", path=path))
            except NanoriError as error:
                reports.file(error)
        if not len(merged):
            raise NanoriError(f"no name in {', '.join(paths)}; nothing was written")
        return _beside(output, lambda connection: fill(connection, merged))


def fill(connection: sqlite3.Connection, merged: Faces) -> Built:
    """Fill an empty database with everything gathered."""
    schema.create(connection)
    entries = merged.entries()
    faces: list[tuple[object, ...]] = []
    forms: list[tuple[object, ...]] = []
    written: list[_Key] = []
    spoken: list[_Key] = []
    for face, entry in enumerate(entries, 1):
        faces.append((face, entry.face, entry.card, entry.side, _record(replace(entry, forms=()))))
        for each in entry.forms:
            number = len(forms) + 1
            form, sounds = keys.spoken(entry, each)
            row = (number, face, form.name, form.lang, form.standing, form.form, _record(form))
            forms.append(row)
            spoken += [_Key(kind, key, number) for kind, key in sounds]
            if form.form != "reading":
                names = keys.written(entry, form)
                written += [_Key(kind, key, number) for kind, key in names if key]
    with connection:
        connection.executemany("INSERT INTO faces VALUES (?, ?, ?, ?, ?)", faces)
        connection.executemany("INSERT INTO forms VALUES (?, ?, ?, ?, ?, ?, ?)", forms)
        _index(connection, [*written, *spoken])
        connection.executescript(schema.INDEXES)
    return Built(len(entries), len(forms), merged.skipped, shared(entries))


def _record(value: FaceEntry | NameForm) -> bytes:
    """Return a face or a form as JSON, without what is empty."""
    fields = {name: getattr(value, name) for name in value.__struct_fields__}
    return encode({name: content for name, content in fields.items() if content})


def _index(connection: sqlite3.Connection, rows: Sequence[_Key]) -> None:
    """Write the keys, in their order, and their trigrams."""
    connection.executemany("INSERT INTO keys (kind, key, form) VALUES (?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO grams (rowid, key) VALUES (?, ?)",
        ((number, padded(row.kind, row.key)) for number, row in enumerate(rows, 1)),
    )


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
