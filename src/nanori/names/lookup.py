"""Card names for programs: found in any spelling, shown, chosen."""

import os
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Self

from nanori.model import arguments
from nanori.model.errors import NanoriError, OnError
from nanori.names import choosing
from nanori.names.choosing import ANYTHING, CURRENT, Characteristics, Choice
from nanori.names.database import Database
from nanori.names.model import FaceEntry


class Names(Database):
    """A database of card names to look up in: `with Names.open() as names: …`.

    `Names.open(path)` opens one that `nanori names build` wrote; without a path it is the user's
    own, or if none was built, a small one that comes with nanori. NanoriError if it cannot be read.
    It is only read, and may be asked any number of times.

        >>> with nanori.Names.open() as names:
        ...     found = names.find("no such name at all")
        >>> found
        []
    """

    @classmethod
    def build(
        cls,
        sources: Iterable[str | os.PathLike[str]],
        path: str | os.PathLike[str],
        errors: OnError | None = None,
    ) -> Self:
        """Write a database of the names in card files or lists of names, and open it.

        `sources` are paths, `path` is where it is written. `errors` takes what is wrong with a
        record or a file, the others being read; without it the first one is raised.
        """
        from nanori.names import building

        def note(error: NanoriError) -> None:
            if errors is None:
                raise error
            errors(error)

        arguments.prove_iterable("sources", sources, str)
        arguments.prove("path", path, str, os.PathLike)
        paths = [os.fspath(source) for source in sources]
        building.build(paths, Path(path), building.Reports(note, note, note))
        return cls.open(path)

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

        `lang` is the code of the only language that may be spoken. `characteristics` are those that
        the name must have, as a value or as `types=Creature|Artifact,not_types=Land`. `edition` is
        a date of the rules, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; before 2018-10 the name must be in
        `legal`, the English names of the format, if given. NanoriError for a language without a
        grammar, unknown characteristics, or something that is not a date.
        """
        arguments.prove("said", said, str)
        arguments.prove("edition", edition, str)
        choosing.prove_edition(edition)
        if isinstance(characteristics, str):
            characteristics = choosing.characteristics(characteristics)
        return choosing.choose(
            self, said, lang or "", characteristics, edition=edition, legal=legal
        )

    def show(self, name: str, lang: str | None = None) -> list[FaceEntry]:
        """Return everything known about the faces that a name best matches; empty if none do.

        The name may be written as for `find`. There are several faces only if they share the name,
        or if it is the whole card's, such as `Ember // Ash`.
        """
        hits = self.find(name, lang)
        faces = [hit.name_en for hit in hits if hit.score == hits[0].score]
        return [entry for face in faces if (entry := self.entry(face)) is not None]
