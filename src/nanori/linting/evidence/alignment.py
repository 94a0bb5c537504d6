"""Which parts of a text and its translation say the same: lines, sentences, names.

Lines and sentences are matched by length (Gale and Church, A program for aligning sentences in
bilingual corpora, 1993); parts in another order by their terms, symbols and changes of power.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from statistics import median
from typing import NamedTuple, Protocol, TypeVar

from nanori.documents.lexicon import SENTENCE_SIGN, document_words
from nanori.grammar import trees
from nanori.grammar.languages import Language
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import translations
from nanori.linting.evidence.amounts import REMARK, TO_HALF_WIDTH, narrowed, without_remarks
from nanori.linting.evidence.translations import is_written
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import HIDDEN, PairOfHalves, Prose

# Lines from which on a text is taken as one: the work is quadratic.
MAX_LINES = 60
# How many lines of each text may correspond, and the cost of that in code points.
STEPS = {(1, 1): 0, (1, 0): 9, (0, 1): 9, (2, 1): 15, (1, 2): 15}
# What a word costs that a line says and those that answer it do not, in code points.
COST_OF_MISSING_WORD = 12

LackingWords = Sequence[Sequence[set[str]]]
AskedWord = tuple[str, tuple[str, ...]]


class Placed(Protocol):
    """What begins somewhere in a text."""

    @property
    def start(self) -> int: ...  # noqa: D102


PlacedPart = TypeVar("PlacedPart", bound=Placed)


class LineSpan(NamedTuple):
    """A line of a text."""

    start: int
    end: int


class Aligned(NamedTuple):
    """Corresponding lines of an original and its translation; either may be empty."""

    there: tuple[LineSpan, ...]
    here: tuple[LineSpan, ...]


def lines(text: str) -> list[LineSpan]:
    """Return start and end of each line."""
    return [LineSpan(*span) for span in trees.paragraphs(text)]


@lru_cache(4)  # several checks ask about a pair, one after another
def one_by_one(pair: Pair) -> list[tuple[LineSpan, LineSpan]]:
    """Return each line with its translation; nothing if their numbers differ.

    Nor where the first line of only one of them is a remark: prints differ in these.

    “Flying⏎Draw a card.”, 「飛行⏎カードを１枚引く。」 → (0–6, 0–2), (7–19, 3–12)
    """
    texts = pair.original.card.text, pair.translation.card.text
    source, target = map(lines, texts)
    begin = [bool(REMARK.match(narrowed(text))) for text in texts]
    alike = len(source) == len(target) and begin[0] == begin[1]
    return list(zip(source, target, strict=True)) if alike else []


def inside(line: tuple[int, int], placed: Sequence[PlacedPart]) -> Sequence[PlacedPart]:
    """Return what begins in a line, given parts in text order."""
    first, last = (bisect_left(placed, offset, key=_start) for offset in line)
    return placed[first:last]


def _start(part: Placed) -> int:
    return part.start


def aligned(pair: Pair) -> list[Aligned]:
    """Return the corresponding lines of both texts, in order.

    Equal numbers of lines correspond one to one; otherwise the lines are matched whose lengths,
    without reminder text, fit best.

    “Flying⏎Haste⏎Draw a card.”, 「飛行⏎カードを１枚引く。」 → three: Haste has no line
    """
    if answering := one_by_one(pair):
        return [Aligned((line,), (other,)) for line, other in answering]
    source_lines, target_lines = lines(pair.original.card.text), lines(pair.translation.card.text)
    if max(len(source_lines), len(target_lines)) > MAX_LINES:
        return [Aligned(tuple(source_lines), tuple(target_lines))]
    first, second = _lengths(pair.original, source_lines), _lengths(pair.translation, target_lines)
    ratio = _expected(pair)
    missing_words = _lacking(pair, source_lines, target_lines)
    return cheapest(
        source_lines, target_lines, [length * ratio for length in first], second, missing_words
    )


def _lacking(
    pair: Pair, source_lines: Sequence[LineSpan], target_lines: Sequence[LineSpan]
) -> LackingWords:
    """Return the words of each line that each line of the translation does not say."""
    terms = translations.lexicon(pair.translation.language)
    lines_here = [
        translations.plain(pair.translation.card.text[slice(*line)]) for line in target_lines
    ]
    source_terms = [
        list(terms.in_line(translations.plain(pair.original.card.text[slice(*line)])))
        for line in source_lines
    ]
    return unsaid(source_terms, lines_here)


def unsaid(source_terms: Sequence[Sequence[AskedWord]], parts: Sequence[str]) -> LackingWords:
    """Return the words of each of some texts that each part of a translation does not say."""
    return [
        [
            {word for word, equivalents in words if not any(each in part for each in equivalents)}
            for part in parts
        ]
        for words in source_terms
    ]


def by_line(pair: Pair) -> list[tuple[LineSpan, LineSpan]]:
    """Return each line with its translation if there are as many, else the whole texts.

    Empty if the translation has fewer, so that some may be missing.
    """
    if answering := one_by_one(pair):
        return answering
    source_lines, target_lines = lines(pair.original.card.text), lines(pair.translation.card.text)
    if len(source_lines) > len(target_lines):
        return []
    return [(LineSpan(0, source_lines[-1].end), LineSpan(0, target_lines[-1].end))]


def _lengths(subject: Subject, spans: list[LineSpan]) -> list[float]:
    """Return the length of each line without reminder text."""
    text = subject.card.text
    return [float(len(without_remarks(text[start:end]).strip())) for start, end in spans]


def cheapest(
    source_lines: list[LineSpan],
    target_lines: list[LineSpan],
    first: list[float],
    second: list[float],
    missing_words: LackingWords = (),
) -> list[Aligned]:
    """Return the way through both texts on which lengths differ least, and the words that lack."""
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for row in range(len(source_lines) + 1):
        for column in range(len(target_lines) + 1):
            ways = [
                (
                    best[row - down, column - right][0]
                    + abs(sum(first[row - down : row]) - sum(second[column - right : column]))
                    + sum(
                        COST_OF_MISSING_WORD
                        * len(set[str].intersection(*words[column - right : column]))
                        for words in missing_words[row - down : row]
                        if right
                    )
                    + cost,
                    (down, right),
                )
                for (down, right), cost in STEPS.items()
                if (row - down, column - right) in best and (row, column) != (0, 0)
            ]
            if ways:
                best[row, column] = min(ways)
    steps: list[Aligned] = []
    row, column = len(source_lines), len(target_lines)
    while (row, column) != (0, 0):
        down, right = best[row, column][1]
        steps.append(
            Aligned(
                tuple(source_lines[row - down : row]), tuple(target_lines[column - right : column])
            )
        )
        row, column = row - down, column - right
    return steps[::-1]


# What a sentence has, and the number of an item does not.
WORD = re.compile(r"[^\W\d_]{2}")
# How many times as long as usual a translation may be.
LENGTH_RATIO = 3
# Code points that it may have besides: short ones vary more.
LENGTH_SLACK = 10
# Pairs of paragraphs needed to tell how long translations in a document are.
MIN_PAIRS = 5


def sentences_of(text: str, language: Language) -> list[LineSpan]:
    """Return start and end of each sentence; one in brackets or quotation marks is part of more."""
    return [LineSpan(*span) for span in _spans(text, language)]


def _spans(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Yield the sentences; a line without sentence punctuation is a heading."""
    stop, divided = language.lexicon.wording.stop, language.lexicon.spaces
    closing = _closing(text, language)
    waiting: list[str] = []
    begin = 0
    for index, sign in enumerate(text):
        closes = bool(waiting) and sign == waiting[-1]
        if closes:
            waiting.pop()
        elif sign in closing:
            waiting.append(closing[sign])
        elif sign == "\n":
            if _is_said(text, begin, index, language):
                yield begin, index
            waiting.clear()
            begin = index + 1
        if waiting or not (sign == stop or (closes and text[index - 1] == stop and divided)):
            continue
        follows = text[index + 1 : index + 2].strip()
        if not (divided and follows) and WORD.search(text, begin, index):
            yield begin, index + 1
            begin = index + 1
    if _is_said(text, begin, len(text), language):
        yield begin, len(text)


