"""A name that a player says to the card names it chooses, or to what must be asked."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from nanori.grammar import languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES
from nanori.names import identification
from nanori.names.normalization import fold
from nanori.names.phonetics import is_kana

if TYPE_CHECKING:
    from nanori.names.database import Database
    from nanori.names.identification import Meant
    from nanori.names.model import FaceEntry

# The edition of the rules that counts where none is given.
CURRENT = "2023-11-17"
# Before this edition both halves of a split card were named (D5).
ONE_HALF = "2013-05"
# Before this edition the name had to be legal in the format (D5).
ANY_FORMAT = "2018-10"
# The rule of choosing a name in those editions.
BEFORE = "201.3"

_EDITION = re.compile(r"\d{4}(-\d{2}){0,2}")

# Layouts of which either half is chosen.
SPLIT = ("split", "aftermath")
# The rule that lets a layout's other name be chosen.
_OTHER_FACE = {
    "flip": "201.4c",
    "transform": "201.4d",
    "modal_dfc": "201.4d",
    "reversible_card": "201.4d",
    "meld": "201.4e",
    "adventure": "201.4f",
}


class Characteristics(Struct, frozen=True, forbid_unknown_fields=True):
    """The characteristics that the name must have, as English words (CR 201.4a)."""

    types: tuple[str, ...] = ()
    """Card types of which it must have one."""
    not_types: tuple[str, ...] = ()
    """Card types of which it may have none."""
    supertypes: tuple[str, ...] = ()
    """Supertypes that it must have."""
    not_supertypes: tuple[str, ...] = ()
    """Supertypes of which it may have none."""
    subtypes: tuple[str, ...] = ()
    """Subtypes of which it must have one."""
    not_subtypes: tuple[str, ...] = ()
    """Subtypes of which it may have none."""

    def fits(self, entry: FaceEntry) -> bool:
        """Tell whether a face has these characteristics; case does not matter."""
        types, supertypes = _words(entry.types), _words(entry.supertypes)
        subtypes = _words(entry.subtypes)
        return (
            (not self.types or bool(types & _words(self.types)))
            and not types & _words(self.not_types)
            and supertypes >= _words(self.supertypes)
            and not supertypes & _words(self.not_supertypes)
            and (not self.subtypes or bool(subtypes & _words(self.subtypes)))
            and not subtypes & _words(self.not_subtypes)
        )


def _words(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.casefold() for word in words)


# No characteristics asked for.
ANYTHING = Characteristics()


def characteristics(conditions: str) -> Characteristics:
    """Return the characteristics that `types=Creature|Artifact,not_types=Land` asks for.

    NanoriError where a word is none of those fields.
    """
    fields: dict[str, tuple[str, ...]] = {}
    for condition in filter(None, conditions.split(",")):
        field, equals, words = condition.partition("=")
        if not equals or field.strip() not in Characteristics.__struct_fields__:
            every = ", ".join(Characteristics.__struct_fields__)
            raise NanoriError(f"“{condition}” is no condition, FIELD=WORD|… of {every}")
        values = tuple(word.strip() for word in words.split("|") if word.strip())
        fields[field.strip()] = (*fields.get(field.strip(), ()), *values)
    return Characteristics(**fields)


def prove_edition(edition: str) -> None:
    """Raise NanoriError for what is no date of an edition of the rules."""
    if not _EDITION.fullmatch(edition):
        raise NanoriError(f"“{edition}” is no date, YYYY-MM-DD, YYYY-MM or YYYY was wanted")


class Choice(Struct, frozen=True):
    """What saying a name comes to."""

    said: str
    """The words as they were said."""
    answer: Literal["chosen", "ambiguous", "illegal", "unknown"]
    """Whether a name is chosen, must be said more plainly, may not be chosen, or is none."""
    names: tuple[str, ...]
    """English names chosen; none if the answer is another."""
    candidates: tuple[str, ...]
    """English names that could be meant, the likeliest first; of an illegal choice, its own."""
    rule: str
    """The rule that decides, as `201.4b`."""


def choose(
    database: Database,
    said: str,
    lang: str = "",
    having: Characteristics = ANYTHING,
    *,
    edition: str = CURRENT,
    legal: Container[str] | None = None,
) -> Choice:
    """Return what saying those words chooses, in any language unless one is given. CR 201.4.

    `having` are the characteristics that the name must have. `edition` is a date of the rules,
    `YYYY`, `YYYY-MM` or whole; in those before 2018-10 a name that is not in `legal`, the English
    names of the format, may not be chosen. NanoriError for a language without a grammar.
    """
    if lang:
        languages.load(lang)
    meant = identification.identify(database, said, lang, having.fits)
    if lang and not meant.faces and is_kana(fold(identification.bare(said))):
        # An English name said in kana has no form of its own in that language.
        meant = identification.identify(database, said, "", having.fits)
    answer, names, candidates, rule = _judged(meant, having, edition, legal)
    return Choice(said, answer, names, candidates, rule if edition >= ANY_FORMAT else BEFORE)


_Judgement = tuple[
    Literal["chosen", "ambiguous", "illegal", "unknown"], tuple[str, ...], tuple[str, ...], str
]


def _judged(
    meant: Meant, having: Characteristics, edition: str, legal: Container[str] | None
) -> _Judgement:
    """CR 201.4–201.4g. Whether what is meant may be chosen."""
    faces = tuple(entry.face for entry in meant.faces)
    if meant.token:
        return "illegal", (), (), "201.4"
    if not meant.plain:
        return "ambiguous" if faces else "unknown", (), faces, "201.4"
    chosen = meant.faces if meant.whole else meant.faces[:1]
    both = chosen[0].layout in SPLIT and edition < ONE_HALF
    rule = _rule(chosen[0])
    if both and not meant.whole:
        halves = tuple(chosen[0].card.split(BETWEEN_FACES))
        return "illegal", (), halves, rule
    if meant.whole and not both:
        split = chosen[0].layout in SPLIT
        return "illegal" if split else "ambiguous", (), faces, _rule(chosen[-1])
    if not any(map(having.fits, chosen)):
        return "illegal", (), faces[: len(chosen)], "201.4a" if rule == "201.4" else rule
    names = tuple(name for entry in chosen for name in (entry.face, *entry.interchangeable))
    if legal is not None and edition < ANY_FORMAT and not any(name in legal for name in names):
        return "illegal", (), faces[: len(chosen)], rule
    interchangeable = any(entry.interchangeable for entry in chosen)
    return "chosen", tuple(dict.fromkeys(names)), (), "201.4g" if interchangeable else rule


def _rule(entry: FaceEntry) -> str:
    """Return the rule about choosing this face's name."""
    if entry.layout in SPLIT:
        return "201.4b"
    front = entry.card.split(BETWEEN_FACES)[0] == entry.face and entry.side in ("", "a")
    return "201.4" if front else _OTHER_FACE.get(entry.layout, "201.4")
