"""The names of cards as programs ask for them: found in any spelling, shown, chosen."""

import os
from collections.abc import Container
from typing import Self

from nanori.model import arguments
from nanori.names import choosing
from nanori.names.choosing import ANYTHING, CURRENT, Characteristics, Choice
from nanori.names.database import Database
from nanori.names.model import FaceEntry, Hit


class Names(Database):
    """A database of card names, open for questions: `with Names.open() as names: …`.

    `Names.open(path)` is one that `nanori names build` wrote; without a path it is the user's
    own, and where none was built a small one that comes with nanori. NanoriError if it cannot be
    read. It is only read, and may be asked any number of times.
    """

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Self:
        """Return the database at that path, else the user's, else the small one shipped inside.

        NanoriError if it is absent, damaged or of another version, saying how to build it.
        """
        if path is not None:
            arguments.prove("path", path, str, os.PathLike)
        return super().open(path)

    def find(self, query: str, lang: str | None = None, limit: int = 10) -> list[Hit]:
        """Return the names that a query may mean, best first, at most one for each face.

        The query may be in any language, script and spelling: full or half width, kana, romaji,
        a legend's short name, with slips. `lang` is the code of the only language to look in,
        `limit` the number of hits at most. What is no name, or longer than any, has no hit.
        """
        arguments.prove("query", query, str)
        return super().find(query, lang, limit)

    def choose(
        self,
        said: str,
        lang: str | None = None,
        *,
        characteristics: Characteristics | str = ANYTHING,
        edition: str = CURRENT,
        legal: Container[str] | None = None,
    ) -> Choice:
        """Return which card name is chosen by saying those words, or what must be asked. CR 201.4.

        `lang` is the code of the only language that may be spoken. `characteristics` are those
        that the name must have, as a value or as `types=Creature|Artifact,not_types=Land`.
        `edition` is a date of the rules, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; before 2018-10 the
        name must be in `legal`, the English names of the format, if that is given. NanoriError
        for a language without a grammar, unknown characteristics, or what is no date.
        """
        arguments.prove("said", said, str)
        arguments.prove("edition", edition, str)
        choosing.prove_edition(edition)
        asked = characteristics
        if isinstance(asked, str):
            asked = choosing.characteristics(asked)
        return choosing.choose(self, said, lang or "", asked, edition=edition, legal=legal)

    def show(self, name: str, lang: str | None = None) -> list[FaceEntry]:
        """Return all that is known of the faces that a name means best; none if there is no such.

        The name may be written as for `find`. Several faces have it only where they have one name
        in common, or where it is the whole card's, as `Ember // Ash`.
        """
        hits = self.find(name, lang)
        faces = [hit.name_en for hit in hits if hit.score == hits[0].score]
        return [entry for face in faces if (entry := self.entry(face)) is not None]
