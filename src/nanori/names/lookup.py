"""A database of names for programs that build on nanori: find, choose, show."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from nanori.names import choosing
from nanori.names.choosing import ANYTHING, CURRENT
from nanori.names.database import Database

if TYPE_CHECKING:
    from nanori.names.choosing import Characteristics, Choice
    from nanori.names.model import FaceEntry, Hit


class Names:
    """A database of card names, open for look-up; `nanori names build` makes one."""

    def __init__(self, database: Database) -> None:
        """Look up in a database that is open."""
        self.database = database

    @classmethod
    def open(cls, path: str | Path | None = None) -> Names:
        """Return the database at that path, else the user's, else the small one shipped inside.

        NanoriError if it is absent, damaged or of another version, saying how to build it.
        """
        return cls(Database.open(path))

    def find(self, query: str, lang: str | None = None, limit: int = 10) -> list[Hit]:
        """Return the names that a query may mean, best first, at most one for each face.

        The query is a name in any language, script or spelling, a part of one, or its reading; it
        may have slips. `lang` is the code of the only language to look in. What is no name, or
        longer than any, has no hit.
        """
        _prove_text(query=query)
        return self.database.find(query, lang or None, limit)

    def choose(
        self,
        said: str,
        lang: str = "",
        having: Characteristics | str = ANYTHING,
        *,
        edition: str = CURRENT,
        legal: Container[str] | None = None,
    ) -> Choice:
        """Return which card name is chosen by saying those words, or what must be asked. CR 201.4.

        `lang` is the code of the only language that is spoken. `having` are the characteristics
        that the card must have, as a value or as `types=Creature|Artifact,not_types=Land`.
        `edition` is a date of the rules, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; in those before
        2018-10 a name that is not in `legal`, the English names of the format, may not be chosen.
        NanoriError for a language without a grammar, other characteristics, or what is no date.
        """
        _prove_text(said=said, edition=edition)
        choosing.prove_edition(edition)
        if isinstance(having, str):
            having = choosing.characteristics(having)
        return choosing.choose(self.database, said, lang, having, edition=edition, legal=legal)

    def show(self, name: str, lang: str | None = None) -> list[FaceEntry]:
        """Return all that is known of the faces that a name means best; none if there is no such.

        The name may be written as for `find`. Several faces have it only where they have one name
        in common, or where it is the whole card's, as `Ember // Ash`.
        """
        hits = self.find(name, lang)
        faces = [hit.name_en for hit in hits if hit.score == hits[0].score]
        return [entry for face in faces if (entry := self.database.entry(face)) is not None]

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def __enter__(self) -> Names:
        """Return the names themselves."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the database."""
        self.close()


def _prove_text(**arguments: object) -> None:
    """Raise TypeError for an argument that is no text, rather than something obscure later."""
    for name, value in arguments.items():
        if not isinstance(value, str):
            raise TypeError(f"{name}: {type(value).__name__} is there, str was wanted")
