"""The name database: which card a name in any language, script or spelling means."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import DecodeError
from msgspec.structs import replace

from nanori.model import arguments, typed_values
from nanori.model.errors import DataFileError, NanoriError
from nanori.names.model import FaceEntry, Hit, NameForm

if TYPE_CHECKING:
    import sqlite3

    from nanori.names.search import Index

_entry_of = typed_values.decoder(FaceEntry)
_form_of = typed_values.decoder(NameForm)

# Invented names that ship with nanori, for when no database was built.
SAMPLE = Path(__file__).with_name("sample.jsonl")


def default_path() -> Path:
    """Return where the user's name database is, or would be."""
    import platformdirs

    return Path(platformdirs.user_data_dir("nanori", appauthor=False)) / "names.sqlite"


# Code points; a longer query is not a name.
MAX_QUERY_LENGTH = 300


class Database:
    """A database of names, open for look-up."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        from nanori.names.search import Index

        self.path = path
        self._connection = connection
        self._index: Index = Index(connection)

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Self:
        """Return the database at that path, else the user's, else the small one shipped inside.

        NanoriError if it is absent, damaged or of another version, saying how to build it.
        """
        from nanori.names import schema

        if path is not None:
            arguments.prove("path", path, str, os.PathLike)
        location = Path(path) if path is not None else default_path()
        if path is None and not location.exists():
            return cls(SAMPLE, _sample())
        return cls(location, schema.connect(location))

    def entry(self, face: str) -> FaceEntry | None:
        """Return what is known of the face with that English name; None if there is none."""
        with self._reading():
            query = "SELECT id, record FROM faces WHERE face = ?"
            for number, record in self._connection.execute(query, (face,)):
                forms = tuple(self._forms("face", number))
                return replace(_entry_of.decode(record), forms=forms)
            return None

    def _forms(self, column: str, value: object) -> Iterator[NameForm]:
        query = f"SELECT record FROM forms WHERE {column} = ? ORDER BY id"
        for (record,) in self._connection.execute(query, (value,)):
            yield _form_of.decode(record)

    def faces(self, card: str) -> list[str]:
        """Return the English names of the faces of the card with that English name."""
        query = "SELECT face FROM faces WHERE card = ? ORDER BY side, id"
        with self._reading():
            return [face for (face,) in self._connection.execute(query, (card,))]

    def exact(self, name: str, lang: str | None = None) -> list[Hit]:
        """Return a hit for each face that has, or had, exactly this name, official ones first."""
        with self._reading():
            hits = self._index.exact(name)
        return [hit for hit in hits if hit.lang == lang] if lang else list(hits)

    def find(self, query: str, lang: str | None = None, limit: int = 10) -> list[Hit]:
        """Return the names that a query may mean, best first, at most one for each face.

        The query may be in any language, script and spelling: full or half width, kana, romaji, a
        legend's short name, with typos. `lang` is the code of the only language to search, `limit`
        the largest number of hits. A query that is no name, or longer than any, has no hits.
        """
        arguments.prove("query", query, str)
        if len(query) > MAX_QUERY_LENGTH:
            return []
        with self._reading():
            return self._index.find(query, lang, limit)

    def names(self, lang: str) -> Iterator[NameForm]:
        """Yield every name form of a language."""
        with self._reading():
            yield from self._forms("lang", lang)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    @contextmanager
    def _reading(self) -> Generator[None]:
        """Turn what SQLite cannot read into a NanoriError that says how to rebuild."""
        import sqlite3  # databases are mentioned in many modules, and opened in few

        from nanori.names import schema

        schema.limit(self._connection)
        try:
            yield
        except (sqlite3.Error, DecodeError, LookupError, TypeError, ValueError) as error:
            # Everything else that can go wrong: there are rows, but they hold nonsense.
            raise schema.damaged(self.path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


def _sample() -> sqlite3.Connection:
    import sqlite3

    from nanori.names import building
    from nanori.names.merging import Faces

    def fault(error: NanoriError) -> None:
        raise DataFileError(str(error.path or SAMPLE), error.message) from error

    connection = sqlite3.connect(":memory:", check_same_thread=False)
    merged = Faces(fault, fault)
    try:
        merged.add_file(str(SAMPLE), "cards")
    except NanoriError as error:
        fault(error)
    building.fill(connection, merged)
    return connection
