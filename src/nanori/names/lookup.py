"""A database of names for programs that build on nanori: find, choose, show."""

from __future__ import annotations

import os
from collections.abc import Container
from types import TracebackType

from nanori.model import arguments
from nanori.names import choosing
from nanori.names.choosing import ANYTHING, CURRENT, Choice, Wanted
from nanori.names.database import Register
from nanori.names.model import Entry, Hit


class Names:
    """A database of card names, open for look-up; `nanori names build` makes one.

    >>> with nanori.Names.open() as names:
    ...     hit = names.find("hai no kyūshi")[0]
    ...     print(hit.name, hit.name_en, hit.how)
    ...     print(names.choose("灰の急使").names)
    灰の急使 Ashen Courier romaji
    ('Ashen Courier',)
    """

    def __init__(self, register: Register) -> None:
        """Look up in a database that was opened by `open`."""
        self.register = register

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Names:
        """Return the database at that path, else the user's, else the small one shipped inside.

        NanoriError if it is absent, damaged or of another version, saying how to build it.
        """
        if path is not None:
            arguments.prove("path", path, str, os.PathLike)
        return cls(Register.open(None if path is None else os.fspath(path)))

    def find(self, query: str, lang: str | None = None, limit: int = 10) -> list[Hit]:
        """Return the names that a query may mean, best first, at most one for each face.

        The query is a name in any language, script or spelling, a part of one, or its reading.
        `lang` is the only language to look in.
        """
        arguments.prove("query", query, str)
        return self.register.find(query, lang or None, limit)

    def choose(
        self,
        said: str,
        lang: str = "",
        having: Wanted = ANYTHING,
        *,
        edition: str = CURRENT,
        legal: Container[str] | None = None,
    ) -> Choice:
        """Return what saying those words chooses, in any language unless one is given. CR 201.4.

        `having` are the characteristics that the card must have. `edition` is a date of the rules,
        `YYYY`, `YYYY-MM` or whole; in those before 2018-10 a name that is not in `legal`, the
        English names of the format, may not be chosen. NanoriError for an unknown language.
        """
        arguments.prove("said", said, str)
        return choosing.choose(self.register, said, lang, having, edition=edition, legal=legal)

    def show(self, name: str, lang: str | None = None) -> list[Entry]:
        """Return all that is known of the faces that a name may mean best, in any language.

        There is none where nothing is like the name, and more than one where several faces have
        it.
        """
        hits = self.find(name, lang)
        best = [hit for hit in hits if hit.score == hits[0].score]
        found = (self.register.entry(hit.name_en) for hit in best)
        return [entry for entry in found if entry is not None]

    def close(self) -> None:
        """Close the database."""
        self.register.close()

    def __enter__(self) -> Names:
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
