"""What the words of a document are in its translation, learnt from the paragraphs themselves.

A word and its translation stand in the same paragraphs; where one stands without the other, the
word is called otherwise there. Dice, Measures of the amount of ecologic association (1945).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise

from msgspec import Struct

from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import sentences
from nanori.linting.prose import Prose

# Words of a term at most.
LONGEST_TERM = 3
# Code points of a term at most, where words are not divided.
LONGEST_STRETCH = 12
# Paragraphs in which a word must have its translation.
FEWEST_SEEN = 3
# Of so many paragraphs it may have another in one.
OTHERWISE = 5
# How much the paragraphs of a word and those of its translation must be the same; 1 is all.
LIKENESS = 0.8
# Paragraphs from which is learnt: those of a longer document are too many to compare.
MOST_PARAGRAPHS = 500


class Usage(Struct, frozen=True):
    """What a word is in most paragraphs, and where it is not."""

    word: str
    """As the originals write it."""
    meant: str
    times: int
    """In how many paragraphs it is that."""
    otherwise: tuple[int, ...]
    """Pairs of paragraphs in which it is not, by their place in the document."""


def learnt(prose: Prose) -> tuple[Usage, ...]:
    """Return the words that are called otherwise in a few paragraphs than in most."""
    return _learnt(prose)


@lru_cache(maxsize=1)
def _learnt(prose: Prose) -> tuple[Usage, ...]:
    pairs = prose.pairs[:MOST_PARAGRAPHS]
    known, meanings = _known(prose)
    there = [_terms(each.pair.original) for each in pairs]
    here = [_terms(each.pair.translation) for each in pairs]
    said = Counter(term for terms in there for term in terms)
    given = Counter(term for terms in here for term in terms)
    best: dict[tuple[str, tuple[int, ...]], Usage] = {}
    for term, count in said.items():
        if count <= FEWEST_SEEN or term in known:
            continue
        joint = Counter(
            other
            for terms, others in zip(there, here, strict=True)
            if term in terms
            for other in others
            if other not in meanings
        )
        likeness, _, meant = max(
            (
                (2 * times / (count + given[other]), len(other), other)
                for other, times in joint.items()
            ),
            default=(0.0, 0, ""),
        )
        lacking = [
            place
            for place, (terms, others) in enumerate(zip(there, here, strict=True))
            if term in terms and meant not in others
        ]
        few = len(lacking) <= max(1, count // OTHERWISE)
        if likeness >= LIKENESS and lacking and few and joint[meant] >= FEWEST_SEEN:
            word = next(terms[term] for terms in there if term in terms)
            usage = Usage(word, meant, joint[meant], tuple(lacking))
            best.setdefault((meant, usage.otherwise), usage)
    return tuple(best.values())


def _known(prose: Prose) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the rules, as they are compared, and what they are: none is learnt."""
    known, meanings = set[str](), set[str]()
    for pair in {each.pair.translation.language: each.pair for each in prose.pairs}.values():
        lexicon = pair.translation.language.lexicon
        for table in (lexicon.documents.translations, lexicon.checks.terms):
            for word, words in table.items():
                known |= {term for term, _ in _phrases(word, pair.original.language)}
                meanings.update(words)
    return frozenset(known), frozenset(meanings)


def _terms(subject: Subject) -> dict[str, str]:
    """Return what may be a term in a text: as it is compared, and as it is written."""
    language = subject.language
    words = _phrases if language.lexicon.spaces else _stretches
    text = subject.card.text
    return {
        term: written
        for start, end in sentences.sentences_of(text, language)
        for term, written in words(text[start:end], language)
    }


def _phrases(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the phrases of up to three words that a blank divides."""
    words = [match.span() for match in language.lexicon.documents.term.finditer(text)]
    stems = [_stem(text[start:end], language) for start, end in words]
    joined = [text[first[1] : second[0]] == " " for first, second in pairwise(words)]
    for first in range(len(words)):
        for last in range(first, min(len(words), first + LONGEST_TERM)):
            if last > first and not joined[last - 1]:
                break
            if stems[first] and stems[last] and all(stems[first : last + 1]):
                yield " ".join(stems[first : last + 1]), text[words[first][0] : words[last][1]]


@lru_cache(4096)
def _stem(word: str, language: Language) -> str:
    """Return a word without its ending; empty for one in which no term begins or ends."""
    known = language.lexicon.documents
    if word.lower() in known.fillers:
        return ""
    return known.endings.compiled.sub("", word.lower())


def _stretches(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield every part of the stretches in which terms may lie, that cuts no word in two."""
    within = language.lexicon.documents.no_beginning
    for match in language.lexicon.documents.term.finditer(text):
        stretch = match[0]
        places = [
            place
            for place in range(len(stretch) + 1)
            if not 0 < place < len(stretch) or not within.match(stretch[place - 1 : place + 1])
        ]
        for start, end in combinations(places, 2):
            if 2 <= end - start <= LONGEST_STRETCH:
                yield stretch[start:end], stretch[start:end]
