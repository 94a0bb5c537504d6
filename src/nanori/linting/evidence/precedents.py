"""What other translations of the files say where a translation says something else.

Reminder text, and much else, is nearly the same on every card that has it: if the original says
what several others say, the translation is compared with theirs. Names, symbols and numbers stand
for any others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import alignment
from nanori.linting.evidence import departures as compared
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import TO_FULL_WIDTH, TO_HALF_WIDTH, with_names_as
from nanori.linting.lexicon import lint_words

if TYPE_CHECKING:
    from nanori.linting.indexes import Index

# Stands for a name.
NAME = "~"
# Stands for a symbol, a number or several.
NUMBER = "#"
# What differs from card to card; “one” by itself does not.
VARIABLE_PART = re.compile(r"\{[^{}\n]{1,12}\}|[+-](?:\d+|X)|(?!1(?!\d))\d+|X(?![A-Za-z])")
REPEATED_SIGN = re.compile(f"([{NAME}{NUMBER}])[{NAME}{NUMBER}]*")
WIDE_NUMBER = re.compile("[０-９]")
# Ends a whole part of several sentences, so that it equals none of them.
END_OF_WHOLE = "\n"
# Letters of an original's part that is distinctive enough to be compared where it recurs.
MIN_LETTERS_OF_SOURCE = 16
# Letters of its translation, which may have a sign for each word.
MIN_LETTERS_OF_TARGET = 6


class WordPart(NamedTuple):
    """A part of a text and its counterpart, in the form shared by cards with the same words."""

    said: str
    """What the original says."""
    written: str
    """The translation, with a sign for each letter of a name or number."""
    meant: str
    """The translation, with one sign for each name or number."""
    start: int
    """Where it is in its text."""


@lru_cache(4)  # a pair is asked about when it is learnt from, and by the check
def of_pair(pair: Pair) -> tuple[WordPart, ...]:
    """Return the sentences of a pair, in reminder text and beside it, and such text as a whole."""
    texts = with_names_as(NAME, pair.original), with_names_as(NAME, pair.translation)
    parts: list[WordPart] = []
    for source, target in compared.passages(pair) if alignment.one_by_one(pair) else ():
        # Where words are divided they agree with others of their sentence, but not in remarks.
        if source.is_remark or not pair.translation.language.lexicon.spaces:
            for spans in zip(source.spans, target.spans, strict=False):
                parts += _parts(pair, texts, spans, is_remark=source.is_remark)
    return tuple(parts)


def _parts(
    pair: Pair, texts: tuple[str, str], spans: tuple[LineSpan, LineSpan], *, is_remark: bool
) -> Iterator[WordPart]:
    """Yield the sentences of two stretches, if both have as many; and reminder text whole."""
    if spans[0].end - spans[0].start < MIN_LETTERS_OF_SOURCE:
        return
    first, second = (
        alignment.sentences(text, span, side.language)
        for text, span, side in zip(texts, spans, (pair.original, pair.translation), strict=True)
    )
    several = len(first) == len(second) > 1
    if several:
        for line, line_meant in zip(first, second, strict=True):
            yield from _part(texts, line, line_meant)
    if first and second and (is_remark or not several):
        both = LineSpan(first[0].start, first[-1].end), LineSpan(second[0].start, second[-1].end)
        yield from _part(texts, *both, end=END_OF_WHOLE if several else "")


def _part(
    texts: tuple[str, str], source: LineSpan, target: LineSpan, *, end: str = ""
) -> Iterator[WordPart]:
    """Yield a part that is long enough to recur."""
    if (
        source.end - source.start < MIN_LETTERS_OF_SOURCE
        or target.end - target.start < MIN_LETTERS_OF_TARGET
    ):
        return
    original = texts[0][slice(*source)]
    numbers = {match[0].lstrip("+-") for match in VARIABLE_PART.finditer(original)}
    masked = REPEATED_SIGN.sub(r"\1", VARIABLE_PART.sub(NUMBER, original))
    written = _masked(texts[1][slice(*target)], numbers)
    yield WordPart(masked + end, written, REPEATED_SIGN.sub(r"\1", written), target.start)


def _masked(text: str, numbers: set[str]) -> str:
    """Return a text in which a sign stands for each letter of a symbol, or of one of the numbers.

    A number that the original has in words belongs to the wording.
    """

    def mask(match: re.Match[str]) -> str:
        is_number = match[0][0] == "{" or match[0].lstrip("+-") in numbers
        return NUMBER * len(match[0]) if is_number else match[0]

    return VARIABLE_PART.sub(mask, text)


# Other cards that say what is usual: fewer may share a slip, or an older wording.
MIN_CARDS_OF_USUAL = 4
# What may be or not be in the same words.
OPTIONAL_MARKS = re.compile(r"[\s,、]*")
# A slip leaves at least this share of a sentence as it is usually said …
MIN_SHARE_ALIKE = 0.6
# … and replaces no more words than these.
MAX_WORDS_REPLACED = 6
# What a sentence or a clause ends in.
SIGNS = ".,;:。、"
find_divider = re.compile("[,、]").search


class Deviation(NamedTuple):
    """Where a part differs from others."""

    start: int
    end: int
    said: str
    usual: str
    """What the others say there."""
    times: int
    """How many of them."""


def deviations(pair: Pair) -> Iterator[Deviation]:
    """Yield where a translation says in one place what no other says there; sentences first."""
    index, lang = pair.translation.index, pair.translation.card.lang
    found: list[Deviation] = []
    for part in of_pair(pair):
        others = index.called(part.said, lang)
        if others[part.meant] > 1 or others.total() <= MIN_CARDS_OF_USUAL:
            continue
        usual = [(words, times) for words, times in others.items() if times >= MIN_CARDS_OF_USUAL]
        deviation = _only_one(pair.translation, part, usual)
        if deviation and not any(
            earlier.start <= deviation.end and deviation.start <= earlier.end for earlier in found
        ):
            found.append(deviation)
            yield deviation


def _only_one(
    subject: Subject, part: WordPart, usual: Sequence[tuple[str, int]]
) -> Deviation | None:
    """Return the one place where a part differs from what is usual; None if it has several."""
    divided = _word(subject.language).findall
    words = divided(part.meant)
    differing = [
        (len(difference.said) + len(difference.usual), -times, difference)
        for other, times in usual
        if (difference := _difference(words, divided(other)))
    ]
    if not differing:
        return None
    _, times, difference = min(differing)
    letters = places(part)
    start, end = letters[difference.start], letters[difference.start + len(difference.said)]
    text = subject.card.text[start:end].translate(TO_HALF_WIDTH)
    varied = variations(subject.index, subject.card.lang)
    masked = NAME in difference.usual or NUMBER in difference.usual
    if text == difference.usual or masked or not varied.isdisjoint(difference.beside):
        return None
    checks, letters = lint_words(subject.language), text + difference.usual
    if letters in (text, difference.usual) and checks.spare.fullmatch(letters):
        return None
    if (
        min(len(text), len(difference.usual)) > 0
        and len(letters) > len("、。")
        and find_divider(letters)
    ):
        return None  # words in two clauses: another wording
    return Deviation(start, end, text, difference.usual, -times)


@cache
def _word(language: Language) -> re.Pattern[str]:
    """Return the pattern of a word; without word breaks, of one in a script of its own."""
    joined = language.lexicon.touching
    word = r"\w+(?:['’-]\w+)*" if language.lexicon.spaces else f"(?:{joined})+"
    return re.compile(f"{word}|.", re.DOTALL)


class _WordDifference(NamedTuple):
    """Where two wordings differ: what each has there, and what is next to it."""

    start: int
    said: str
    usual: str
    before: str
    behind: str

    @property
    def beside(self) -> tuple[tuple[str, ...], ...]:
        """The words with those before them, and with those after them."""
        return (self.said, self.usual, self.before, ""), (self.said, self.usual, "", self.behind)


def _difference(words: list[str], others: list[str]) -> _WordDifference | None:
    """Return the one place where two wordings differ, if it is small, or a whole clause."""
    shorter = min(len(words), len(others))
    first = _alike(words, others)
    last = min(_alike(words[::-1], others[::-1]), shorter - first)
    own, usual = (each[first : len(each) - last] for each in (words, others))
    fewer, more = sorted((len(own), len(usual)))
    if first + last < MIN_SHARE_ALIKE * shorter or (fewer and more > MAX_WORDS_REPLACED):
        return None
    if more > MAX_WORDS_REPLACED and not _is_clause("".join(words[:first]), "".join(own or usual)):
        return None
    moved = 2 * (Counter(own) & Counter(usual)).total() >= fewer > 1
    if (moved and (fewer > 2 or own[::-1] != usual)) or all(
        OPTIONAL_MARKS.fullmatch("".join(each)) for each in (own, usual)
    ):
        return None
    neighbours = "".join(words[max(0, first - 1) : first]), "".join(words[len(words) - last :][:1])
    return _WordDifference(len("".join(words[:first])), "".join(own), "".join(usual), *neighbours)


def _is_clause(text_before: str, words: str) -> bool:
    """Tell whether words are all that is between two signs, as a sentence or a clause."""
    return words[-1] in SIGNS and (not text_before.strip() or text_before.rstrip()[-1] in SIGNS)


@lru_cache(2)
def variations(index: Index, lang: str) -> frozenset[tuple[str, ...]]:
    """Return the words that vary between the translations of the same words, with the variants."""
    divided = _word(languages.load(lang)).findall
    varied: set[tuple[str, ...]] = set()
    for meanings in index.called_otherwise(lang):
        wordings = [divided(wording) for wording in meanings]
        for words, wording in permutations(wordings, 2):
            if difference := _difference(words, wording):
                varied.update(difference.beside)
    return frozenset(varied)


def _alike(words: list[str], others: list[str]) -> int:
    """Return how many words two lists have in common at their beginnings.

    ["draw", "a"], ["draw", "two"] → 1
    """
    pairs = enumerate(zip(words, others, strict=False))
    differing = (offset for offset, (left, right) in pairs if left != right)
    return next(differing, min(len(words), len(others)))


def places(part: WordPart) -> list[int]:
    """Return where in the text each letter of a part in compared form begins, and its end.

    part.written  ~~~を破壊する    one ~ for each letter of a name
    part.meant    ~を破壊する      places: 0, 3, 4, 5, …, and the end
    """
    letters = re.finditer(rf"{REPEATED_SIGN.pattern}|.", part.written, re.DOTALL)
    return [*(part.start + letter.start() for letter in letters), part.start + len(part.written)]


def in_text(words: str, text: str) -> str | None:
    """Return words in the width of a text; nothing where a name or a number is to be filled in."""
    if NAME in words or NUMBER in words:
        return None
    return words.translate(TO_FULL_WIDTH) if WIDE_NUMBER.search(text) else words
