"""Sources to a database of names, written whole or not at all."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import encode

from nanori import languages
from nanori.errors import NanoriError
from nanori.register import readings, schema, sources
from nanori.register.gathering import Gathering, shared
from nanori.register.keys import keys_of, padded
from nanori.register.model import Entry, NameForm
from nanori.register.sources import Report


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

    record: Report
    """A record that cannot be read."""
    file: Report
    """A file that cannot be read, or has no name in it."""
    remark: Report
    """A record that was read but contradicts another."""


def build(paths: Sequence[str], output: Path, reports: Reports) -> Built:
    """Write a database of the names in those files, which takes the old one's place when complete.

    NanoriError if there is not one name, or the database cannot be written.
    """
    with readings.collecting_later():
        gathering = Gathering(reports.record, reports.remark)
        for path in paths:
            seen = 0
            try:
                for seen, facts in enumerate(sources.read(path, reports.record), 1):  # noqa: B007
                    gathering.add(path, facts)
                if not seen:
                    reports.file(NanoriError("no name in it", path=path))
            except NanoriError as error:
                reports.file(error)
        if not len(gathering):
            raise NanoriError(f"no name in {', '.join(paths)}; nothing was written")
        return _beside(output, lambda connection: fill(connection, gathering))


def fill_from(connection: sqlite3.Connection, paths: Sequence[str]) -> Built:
    """Put the names in files that have no fault into an empty database."""

    def fault(error: NanoriError) -> None:
        raise error

    gathering = Gathering(fault, fault)
    for path in paths:
        for facts in sources.read(path, fault):
            gathering.add(path, facts)
    return fill(connection, gathering)


def fill(connection: sqlite3.Connection, gathering: Gathering) -> Built:
    """Put everything gathered into an empty database."""
    schema.create(connection)
    entries = gathering.entries()
    forms: list[tuple[int, Entry, NameForm]] = []
    for number, entry in enumerate(entries, 1):
        forms += [(number, entry, form) for form in entry.forms]
    with connection:
        connection.executemany(
            f"INSERT INTO faces VALUES ({_places(12)})",
            (_face(number, entry) for number, entry in enumerate(entries, 1)),
        )
        connection.executemany(
            f"INSERT INTO forms VALUES ({_places(9)})",
            (_form(number, *one) for number, one in enumerate(forms, 1)),
        )
        connection.executemany(
            "INSERT INTO printings VALUES (?, ?, ?)",
            (
                (number, printing.set, printing.released)
                for number, (_, _, form) in enumerate(forms, 1)
                for printing in form.printings
            ),
        )
        _index(connection, forms)
        connection.executescript(schema.INDEXES)
    return Built(len(entries), len(forms), gathering.skipped, shared(entries))


def _index(
    connection: sqlite3.Connection, forms: Iterable[tuple[int, Entry, NameForm]]
) -> None:
    """Write the keys of all forms, and the trigrams of the keys."""
    rows: list[tuple[str, str, int]] = []
    for number, (_, entry, form) in enumerate(forms, 1):
        rows += ((kind, key, number) for kind, key in dict.fromkeys(keys_of(entry, form)) if key)
    connection.executemany("INSERT INTO keys (kind, key, form) VALUES (?, ?, ?)", rows)
    connection.executemany(
        "INSERT INTO grams (rowid, key) VALUES (?, ?)",
        ((number, padded(kind, key)) for number, (kind, key, _) in enumerate(rows, 1)),
    )


def _face(number: int, entry: Entry) -> tuple[object, ...]:
    lists = (entry.supertypes, entry.types, entry.subtypes, entry.alternate)
    return (
        *(number, entry.face, entry.card, entry.layout, entry.side),
        *(encode(one).decode() for one in lists),
        *(entry.funny, entry.token, encode(entry.interchangeable).decode()),
    )


def _form(number: int, face: int, entry: Entry, form: NameForm) -> tuple[object, ...]:
    del entry
    reading, source = form.reading, form.reading_source
    if not reading and form.form != "alternate" and languages.load(form.lang).lexicon.kana:
        reading, source = readings.guess(form.name), "guessed"
    return (
        *(number, face, form.name, form.lang, form.form, form.official),
        *(reading, source, form.source),
    )


def _places(count: int) -> str:
    return ", ".join("?" * count)


def _beside(output: Path, write: Callable[[sqlite3.Connection], Built]) -> Built:
    """Run that on a new database beside its place, and move it there when it is complete."""
    place = Path(os.path.realpath(output))  # a link stays a link
    new = place.with_name(f".{place.name[:100]}.{secrets.token_hex(4)}.part")
    if place.exists() and not place.is_file():
        raise NanoriError("cannot be written: not a file", path=str(output))
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(new)
        try:
            # Nobody sees the file before it is complete, so nothing needs to be rolled back.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            built = write(connection)
        finally:
            connection.close()
        with new.open("rb") as written:
            os.fsync(written.fileno())
        new.replace(place)
    except (OSError, sqlite3.Error) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise NanoriError(f"cannot be written: {reason}", path=str(output)) from error
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    return built


