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

    source: tuple[LineSpan, ...]
    target: tuple[LineSpan, ...]


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
    parts = [translations.plain(pair.translation.card.text[slice(*line)]) for line in target_lines]
    source_terms = [
        list(terms.in_line(translations.plain(pair.original.card.text[slice(*line)])))
        for line in source_lines
    ]
    return unsaid(source_terms, parts)


def unsaid(source_terms: Sequence[Sequence[AskedWord]], parts: Sequence[str]) -> LackingWords:
    """Return the words of each of some texts that each part of a translation does not say."""
    return [
        [
            {word for word, equivalents in words if not any(each in part for each in equivalents)}
            for part in parts
        ]
        for words in source_terms
    ]


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
NOT_BLANK = re.compile(r"\S")
APOSTROPHES = "'‘’"
# How many times as long as usual a translation may be.
LENGTH_RATIO = 3
# Code points that it may have besides: short ones vary more.
LENGTH_SLACK = 10
# Pairs of paragraphs needed to tell how long translations in a document are.
MIN_PAIRS = 5


def sentences(
    text: str, line: LineSpan, language: Language, *, dividers: str = ""
) -> list[LineSpan]:
    """Return the sentences of a line, without blanks before them; dividers end one, too.

    What is in brackets or quotation marks is part of its sentence, which ends with it if it does.

    “{T}: Draw a card. You gain 1 life.” by “:” → “{T}:”, “Draw a card.”, “You gain 1 life.”
    """
    stop, spaces = language.lexicon.wording.stop, language.lexicon.spaces
    closing = _closing(text[slice(*line)], language)
    signs = re.escape("".join({stop, *dividers, *closing, *closing.values()}))
    waiting: list[str] = []
    starts = [line.start]
    for match in re.compile(f"[{signs}]").finditer(text, *line):
        sign, offset, end = match[0], match.start(), match.end()
        ends = sign == stop
        if waiting and sign == waiting[-1]:
            waiting.pop()
            ends = spaces and text[offset - 1] == stop and not text[end + 1 : end + 2].islower()
        elif sign in closing:
            waiting.append(closing[sign])
        goes_on = spaces and text[end : min(end + 1, line.end)].strip()
        ends = ends and not goes_on and WORD.search(text, starts[-1], offset)
        if not waiting and (ends or sign in dividers):
            starts.append(end)
    parts = zip(starts, [*starts[1:], line.end], strict=True)
    return [LineSpan(m.start(), end) for at, end in parts if (m := NOT_BLANK.search(text, at, end))]


def _closing(line: str, language: Language) -> dict[str, str]:
    """Return the closing mark for each opening one of a line, of those that have another half."""
    pairs = [pair for pair in reversed(language.lexicon.pairs) if pair[0] not in APOSTROPHES]
    return {
        first: last
        for first, last in pairs
        if (line.count(first) % 2 == 0 if first == last else line.count(first) == line.count(last))
    }


def aligned_sentences(pair: Pair) -> list[Aligned]:
    """Return the corresponding sentences of both texts, in order."""
    source_lines, target_lines = (_sentences_of(side) for side in (pair.original, pair.translation))
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


def _are_near(wanted: float, length: float) -> bool:
    return min(wanted, length) * LENGTH_RATIO + LENGTH_SLACK > max(wanted, length)


def _sentences_of(subject: Subject) -> list[LineSpan]:
    """Return the sentences of a text; a line without sentence punctuation is a heading."""
    text = subject.card.text
    every = (each for line in lines(text) for each in sentences(text, line, subject.language))
    return [
        each
        for each in every
        if (word := WORD.search(text, *each)) and SENTENCE_SIGN.search(text, word.end(), each.end)
    ]


def length(subject: Subject, spans: Sequence[LineSpan]) -> float:
    """Return how many letters and signs some sentences have, without what is hidden in them."""
    text = "".join(subject.card.text[start:end] for start, end in spans)
    return float(len("".join(text.split()).replace(HIDDEN, "")))


class SentenceAnswer(NamedTuple):
    """Corresponding sentences, and how much of the one the other says."""

    source: tuple[LineSpan, ...]
    target: tuple[LineSpan, ...]
    share: float
    """How long the translation is, 1 being the document's average."""


@lru_cache(maxsize=1)
def answers(prose: Prose) -> tuple[tuple[PairOfHalves, tuple[SentenceAnswer, ...]], ...]:
    """Return the pairs of a document, each with its sentences and those of its translation."""
    usual = _ratio(prose) if prose.pairs else 1.0
    return tuple((halves, tuple(_answers(halves.pair, usual))) for halves in prose.pairs)


def _answers(pair: Pair, usual: float) -> Iterator[SentenceAnswer]:
    for source_lines, target_lines in aligned_sentences(pair):
        source, target = length(pair.original, source_lines), length(pair.translation, target_lines)
        yield SentenceAnswer(source_lines, target_lines, target / usual / (source or 1))


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
