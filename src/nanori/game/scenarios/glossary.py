"""What a scenario itself says of names: the English one of a printed one, which count as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nanori.game import naming
from nanori.game.objects import Name, Object
from nanori.game.scenarios import limits
from nanori.grammar import languages
from nanori.model.errors import NanoriError

if TYPE_CHECKING:
    from nanori.names.database import Database


class Glossary(Struct, frozen=True):
    """The names that the cards of a scenario give; a database is asked after it."""

    english: Mapping[str, str] = {}
    """The English name of each printed one, if it is one."""
    alike: Mapping[str, tuple[str, ...]] = {}
    """For each English name those that count as it, as the cards say (CR 201.3)."""
    register: Database | None = None

    def name(self, said: str) -> Name:
        """Return the name that words of any language are (CR 201.2, 201.3).

        The scenario's own names count first, then those of the database; a name that nobody knows
        in English stands for itself. NanoriError for one that is too long.
        """
        if len(said) > limits.NAME:
            raise NanoriError(f"a name is longer than {limits.NAME} characters")
        english = self.meant(said)
        return self._interchangeable(
            naming.named(english, self.register, shown="" if english == said else said)
        )

    def meant(self, said: str) -> str:
        """Return the English name that words of any language are; the words where none is known."""
        own = languages.of_text(said)
        return self.english.get(said) or naming.official(said, own, self.register) or said

    def completed(self, thing: Object) -> Object:
        """Return an object whose names are interchangeable also where only the other says so."""
        names = tuple(map(self._interchangeable, thing.printed.names))
        if names == thing.printed.names:
            return thing
        return replace(thing, printed=replace(thing.printed, names=names))

    def _interchangeable(self, name: Name) -> Name:
        others = self.alike.get(name.english)
        return replace(name, also=others) if others else name


def of_objects(objects: Iterable[Object], register: Database | None) -> Glossary:
    """Return what the cards of some objects say of names."""
    names = [name for thing in objects for name in thing.printed.names]
    english: dict[str, str] = {}
    for name in names:
        if name.shown and english.setdefault(name.shown, name.english) != name.english:
            english[name.shown] = ""
    glossary = Glossary(english, register=register)
    groups: dict[str, dict[str, None]] = {}
    for name in names:
        if name.also:
            same = dict.fromkeys(map(glossary.meant, (name.english, *name.also)))
            for other in list(same):
                same |= groups.get(other, {})
            groups |= dict.fromkeys(same, same)
    alike = {name: tuple(other for other in same if other != name) for name, same in groups.items()}
    return replace(glossary, alike=alike)
