"""What a document calls things: a word without its usual translation in a few paragraphs.

A word's translation is what stands in the same paragraphs (Dice, Measures of the amount of ecologic
association, 1945).
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise

from msgspec import Struct

from nanori.documents.lexicon import document_words
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import alignment
from nanori.linting.prose import Prose
from nanori.names.lexicon import term_words

# Words of a term at most.
LONGEST_TERM = 3
# Code points of a term at most, in languages that do not divide words.
LONGEST_STRETCH = 12
# Paragraphs in which a word must have its translation.
FEWEST_SEEN = 3
# Of so many paragraphs one may have another translation.
OTHERWISE = 5
# How much the paragraphs of a word and of its translation must coincide; 1 is fully.
LIKENESS = 0.8
# Paragraphs to learn from: those of a longer document are too many to compare.
MOST_PARAGRAPHS = 500


class Usage(Struct, frozen=True):
    """A word's usual translation, and where it is missing."""

    word: str
    """As the originals write it."""
    meant: str
    times: int
    """In how many paragraphs that translation is there."""
    otherwise: tuple[int, ...]
    """Pairs of paragraphs without it, by their place in the document."""


def learnt(prose: Prose) -> tuple[Usage, ...]:
    """Return the words that a few paragraphs translate differently from most."""
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
    """Return the words of the rules and their translations, for comparison: none is learnt."""
    known, meanings = set[str](), set[str]()
    for pair in {each.pair.translation.language: each.pair for each in prose.pairs}.values():
        listed = term_words(pair.translation.language)
        for table in (listed.translations, listed.terms):
            for word, words in table.items():
                known |= {term for term, _ in _phrases(word, pair.original.language)}
                meanings.update(words)
    return frozenset(known), frozenset(meanings)


def _terms(subject: Subject) -> dict[str, str]:
    """Return what may be a term in a text: for comparison, and as written."""
    language = subject.language
    words = _phrases if language.lexicon.spaces else _stretches
    text = subject.card.text
    return {
        term: written
        for start, end in alignment.sentences_of(text, language)
        for term, written in words(text[start:end], language)
    }


def _phrases(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the phrases of up to three words separated by blanks."""
    words = [match.span() for match in document_words(language).term.finditer(text)]
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
    """Return a word without its ending; empty if no term begins or ends in it."""
    if word.lower() in term_words(language).fillers:
        return ""
    return document_words(language).endings.compiled.sub("", word.lower())


def _stretches(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield every part of the stretches with possible terms that cuts no word in two."""
    within = document_words(language).no_beginning
    for match in document_words(language).term.finditer(text):
        stretch = match[0]
        places = [
            place
            for place in range(len(stretch) + 1)
            if not 0 < place < len(stretch) or not within.match(stretch[place - 1 : place + 1])
        ]
        for start, end in combinations(places, 2):
            if 2 <= end - start <= LONGEST_STRETCH:
                yield stretch[start:end], stretch[start:end]
