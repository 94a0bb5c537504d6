"""Holds the lexicon of a translation's language against pairs of real cards, or learns more of it.

`python bench/lexicon.py certain` prints which words of `answered`, `terms` and `alone` of ja.toml
stood with their answer in every pair since 2018 of the half that may be looked at, and nearly
everywhere before: those are `certain`; `doubted` prints the others with the sentences, to be read.
`learnt` prints words, up to three together, that the lexicon does not have, with the least of
the other language that answers all of them, found by association (log-likelihood, greedily).
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import material
import nanori
import planting
from nanori.grammar import languages
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import answers
from nanori.linting.indexes import Index
from nanori.linting.options import Settings

SINCE = "2018"
FEWEST, FEWEST_LEARNT = 3, 25
# What share of older prints, of other wordings, may have a word otherwise.
OTHERWISE = 0.03
LONGEST, LONGEST_STRETCH = 3, 8
MOST_ANSWERS = 5
# An answer that stands in more of the other sentences tells nothing.
COMMON = 0.15
WORD = re.compile(r"n't|[a-z]+|\{[^}]*\}")
CLAUSE = re.compile(r"[.,:;()\"“”]")
STRETCH = re.compile(r"[^\s、。:,;()「」・0-9+\-/{}]+")


class Sentence(NamedTuple):
    """A sentence of an original, its translation, and of which print."""

    there: str
    here: str
    released: str
    name: str


def sentences() -> list[Sentence]:
    """Return what is compared in the pairs of the half that may be looked at, each once."""
    originals = {}
    for card in material.cards("en"):
        originals.setdefault(card.name, card)
    found: dict[tuple[str, str], Sentence] = {}
    index = Index(())
    for card in material.cards("ja"):
        original = originals.get(card.name_en)
        if original is None or planting.is_held(original):
            continue
        both = [Subject(one, nanori.annotate(one), index, Settings()) for one in (original, card)]
        for there, here in answers.sentences(Pair(*both)):
            found[there, here] = Sentence(there, here, card.released, card.name_en)
    return list(found.values())


class Standing(NamedTuple):
    """How a word of the lexicon stands in the sentences."""

    word: str
    times: int
    without: list[Sentence]
    """The sentences that have it without its answer."""
    uncounted: bool
    """Whether some have it more often than its answer."""

    @property
    def is_certain(self) -> bool:
        """Whether it has its answer in each print since 2018 and in nearly every one before."""
        former = [sentence for sentence in self.without if sentence.released < SINCE]
        return (
            self.times >= FEWEST
            and len(former) == len(self.without)
            and len(former) <= max(2, OTHERWISE * self.times)
        )


def standing(every: Sequence[Sentence]) -> Iterator[Standing]:
    """Yield each word of the lexicon, those of the originals first."""
    original = languages.load(languages.reference_language())
    lexicon = answers.words_of(original, languages.load("ja"))
    said: dict[str, list[tuple[Sentence, int, int]]] = defaultdict(list)
    stood: dict[str, list[tuple[Sentence, int, int]]] = defaultdict(list)
    for sentence in every:
        times = Counter(word for _, word in lexicon.answered.places(sentence.there))
        for word, meant in lexicon.answered.in_line(sentence.there):
            given = (
                9
                if word in sentence.here
                else answers.times_said(sentence.here, meant, lexicon.joined)
            )
            said[word].append((sentence, times[word], given))
        for word in {match[0] for match in lexicon.words.finditer(sentence.here)}:
            given = len(lexicon.alone[word].findall(sentence.there))
            stood[word].append((sentence, 1, given))
    for words in (said, stood):
        for word, places in words.items():
            without = [sentence for sentence, _, given in places if not given]
            recent = [place for place in places if place[0].released >= SINCE]
            uncounted = any(0 < given < times for _, times, given in recent)
            yield Standing(word, len(places), without, uncounted)


def _bits(grams: Sequence[set[str]]) -> dict[str, int]:
    """Return in which sentences each word or stretch stands that stands in enough of them."""
    count = Counter(gram for each in grams for gram in each)
    bits: dict[str, bytearray] = {}
    for place, each in enumerate(grams):
        for gram in each:
            if count[gram] >= FEWEST:
                kept = bits.setdefault(gram, bytearray(len(grams) // 8 + 1))
                kept[place >> 3] |= 1 << (place & 7)
    return {gram: int.from_bytes(each, "little") for gram, each in bits.items()}


def _words(sentence: str) -> set[str]:
    """Return the words of an original, up to three together, that no stop divides."""
    found: set[str] = set()
    for clause in CLAUSE.split(sentence.replace("n't", " n't")):
        words = WORD.findall(clause)
        found |= {
            " ".join(words[first:last])
            for first in range(len(words))
            for last in range(first + 1, min(len(words), first + LONGEST) + 1)
        }
    return found


def _stretches(sentence: str) -> set[str]:
    return {
        match[0][first:last]
        for match in STRETCH.finditer(sentence)
        for first in range(len(match[0]))
        for last in range(first + 1, min(len(match[0]), first + LONGEST_STRETCH) + 1)
    }


def _answers(at: int, grams: Sequence[set[str]], bits: Mapping[str, int]) -> tuple[list[str], int]:
    """Return the fewest words that stand in all of some sentences, and how many have none."""
    rest, found, outside = at, list[str](), len(grams) - at.bit_count()
    while rest and len(found) < MOST_ANSWERS:
        best = max(
            (
                (-(rest & there).bit_count() * math.log(common), -len(gram), gram)
                for gram in grams[rest.bit_length() - 1] | grams[(rest & -rest).bit_length() - 1]
                if (there := bits.get(gram))
                and (common := ((there & ~at).bit_count() + 0.5) / (outside + 1)) < COMMON
            ),
            default=None,
        )
        if best is None:
            break
        found.append(best[2])
        rest &= ~bits[best[2]]
    return found, rest.bit_count()


def learnt(every: Sequence[Sentence]) -> Iterator[tuple[str, int, list[str]]]:
    """Yield words that have an answer in all prints since 2018, how often, and the answers."""
    recent = [sentence for sentence in every if sentence.released >= SINCE]
    there = [_words(sentence.there) for sentence in recent]
    here = [_stretches(sentence.here) for sentence in recent]
    originals, translations = _bits(there), _bits(here)
    for words, bits, grams in (
        (originals, translations, here),
        (translations, originals, there),
    ):
        for word, at in words.items():
            if at.bit_count() >= FEWEST_LEARNT:
                found, rest = _answers(at, grams, bits)
                if not rest:
                    yield word, at.bit_count(), found


def main(arguments: Sequence[str]) -> None:
    """Print what is asked for."""
    every = sentences()
    print(f"# {len(every)} sentences")
    if "learnt" in arguments:
        for word, times, found in learnt(every):
            print(f"{word} ({times}): {', '.join(found)}")
        return
    for each in standing(every):
        if each.is_certain == ("certain" in arguments) and each.times >= FEWEST:
            print(f'"{each.word}",', "# said once for several" if each.uncounted else "")
            recent = [one for one in each.without if one.released >= SINCE]
            for sentence in recent if len(recent) < FEWEST else ():
                print(f"  # of {each.times}: {' | '.join(sentence)}")


if __name__ == "__main__":
    main(sys.argv[1:])
