"""Words of originals to what they are in a translation: of the rules, and of the project."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from nanori.grammar.languages import Language
from nanori.linting import glossaries
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence.amounts import NARROW, REMARK

# An ability word, or one of flavor, before its ability.
HEADING = re.compile(r"(?m)^[^\n{.:]{1,40} [—―–-] ")

# What reminder text has, and the quality behind a keyword has not.
STOP = re.compile("[.。]")


class TermTable:
    """The terms of a translation."""

    def __init__(self, said: Mapping[str, tuple[str, ...]], avoid: Mapping[str, str]) -> None:
        """Keep words of originals with what they are, and words to avoid with what to say."""
        self._said = {word.lower(): meant for word, meant in said.items()}
        self._avoid = avoid
        self._words = _pattern(self._said)
        self._wrong = _pattern(avoid)

    def in_line(self, line: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each word of a line of an original, once, with what it is."""
        words = dict.fromkeys(match[0].lower() for match in self._words.finditer(line))
        for word in words:
            yield word, self._said[word]

    def places(self, line: str) -> Iterator[tuple[int, str]]:
        """Yield where each word of a line of an original begins, with the word in small letters."""
        for match in self._words.finditer(line):
            yield match.start(), match[0].lower()

    def avoided(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the places of words to avoid, with what to say."""
        for match in self._wrong.finditer(text):
            if meant := self._avoid.get(match[0]):
                yield *match.span(), meant


def _pattern(words: Mapping[str, object]) -> re.Pattern[str]:
    """Return the pattern of words, the longest first, each as words of its own."""
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(f"(?i)(?<![A-Za-z'’-])(?:{listed or '(?!)'})(?![A-Za-z-])")


def of_pair(pair: Pair) -> TermTable:
    """Return the terms for a translation from its original's language."""
    path = pair.translation.settings.terms
    return _table(pair.original.language, pair.translation.language, path)


def of_prose(pair: Pair) -> TermTable:
    """Return the same for a paragraph of rules, which has more words, and these in the plural."""
    path = pair.translation.settings.terms
    return _table(pair.original.language, pair.translation.language, path, prose=True)


def lacking(said: str, given: str, table: TermTable) -> list[tuple[str, str]]:
    """Return the words of an original that a translation does not have, with what they are."""
    return [
        (word, meant[0])
        for word, meant in table.in_line(said)
        if not any(words in given for words in (*meant, word))
    ]


@lru_cache(16)
def _table(
    original: Language, translation: Language, path: str, *, prose: bool = False
) -> TermTable:
    said = dict(translation.lexicon.checks.terms)
    if prose:
        words = translation.lexicon.documents.translations
        said |= words | {f"{word}s": meant for word, meant in words.items()}
    avoid: dict[str, str] = {}
    for term in glossaries.read(path) if path else ():
        meant = term.said.get(translation.code, ())
        for word in term.said.get(original.code, ()) if meant else ():
            said[word] = meant
        avoid |= {word: meant[0] for word in term.avoid if meant}
    return TermTable(said, avoid)


def masked(subject: Subject) -> str:
    """Return a text with blanks for names, remarks and the headings of abilities."""
    text = subject.card.text.translate(NARROW)
    parts: list[str] = []
    last = 0
    for reference in subject.references:
        if reference.form not in ("this", "bare") and reference.start >= last:
            parts += [text[last : reference.start], "_" * (reference.end - reference.start)]
            last = reference.end
    text = "".join((*parts, text[last:]))
    text = REMARK.sub(lambda match: _blank(match) if STOP.search(match[0]) else match[0], text)
    return HEADING.sub(_blank, text)


def plain(words: str) -> str:
    """Return words of a text in half width, without remarks."""
    return REMARK.sub("", words.translate(NARROW))


def _blank(match: re.Match[str]) -> str:
    return "_" * len(match[0])
