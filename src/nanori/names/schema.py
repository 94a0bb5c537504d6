"""The tables of a name database, and how one is opened and recognised."""

import sqlite3
from functools import cache
from pathlib import Path

from nanori.model.errors import NanoriError

# Grows whenever the tables or keys change, because old keys are then no longer found.
VERSION = 3

# The application number in SQLite's header: “nano”.
APPLICATION = 0x6E616E6F

# How every SQLite database begins.
SIGN = b"SQLite format 3\0"
# Bytes of SQLite's header; 68 to 72 are the application number (sqlite.org/fileformat2).
HEADER_BYTES = 100

HOW_TO_REBUILD = "build it anew with: nanori names build SOURCE…"

# A `record` is all of a face, or of a form, as JSON; what is beside it is what is looked up by.
TABLES = """
CREATE TABLE faces (
    id INTEGER PRIMARY KEY, face TEXT NOT NULL UNIQUE, card TEXT NOT NULL, side TEXT NOT NULL,
    record TEXT NOT NULL);
CREATE TABLE forms (
    id INTEGER PRIMARY KEY, face INTEGER NOT NULL REFERENCES faces, name TEXT NOT NULL,
    lang TEXT NOT NULL, standing TEXT NOT NULL, form TEXT NOT NULL, record TEXT NOT NULL);
CREATE TABLE keys (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL,
    form INTEGER NOT NULL REFERENCES forms);
CREATE VIRTUAL TABLE grams USING fts5(
    key, content='', detail=none, tokenize='trigram case_sensitive 1');
"""

INDEXES = """
CREATE INDEX forms_of_face ON forms(face);
CREATE INDEX forms_by_name ON forms(name);
CREATE INDEX keys_by_key ON keys(key);
"""


def is_ours(header: bytes) -> bool:
    """Tell from its header whether a database holds names, in whatever version."""
    return header[68:72] == APPLICATION.to_bytes(4, "big")


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty database and mark it as ours."""
    connection.executescript(TABLES)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


# Instructions of SQLite's virtual machine between checks of how long a query takes.
STEPS_BETWEEN_CHECKS = 1 << 16

# Instructions that a query may take; the longest over 24,000 cards takes 1/600 of that.
MAX_STEPS = 1 << 29

# Bytes that a value in a row may have.
MAX_VALUE_BYTES = 1 << 20


def connect(path: Path) -> sqlite3.Connection:
    """Return a read-only connection; NanoriError if the file is absent or not ours.

    A database may come from a stranger: its tables must be exactly ours, with no view or trigger
    among them, and queries are limited (`limit`).
    """
    if not path.is_file():
        reason = "no such file" if not path.exists() else "not a file"
        raise NanoriError(f"{reason}; {HOW_TO_REBUILD}", path=str(path))
    try:
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
        connection.execute("PRAGMA trusted_schema = OFF")
        limit(connection)
        check(connection, path)
    except (sqlite3.Error, ValueError) as error:  # table names may not even be text
        raise damaged(path, error) from error
    return connection


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise NanoriError if the database is another program's or of another version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        reason = "not a database of names"
    elif version != VERSION:
        age = "an older" if version < VERSION else "a newer"
        reason = f"a database of names by {age} nanori (version {version}, wanted {VERSION})"
    elif _stated(connection) != _ours():
        reason = "its tables are not those of a database of names"
    else:
        return
    connection.close()
    raise NanoriError(f"{reason}; {HOW_TO_REBUILD}", path=str(path))


def limit(connection: sqlite3.Connection) -> None:
    """Let the next query over a connection end with an error if it takes too long.

    The database may come from a stranger: its rows may be such that a query takes for ever.
    """
    left = MAX_STEPS // STEPS_BETWEEN_CHECKS

    def spent() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    connection.set_progress_handler(spent, STEPS_BETWEEN_CHECKS)


def _stated(connection: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Return the tables, indexes, views and triggers with the SQL that made them."""
    rows = connection.execute(
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master LIMIT 100"
    )
    return frozenset(rows.fetchall())


@cache
def _ours() -> frozenset[tuple[str, ...]]:
    """Return what `_stated` returns of a database that this program builds."""
    connection = sqlite3.connect(":memory:")
    try:
        create(connection)
        connection.executescript(INDEXES)
        return _stated(connection)
    finally:
        connection.close()


def damaged(path: Path | str, error: Exception) -> NanoriError:
    """Return the error for a database that cannot be read."""
    if str(error) == "interrupted":
        return NanoriError(f"a question takes too long; {HOW_TO_REBUILD}", path=str(path))
    return NanoriError(f"damaged database: {error}; {HOW_TO_REBUILD}", path=str(path))
