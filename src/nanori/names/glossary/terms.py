"""The values of a glossary: a name, what it is called in the other language, and what to heed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from nanori.model.errors import NanoriError

# Whether a translation is the official name, only what the files have, or not there.
TermStatus = Literal["official", "given", "missing"]

# Why a name that stands in a text may be no name there.
TermMark = Literal["word of the rules", "word in texts", "part of names"]


class TermTranslation(Struct, frozen=True):
    """A name in the language of translations."""

    name: str
    status: TermStatus
    set: str = ""
    """Code of the set in which it was first printed."""
    released: str = ""
    """The date of that set."""
    source: str = ""
    """What says so: an announcement, a print, the files."""


class Term(Struct, frozen=True, kw_only=True):
    """A name that cards use."""

    name: str
    """The name in the language of originals; empty where it is not known."""
    name_en: str
    """English name of the face; empty where it is not known."""
    translations: tuple[TermTranslation, ...] = ()
    """The one to use first; none where none is known."""
    uses: int = 0
    """In how many places the files have it, in any language: as a card's name or in a text."""
    marks: tuple[TermMark, ...] = ()


class TermBase(Struct, frozen=True):
    """Names with their translations."""

    lang: str
    """Code of the language of originals."""
    target: str
    """Code of the language of translations."""
    terms: tuple[Term, ...]

    def translated(self) -> list[tuple[Term, TermTranslation]]:
        """Return each name that has a translation with the one to use; NanoriError for none."""
        both = [
            (term, term.translations[0]) for term in self.terms if term.name and term.translations
        ]
        if not both:
            raise NanoriError("no name of the files has a translation; nothing was written")
        return both

    def named(self) -> list[Term]:
        """Return each term with a name in the language of originals; NanoriError for none."""
        terms = [term for term in self.terms if term.name]
        if not terms:
            raise NanoriError("no name is in the files; nothing was written")
        return terms


def remarks(term: Term, translation: TermTranslation) -> list[str]:
    """Return what is to be said of a name beside its translation, as people read it."""
    first = " ".join(word for word in (translation.set, translation.released) if word)
    return [*(f"also a {mark}" for mark in term.marks), translation.status, *filter(None, [first])]
