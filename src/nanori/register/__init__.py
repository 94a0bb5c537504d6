"""The database of names: which card is meant by a name in any language, script or spelling."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from nanori.register.model import Entry, Hit, NameForm, Printing

__all__ = ["Entry", "Hit", "NameForm", "Printing", "Register"]


class Register:
    """A database of names, open for look-up."""

    def __init__(self, path: Path) -> None:
        """Open the database at that path; NanoriError if it is none, damaged or older."""
        self.path = path

    @classmethod
    def open(cls, path: str | Path | None = None) -> Register:
        """Return the database at that path, else the user's, else the small one shipped inside.

        NanoriError if it is absent, damaged or of another version, saying how to build it.
        """
        raise NotImplementedError

    def entry(self, face: str) -> Entry | None:
        """Return what is known of the face with that English name; nothing if there is none."""
        raise NotImplementedError

    def exact(self, name: str, lang: str | None = None) -> list[Hit]:
        """Return a hit for each face that has, or had, exactly this name, official ones first."""
        raise NotImplementedError

    def find(self, query: str, lang: str | None = None, limit: int = 10) -> list[Hit]:
        """Return the names that the query may mean, best first, at most one for each face."""
        raise NotImplementedError

    def names(self, lang: str) -> Iterator[NameForm]:
        """Yield every name form of a language."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the database."""

    def __enter__(self) -> Register:
        """Return the database itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the database."""
        self.close()
