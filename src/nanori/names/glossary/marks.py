"""A name to why it may be no name where it stands in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.names.glossary.terms import TermMark

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class Ambiguities:
    """What names of a language are besides: words of the rules, of texts, and of other names."""

    def __init__(self, language: Language, names: Iterable[str], words: Iterable[str]) -> None:
        """Look among those names and the small words of texts."""
        lexicon = language.lexicon
        rules = {word for listed in lexicon.words.values() for word in listed}
        terms = lexicon.checks.terms
        rules |= {
            *language.plain_words,
            *terms,
            *(word for each in terms.values() for word in each),
        }
        self._rules = {word.casefold() for word in rules}
        self._words = frozenset(words)
        self._parts = Counter(part for name in names for part in set(small_words(name)))

    def of(self, name: str) -> tuple[TermMark, ...]:
        """Return why this name may be no name where it stands."""
        word = name.casefold()
        return tuple(self._told(word, single=WORD.fullmatch(name) is not None))

    def _told(self, word: str, *, single: bool) -> Iterator[TermMark]:
        if word in self._rules:
            yield "word of the rules"
        if single and word in self._words:
            yield "word in texts"
        if single and self._parts[word] > 1:
            yield "part of names"


@cache
def rules_words(language: Language) -> frozenset[str]:
    """Return the words of the rules in a language, in small letters."""
    lexicon = language.lexicon
    words = {word for listed in lexicon.words.values() for word in listed}
    for word, translations in lexicon.checks.terms.items():
        words |= {word, *translations}
    return frozenset(word.casefold() for word in (*words, *language.plain_words))


def small_words(name: str) -> list[str]:
    """Return the words of a name in small letters."""
    return WORD.findall(name.casefold())


def uncapped(text: str) -> Iterator[str]:
    """Yield the words of a text that are written small: those are no names."""
    return (word for word in WORD.findall(text) if word.islower())
