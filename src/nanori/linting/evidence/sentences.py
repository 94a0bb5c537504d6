"""A paragraph to its sentences, and to those of its translation that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from statistics import median
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import alignment
from nanori.linting.evidence.alignment import Aligned, LineSpan
from nanori.linting.prose import HIDDEN, PairOfHalves, Prose

# What a sentence has, and the number of an item has not.
WORD = re.compile(r"[^\W\d_]{2}")
# How many times as long a translation may be, and code points besides.
LENGTH_RATIO, LENGTH_SLACK = 3, 10
# Pairs of paragraphs that tell how long translations in a document are.
FEWEST_PAIRS = 5


def sentences_of(text: str, language: Language) -> list[LineSpan]:
    """Return start and end of each sentence; one in brackets or quotation marks is part of more."""
    return [LineSpan(*span) for span in _spans(text, language)]


def _spans(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Yield the sentences; a line without any sign of one is a heading and none."""
    stop, divided = language.lexicon.wording.stop, language.lexicon.spaces
    closing = _closing(text, language)
    waiting: list[str] = []
    begin = 0
    for place, sign in enumerate(text):
        closes = bool(waiting) and sign == waiting[-1]
        if closes:
            waiting.pop()
        elif sign in closing:
            waiting.append(closing[sign])
        elif sign == "\n":
            if _is_said(text, begin, place, language):
                yield begin, place
            waiting.clear()
            begin = place + 1
        if waiting or not (sign == stop or (closes and text[place - 1] == stop and divided)):
            continue
        follows = text[place + 1 : place + 2].strip()
        if not (divided and follows) and WORD.search(text, begin, place):
            yield begin, place + 1
            begin = place + 1
    if _is_said(text, begin, len(text), language):
        yield begin, len(text)


def _is_said(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether words have a word, and a sign of a sentence behind it."""
    word = WORD.search(text, start, end)
    return word is not None and bool(_sign(language).search(text, word.end(), end))


@cache
def _sign(language: Language) -> re.Pattern[str]:
    return re.compile(language.lexicon.documents.sentence_sign or "(?!)")


def _closing(text: str, language: Language) -> dict[str, str]:
    """Return the brackets of a text by what opens them, without those that do not fit together."""
    pairs = [pair for pair in language.lexicon.pairs if pair[0] != pair[1]]
    return {pair[0]: pair[1] for pair in pairs if text.count(pair[0]) == text.count(pair[1])}


def aligned_sentences(pair: Pair) -> list[Aligned]:
    """Return the sentences of both texts that answer each other, in order."""
    there, here = (_of(side) for side in (pair.original, pair.translation))
    if max(len(there), len(here)) > alignment.MOST_LINES:
        return []
    ratio = _expected(pair)
    first = [length(pair.original, (span,)) * ratio for span in there]
    second = [length(pair.translation, (span,)) for span in here]
    if len(there) == len(here) and all(map(_are_near, first, second)):
        return [Aligned((line,), (other,)) for line, other in zip(there, here, strict=True)]
    return alignment.cheapest(there, here, first, second)


def _are_near(expected: float, given: float) -> bool:
    """Tell whether a sentence is about as long as one that says the same."""
    return min(expected, given) * LENGTH_RATIO + LENGTH_SLACK > max(expected, given)


def _of(subject: Subject) -> list[LineSpan]:
    return sentences_of(subject.card.text, subject.language)


def length(subject: Subject, spans: Sequence[LineSpan]) -> float:
    """Return how many letters and signs some sentences have, without what is hidden in them."""
    said = "".join(subject.card.text[start:end] for start, end in spans)
    return float(len("".join(said.split()).replace(HIDDEN, "")))


class SentenceAnswer(NamedTuple):
    """Sentences that answer each other, and how much of the one the other says."""

    there: tuple[LineSpan, ...]
    here: tuple[LineSpan, ...]
    share: float
    """How long the translation is, where 1 is as long as those of the document are."""


@lru_cache(maxsize=1)
def answers(prose: Prose) -> tuple[tuple[PairOfHalves, tuple[SentenceAnswer, ...]], ...]:
    """Return the pairs of a document, each with its sentences and those of its translation."""
    usual = _ratio(prose) if prose.pairs else 1.0
    return tuple((halves, tuple(_answers(halves.pair, usual))) for halves in prose.pairs)


def _answers(pair: Pair, usual: float) -> Iterator[SentenceAnswer]:
    for there, here in aligned_sentences(pair):
        said, given = length(pair.original, there), length(pair.translation, here)
        yield SentenceAnswer(there, here, given / usual / (said or 1))


def _ratio(prose: Prose) -> float:
    """Return how long a translation in the document is for each sign of its original."""
    if len(prose.pairs) < FEWEST_PAIRS:
        return _expected(prose.pairs[0].pair)
    said = [
        length(each.pair.translation, [whole(each.pair.translation)])
        / (length(each.pair.original, [whole(each.pair.original)]) or 1)
        for each in prose.pairs
    ]
    return median(said) or 1.0


def _expected(pair: Pair) -> float:
    """Return how long a translation is for each sign of its original in the two languages."""
    first, second = (side.language.lexicon.checks for side in (pair.original, pair.translation))
    return second.length / first.length


def whole(subject: Subject) -> LineSpan:
    """Return the span of a text."""
    return LineSpan(0, len(subject.card.text))
