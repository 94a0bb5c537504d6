"""Terms of the rules in another language, aligned from official pairs.

    python bench/terms.py LANG             every word, up to four together, that has an equivalent
    python bench/terms.py LANG TERM…       the equivalents of these, with what has none of them

For words of the originals' sentences it prints how many sentences have them, and the fewest words
(or letters in a row, where nothing stands between words) of the translations that together stand
in all of these and hardly elsewhere, each with how many it adds; then those in which none stands.
They are found greedily by association, in the half of the pairs that may be looked at.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import planting

FEWEST = 12
LONGEST_TERM, LONGEST_WORDS, LONGEST_LETTERS = 4, 4, 8
MOST_EQUIVALENTS = 8
COMMON = 0.2
"""What stands in a larger share of the other sentences tells nothing."""
LEFT = 0.02
"""So many sentences may have none, where no term is asked for."""
WORD = re.compile(r"n't|[a-z]+|\{[^}]*\}|[+-]\d/[+-]\d")
CLAUSE = re.compile(r"[.,:;()\"“”«»„\0]")
SPACED = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]*)?")
SEGMENT = re.compile(r"[^\s、。,，:：;()（）「」“”«»„.・0-9０-９+\-/{}]+")
# In Korean, words are divided and particles are not.
UNSPACED = re.compile("[぀-ヿ一-鿿가-힣]")


class Sentence(NamedTuple):
    """A sentence of an original and its translation."""

    source: str
    target: str


def sentences(lang: str) -> list[Sentence]:
    """Return the sentences of lines that have as many in both languages, else the lines."""
    found: dict[Sentence, None] = {}
    for pair in planting.pairs(lang, tuning=True):
        for line in planting.lines_of(pair):
            source, target = (
                [part[0] for part in planting.SENTENCE.finditer(text)]
                for text in (line.original, line.text)
            )
            if len(source) != len(target) or not source:
                source, target = [line.original], [line.text]
            for each in zip(source, target, strict=True):
                found[Sentence(each[0].lower(), each[1].lower())] = None
    return list(found)


def source_terms(sentence: str) -> set[str]:
    """Return the words of an original, up to four together, that no stop divides."""
    return {
        " ".join(words[first:last])
        for clause in CLAUSE.split(sentence.replace("n't", " n't"))
        for words in [WORD.findall(clause)]
        for first in range(len(words))
        for last in range(first + 1, min(len(words), first + LONGEST_TERM) + 1)
    }


def target_terms(sentence: str) -> set[str]:
    """Return the words of a translation, some together; of unspaced text its letters."""
    if UNSPACED.search(sentence):
        between, longest = "", LONGEST_LETTERS
        units = [[*segment[0]] for segment in SEGMENT.finditer(sentence)]
    else:
        between, longest = " ", LONGEST_WORDS
        units = [SPACED.findall(clause) for clause in CLAUSE.split(sentence)]
    return {
        between.join(run[first:last])
        for run in units
        for first in range(len(run))
        for last in range(first + 1, min(len(run), first + longest) + 1)
    }


def bits(grams: Sequence[set[str]]) -> dict[str, int]:
    """Return in which sentences each term stands that stands in a few, as bits."""
    count = Counter(gram for each in grams for gram in each)
    found: dict[str, bytearray] = {}
    for index, each in enumerate(grams):
        for gram in each:
            if count[gram] > 1:
                kept = found.setdefault(gram, bytearray(len(grams) // 8 + 1))
                kept[index >> 3] |= 1 << (index & 7)
    return {gram: int.from_bytes(each, "little") for gram, each in found.items()}


def equivalents(
    at: int, grams: Sequence[set[str]], targets: Mapping[str, int]
) -> tuple[list[tuple[str, int]], int]:
    """Return the fewest terms that stand in all sentences of `at`, and the sentences left over."""
    rest, found, outside = at, list[tuple[str, int]](), len(grams) - at.bit_count()
    while rest and len(found) < MOST_EQUIVALENTS:
        # A few of the sentences left over have the best one among their terms.
        tried = set[str]().union(*(grams[index] for index in _some(rest, 12)))
        best = max(
            (
                (-(rest & there).bit_count() * math.log(common), -len(gram), gram)
                for gram in tried
                if (there := targets.get(gram))
                and (common := ((there & ~at).bit_count() + 0.5) / (outside + 1)) < COMMON
                and (there & at).bit_count() * outside > (there & ~at).bit_count() * at.bit_count()
            ),
            default=None,
        )
        if best is None:
            break
        found.append((best[2], (rest & targets[best[2]]).bit_count()))
        rest &= ~targets[best[2]]
    return found, rest


def _some(at: int, most: int) -> Iterator[int]:
    """Yield the places of some bits, evenly among them."""
    places = [index for index, bit in enumerate(bin(at)[:1:-1]) if bit == "1"]
    yield from places[:: -(-len(places) // most)]


def main(lang: str, *asked: str) -> None:
    """Print the equivalents of all terms, or of those asked for."""
    every = sentences(lang)
    sources = bits([source_terms(sentence.source) for sentence in every])
    grams = [target_terms(sentence.target) for sentence in every]
    targets = bits(grams)
    print(f"# {len(every)} sentences")
    for term in asked or sources:
        at = sources.get(term.lower(), 0)
        if not asked and at.bit_count() < FEWEST:
            continue
        found, rest = equivalents(at, grams, targets)
        if asked or rest.bit_count() <= LEFT * at.bit_count():
            shown = ", ".join(f"{word} {count}" for word, count in found)
            print(f"{term} ({at.bit_count()}): {shown}; none {rest.bit_count()}")
            for index in _some(rest, 3) if asked and rest else ():
                print(f"  {every[index].source.strip()} | {every[index].target.strip()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