def _is_said(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether words have a word, followed by sentence punctuation."""
    word = WORD.search(text, start, end)
    return word is not None and bool(SENTENCE_SIGN.search(text, word.end(), end))


def _closing(text: str, language: Language) -> dict[str, str]:
    """Return the closing bracket for each opening one of a text, where they match."""
    pairs = [pair for pair in language.lexicon.pairs if pair[0] != pair[1]]
    return {pair[0]: pair[1] for pair in pairs if text.count(pair[0]) == text.count(pair[1])}


def aligned_sentences(pair: Pair) -> list[Aligned]:
    """Return the corresponding sentences of both texts, in order."""
    source_lines, target_lines = (_of(side) for side in (pair.original, pair.translation))
    if max(len(source_lines), len(target_lines)) > MAX_LINES:
        return []
    ratio = _expected(pair)
    first = [length(pair.original, (span,)) * ratio for span in source_lines]
    second = [length(pair.translation, (span,)) for span in target_lines]
    if len(source_lines) == len(target_lines) and all(map(_are_near, first, second)):
        return [
            Aligned((line,), (other,))
            for line, other in zip(source_lines, target_lines, strict=True)
        ]
    return cheapest(source_lines, target_lines, first, second)


def _are_near(wanted: float, length_there: float) -> bool:
    return min(wanted, length_there) * LENGTH_RATIO + LENGTH_SLACK > max(wanted, length_there)


def _of(subject: Subject) -> list[LineSpan]:
    return sentences_of(subject.card.text, subject.language)


def length(subject: Subject, spans: Sequence[LineSpan]) -> float:
    """Return how many letters and signs some sentences have, without what is hidden in them."""
    text = "".join(subject.card.text[start:end] for start, end in spans)
    return float(len("".join(text.split()).replace(HIDDEN, "")))


class SentenceAnswer(NamedTuple):
    """Corresponding sentences, and how much of the one the other says."""

    there: tuple[LineSpan, ...]
    here: tuple[LineSpan, ...]
    share: float
    """How long the translation is, 1 being the document's average."""


@lru_cache(maxsize=1)
def answers(prose: Prose) -> tuple[tuple[PairOfHalves, tuple[SentenceAnswer, ...]], ...]:
    """Return the pairs of a document, each with its sentences and those of its translation."""
    usual = _ratio(prose) if prose.pairs else 1.0
    return tuple((halves, tuple(_answers(halves.pair, usual))) for halves in prose.pairs)


def _answers(pair: Pair, usual: float) -> Iterator[SentenceAnswer]:
    for source_lines, target_lines in aligned_sentences(pair):
        said, given = length(pair.original, source_lines), length(pair.translation, target_lines)
        yield SentenceAnswer(source_lines, target_lines, given / usual / (said or 1))


def _ratio(prose: Prose) -> float:
    """Return how long a translation in the document is per character of its original."""
    if len(prose.pairs) < MIN_PAIRS:
        return _expected(prose.pairs[0].pair)
    ratios = [
        length(each.pair.translation, [whole(each.pair.translation)])
        / (length(each.pair.original, [whole(each.pair.original)]) or 1)
        for each in prose.pairs
    ]
    return median(ratios) or 1.0


def _expected(pair: Pair) -> float:
    """Return how long a translation between the two languages is per character."""
    first, second = (document_words(side.language) for side in (pair.original, pair.translation))
    return second.length / first.length


def whole(subject: Subject) -> LineSpan:
    """Return the span of a text."""
    return LineSpan(0, len(subject.card.text))


# An ability word before its ability.
HEADING = re.compile(r"(?P<heading>[^\n{}.。:：,、「」\"“”0-9]{2,30}?) ?[—―─] ")
LIST_ITEM = re.compile(r"[^,、;；]+")
NO_NAME = re.compile(r"[.。:：{\"「]")


class Rendering(NamedTuple):
    """What the original calls something, what the translation calls it, and where."""

    said: str
    """In the form for comparison."""
    written: str
    """As the original writes it."""
    meant: str
    start: int
    end: int
    field: str = "text"


def renderings_of(pair: Pair) -> Iterator[Rendering]:
    """Yield what both texts call the same, line by line, where lines correspond one to one.

    On the type line that is a planeswalker's type (CR 205.3j).
    """
    cards = pair.original.card, pair.translation.card
    types = [_types(side) for side in (pair.original, pair.translation)]
    yield from _answering_words(types[0], types[1], (cards[0].type, cards[1].type), pair, "type")
    texts = cards[0].text, cards[1].text
    for source, target in one_by_one(pair):
        for read in (_lone_name, _heading, _keywords, _persons):
            first, second = read(pair.original, source), read(pair.translation, target)
            yield from _answering_words(first, second, texts, pair)


def folded(words: str) -> str:
    """Return words for comparison: in half width and lower case."""
    return words.translate(TO_HALF_WIDTH).lower()


def _answering_words(
    first: list[tuple[int, int]],
    second: list[tuple[int, int]],
    texts: tuple[str, str],
    pair: Pair,
    field: str = "text",
) -> Iterator[Rendering]:
    """Yield what corresponds in order; nothing if the numbers differ.

    Ysolde, Rilla and the translation's two names → the first is the first, the other the other
    """
    text, words = texts
    for (begin, stop), (start, end) in zip(first, second, strict=False):
        written, replacement = text[begin:stop], words[start:end]
        if len(first) == len(second) and is_written(replacement, pair.translation.language):
            yield Rendering(folded(written), written, replacement, start, end, field)


def _types(subject: Subject) -> list[tuple[int, int]]:
    """Return the one subtype of a planeswalker on the type line; else empty."""
    match = lint_words(subject.language).person_line.fullmatch(subject.card.type)
    return [match.span("type")] if match else []


def _persons(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the planeswalker types that a line mentions."""
    pattern = lint_words(subject.language).person
    return [match.span("type") for match in pattern.finditer(subject.card.text, *line)]


def _lone_name(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return where the one name of another card or a token stands in a line; else empty.

    Of two it is not clear which is which: a translation may turn them.
    """
    named = [
        (reference.start, reference.end)
        for reference in subject.references
        if line.start <= reference.start < line.end
        and reference.target == "name"
        and reference.text not in (subject.card.name, *subject.card.faces)
    ]
    return named if len(named) == 1 else []


def _heading(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the ability word of a line; empty if it has none."""
    match = HEADING.match(subject.card.text, line.start, line.end)
    return [match.span("heading")] if match else []


def _keywords(subject: Subject, line: LineSpan) -> list[tuple[int, int]]:
    """Return the keywords of a line that has nothing else except reminder text.

    “Flying, haste (It flies.)” → 0–6 Flying, 8–13 haste
    """
    text = subject.card.text[line.start : line.end].translate(TO_HALF_WIDTH)
    text = REMARK.sub(lambda match: " " * len(match[0]), text)
    if NO_NAME.search(text) or not text.strip():
        return []
    spans: list[tuple[int, int]] = []
    for match in LIST_ITEM.finditer(text):
        words = match[0].strip()
        begin = line.start + match.start() + match[0].find(words)
        spans.append((begin, begin + len(words)))
    return spans
