"""A language to every word of its lists, and a text to where it has any other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from nanori.annotation.plain_words import KANA, kind
from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.linting.context import Subject


@cache
def listed(language: Language) -> frozenset[str]:
    """Return every word that the rules language has in a list, in small letters."""
    words = (word for words in language.lexicon.words.values() for word in words)
    return frozenset(word.lower() for word in (*words, *language.plain_words))


def unlisted(subject: Subject) -> Iterator[int]:
    """Yield where words outside a text's references begin that may be a name nothing knows."""
    text, known = subject.card.text, listed(subject.language)
    taken = [(reference.start, reference.end) for reference in subject.references][::-1]
    for match in surroundings(subject.language).lexical.word.finditer(text):
        while taken and taken[-1][1] <= match.start():
            taken.pop()
        if taken and taken[-1][0] <= match.start():
            continue
        first = match[0][0]
        if not first.islower() and kind(first) != KANA and match[0].lower() not in known:
            yield match.start()
