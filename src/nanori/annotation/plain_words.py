"""Whether words like a name are none, but words of the rules language.

“the top card” says nothing of a card called Stop, 「すべての精霊」 nothing of 「窯の精霊」.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nanori.annotation.name_context import NameContext

# How many code points on either side are searched for words that the span cuts off.
CONTEXT_LENGTH: Final = 16
# Code points of the longest word that is looked for within letters of one kind.
MAX_WORD_LENGTH: Final = 8
# The letters that are words, and those that join the words of a sentence.
CHARACTER, KANA = "CJK", "HIRAGANA"

# First code point, and one past the last.
Span = tuple[int, int]


def is_plain(text: str, start: int, end: int, context: NameContext) -> bool:
    """Tell whether these are only words of the rules language."""
    filled = [*plain_spans(text, start, end, context), *_filled(text, start, end, context)]
    return not own_letters(text, start, end, filled)


def is_near(words: str, others: str, slips: int = 1) -> bool:
    """Tell whether words are others, or so many letters from them: one lost, changed, swapped."""
    from rapidfuzz import distance  # a tenth of start-up, and few texts get here

    return distance.OSA.distance(words, others, score_cutoff=slips) <= slips


def own_letters(text: str, start: int, end: int, words: Iterable[Span]) -> list[int]:
    """Return where letters of these words are in none of the others."""
    covered = bytearray(end - start)
    for first, last in words:
        offset = max(first, start) - start
        length = max(0, min(last, end) - start - offset)
        covered[offset : offset + length] = b"\1" * length
    return [at for at in range(start, end) if text[at].isalpha() and not covered[at - start]]


def words_about(text: str, start: int, end: int, context: NameContext) -> Iterator[re.Match[str]]:
    """Yield the words in and around these, whatever they are."""
    return context.lexical.word.finditer(text, max(0, start - CONTEXT_LENGTH), end + CONTEXT_LENGTH)


def is_particle(word: str) -> bool:
    """Tell whether a word is a single letter that only joins others."""
    return len(word) == 1 and kind(word) == KANA


def changed(name: str, text: str, start: int, end: int) -> Span:
    """Return the span that differs from the name: of “Ysoldde” for Ysolde that of one “d”."""
    most = min(len(name), end - start)
    first = next((at for at in range(most) if name[at] != text[start + at]), most)
    most -= first
    last = next((at for at in range(most) if name[-1 - at] != text[end - 1 - at]), most)
    return start + first, end - last


def plain_spans(text: str, start: int, end: int, context: NameContext) -> Iterator[Span]:
    """Yield where words of the rules language are in and around these words."""
    for match in words_about(text, start, end, context):
        word, offset = match[0].lower().replace("’", "'"), match.start()
        stem = word.partition("'")[0].removesuffix(context.lexicon.plural)
        if not word[0].isalpha() or word in context.plain or stem in context.plain:
            yield match.span()
        elif not context.divided:
            for first in range(len(word) - 1):
                for last in range(first + 2, min(first + MAX_WORD_LENGTH, len(word)) + 1):
                    if word[first:last] in context.plain:
                        yield offset + first, offset + last


def _filled(text: str, start: int, end: int, context: NameContext) -> Iterator[Span]:
    for match in words_about(text, start, end, context):
        if context.divided:
            if match.start() < start < match.end():
                yield match.span()
            continue
        letters = match[0]
        reached = [True] + [False] * len(letters)
        for first in range(len(letters)):
            for last in range(first + 1, min(first + MAX_WORD_LENGTH, len(letters)) + 1):
                reached[last] |= reached[first] and letters[first:last] in context.plain
        if reached[-1]:
            yield match.span()


def kind(letter: str) -> str:
    """Return what letters are mistaken for: kana for kana of the same sort, kanji for kanji."""
    return unicodedata.name(letter, "?").partition(" ")[0]
