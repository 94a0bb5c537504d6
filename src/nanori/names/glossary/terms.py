"""The values of a glossary: a name, its translation, and what to beware of."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError
from nanori.names.lexicon import term_words

# Whether a translation is the official name, found only in the files, or missing.
TermStatus = Literal["official", "given", "missing"]

# Why a name found in a text may not be a name there.
TermMark = Literal["word of the rules", "word in texts", "part of names"]


class TermTranslation(Struct, frozen=True):
    """A name in the target language."""

    name: str
    status: TermStatus
    set: str = ""
    """Code of the set in which it was first printed."""
    released: str = ""
    """That set's date."""
    source: str = ""
    """Where it comes from: an announcement, a print, or the files."""


class Term(Struct, frozen=True, kw_only=True):
    """A name that cards use."""

    name: str
    """The name in the source language; empty if unknown."""
    name_en: str
    """English name of the face; empty if unknown."""
    translations: tuple[TermTranslation, ...] = ()
    """The preferred one first; empty if none is known."""
    uses: int = 0
    """How often the files have it, in any language: as a card's name or in a text."""
    marks: tuple[TermMark, ...] = ()


class TermBase(Struct, frozen=True):
    """Names with their translations."""

    lang: str
    """Code of the source language."""
    target: str
    """Code of the target language."""
    terms: tuple[Term, ...]

    def named(self) -> list[Term]:
        """Return each term with a name in the source language; NanoriError if there is none."""
        terms = [term for term in self.terms if term.name]
        if not terms:
            raise NanoriError("no name is in the files; nothing was written")
        return terms


WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Ambiguities:
    """What else the names of a language may be: words of the rules, of texts, of other names."""

    def __init__(self, language: Language, names: Iterable[str], words: Iterable[str]) -> None:
        self._rules = rules_words(language)
        self._words = frozenset(words)
        self._parts = Counter(part for name in names for part in set(small_words(name)))

    def of(self, name: str) -> tuple[TermMark, ...]:
        """Return why this name may not be a name where it is found."""
        word, single = name.casefold(), WORD.fullmatch(name) is not None
        marks: dict[TermMark, bool] = {
            "word of the rules": word in self._rules,
            "word in texts": single and word in self._words,
            "part of names": single and self._parts[word] > 1,
        }
        return tuple(mark for mark, fits in marks.items() if fits)


@cache
def rules_words(language: Language) -> frozenset[str]:
    """Return the words of the rules in a language, in lower case."""
    lexicon = language.lexicon
    words = {word for listed in lexicon.words.values() for word in listed}
    for word, translations in term_words(language).terms.items():
        words |= {word, *translations}
    return frozenset(word.casefold() for word in (*words, *language.plain_words))


def small_words(name: str) -> list[str]:
    """Return the words of a name in lower case."""
    return WORD.findall(name.casefold())


def uncapped(text: str) -> Iterator[str]:
    """Yield the words of a text that are in lower case: those are not names."""
    return (word for word in WORD.findall(text) if word.islower())
