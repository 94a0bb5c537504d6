"""Brackets and quotation marks: in the place of others, without another half; what remarks say."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from nanori.documents.lexicon import document_words
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern
from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.evidence.translations import is_written
from nanori.linting.prose import HIDDEN


def nested(text: str, pair: str) -> Iterator[tuple[int, int]]:
    """Yield the spans in a pair of marks nested in the same pair; only for whole paragraphs.

    「あ「い」う」
        ^^^^^^ only this one: it is in another of the pair
    """
    if not pair or text.count(pair[0]) < 2:
        return
    start = 0
    for line in text.split("\n"):
        opened: list[int] = []
        spans: list[tuple[int, int]] = []
        for index, sign in enumerate(line, start):
            if sign == pair[0]:
                opened.append(index)
            elif sign == pair[1] and opened:
                begin = opened.pop()
                spans += [(begin, index + 1)] if opened else []
        yield from () if opened else sorted(spans)
        start += len(line) + 1


def is_unclosed(text: str, offset: int, pairs: Iterable[str]) -> bool:
    """Tell whether an unclosed mark precedes a place on its line."""
    begins, firsts = _unclosed(text, tuple(pairs))
    line = bisect_right(begins, offset) - 1
    return firsts[line] <= offset


@lru_cache(8)
def _unclosed(text: str, pairs: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Return where each line begins, and where the first mark in it ends that nothing closes.

    Counted once a text, which may have a mark at every letter.
    """
    closing: dict[str, set[str]] = {}
    for first, last in map(halves, pairs):
        closing.setdefault(first, set()).add(last)
    begins: list[int] = []
    firsts: list[int] = []
    begin = 0
    for line in text.split("\n"):
        left = [
            line.index(first) + len(first)
            for first, ends in closing.items()
            if first not in LETTERS and first in line and _is_left(line, first, ends, closing)
        ]
        begins.append(begin)
        firsts.append(begin + min(left) if left else len(text) + 1)
        begin += len(line) + 1
    return begins, firsts


def _is_left(line: str, first: str, ends: set[str], closing: Mapping[str, set[str]]) -> bool:
    """Tell whether a line opens a mark oftener than it closes it."""
    # “ closes „ in German and opens in English.
    closed = sum(line.count(mark) for mark in closing if mark != first and first in closing[mark])
    opened = line.count(first) - closed
    return bool(opened % 2) if first in ends else opened > sum(map(line.count, ends))


class LineEnds:
    """Where the lines of a text end, and quotations in them; each is looked for once."""

    def __init__(self, text: str, quotation_end: Pattern | None) -> None:
        """Keep the text, and the pattern of what ends a quotation."""
        self.text = text
        self._pattern = quotation_end
        self._ends = [*(match.start() for match in re.finditer("\n", text)), len(text)]
        self._quotations: dict[int, list[int]] = {}

    def end(self, offset: int) -> int:
        """Return where the line ends that a place is in."""
        return self._ends[bisect_left(self._ends, offset)]

    def quotation_end(self, offset: int) -> int | None:
        """Return the only place behind this one in its line where a quotation ends, if one does."""
        if not self._pattern:
            return None
        end = self.end(offset)
        if end not in self._quotations:
            found = self._pattern.finditer(self.text, offset, end)
            self._quotations[end] = [match.start() for match in found]
        ends = self._quotations[end]
        return ends[-1] if bisect_left(ends, offset) == len(ends) - 1 else None


# Dashes and quotation marks in UTF-8 whose bytes a program took for letters of another encoding.
MISREAD_CUE = "â€"
MISREAD = re.compile(f"{MISREAD_CUE}[“”™˜œ¦¢]")
# Marks that are letters, too.
LETTERS = frozenset("'’")


class MarkedName(NamedTuple):
    """A name in marks; its span has the marks in it."""

    start: int
    end: int
    marks: str


class Lines:
    """The marks in which names are in each line of a text; worked out on demand."""

    def __init__(self, subject: Subject) -> None:
        """Keep the text with its references."""
        self.subject = subject

    def of_names(self, start: int, end: int) -> str:
        """Return the marks of another name in the line of these words; "" if there is none."""
        line = bisect_right(self._begins, start)
        for first, last, pair in self._names.get(line, ()):
            if last <= start or end <= first:
                return pair
        return ""

    def within(self, offset: int) -> bool:
        """Tell whether a place is between marks of a name or of a quotation, in its line."""
        begin = self._begins[bisect_right(self._begins, offset) - 1]
        return any(
            bisect_right(opened, offset) - bisect_right(opened, begin)
            > bisect_right(closed, offset) - bisect_right(closed, begin)
            for opened, closed in self._ends
        )

    @cached_property
    def _ends(self) -> list[tuple[list[int], list[int]]]:
        """Where opening marks end, and where closing ones do, for each pair of marks."""
        language, text = self.subject.language, self.subject.card.text
        names = (*language.lexicon.name_marks, *language.lexicon.titles)
        pairs = {*names, *document_words(language).brackets}
        return [
            (_ends_of(first, text), _ends_of(last, text))
            for first, last in map(halves, pairs)
            if first != last
        ]

    @cached_property
    def _begins(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.subject.card.text))]

    @cached_property
    def _names(self) -> dict[int, list[MarkedName]]:
        """By line, the first names in marks; one of two differs from any that is asked for."""
        text, by_line = self.subject.card.text, dict[int, list[MarkedName]]()
        spans = {(reference.start, reference.end) for reference in self.subject.references}
        for pair in self.subject.language.lexicon.name_marks:
            inside = f"{re.escape(pair[0])}([^{re.escape(pair)}\n]{{1,80}}){re.escape(pair[1])}"
            for match in re.finditer(inside, text):
                in_line = by_line.setdefault(bisect_right(self._begins, match.start()), [])
                is_known = match.span(1) in spans or is_name(match[1], self.subject)
                if len(in_line) < 2 and is_known:
                    in_line.append(MarkedName(*match.span(), pair))
        return by_line


def is_name(words: str, subject: Subject) -> bool:
    """Tell whether words are the card's name or a known one."""
    card = subject.card
    return words in (card.name, card.name_en) or subject.index.knows(words, card.lang)


def _ends_of(mark: str, text: str) -> list[int]:
    return [match.end() for match in re.finditer(re.escape(mark), text)]


def halves(pair: str) -> tuple[str, str]:
    """Return the opening and the closing half of a pair of brackets: “(” and “)” of “()”."""
    return pair[: len(pair) // 2], pair[len(pair) // 2 :]


@cache
def pattern(language: Language) -> re.Pattern[str]:
    """Return the pattern of words in wrong brackets."""
    pairs = [halves(pair) for pair in document_words(language).brackets]
    inside = "[^\n" + re.escape("".join(sign for pair in pairs for sign in pair)) + "]"
    return re.compile(
        "|".join(
            f"{re.escape(opening)}{inside}{{1,80}}{re.escape(closing)}"
            for opening, closing in pairs
        )
    )


def is_bare(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether there are only words on both sides.

    “exile Ysolde, then” → True; “Ysolde/Rilla” → False
    """
    marks = {mark for pair in language.lexicon.name_marks for mark in pair}
    signs = marks | {sign for pair in document_words(language).brackets for sign in pair}
    sides = text[max(0, start - 1) : start] + text[end : end + 1]
    return not signs & {*sides, text[start], text[end - 1]} and "/" not in sides


class MarkPairs:
    """The brackets and quotation marks of a language; apostrophes do not count."""

    def __init__(self, language: Language, more_marks: Iterable[str] = ()) -> None:
        """Take those that the language has, and more."""
        lexicon = language.lexicon
        pairs = [*lexicon.pairs, *lexicon.name_marks, *more_marks]
        apostrophes = {pair[0] for pair in pairs if set(pair) & LETTERS} | LETTERS
        pairs = [pair for pair in pairs if not set(pair) & apostrophes]
        self.even = {pair[0] for pair in pairs if pair[0] == pair[1]}
        """Marks that open and close."""
        self.closing: dict[str, set[str]] = {}
        for pair in pairs:
            if pair[0] != pair[1]:
                self.closing.setdefault(pair[0], set()).add(pair[1])
        marks = re.escape("".join(sorted({half for pair in pairs for half in pair})))
        self.marks = re.compile(rf"^[^\S\n]{{0,4}}(?:\w|\d\d)[)）]|[{marks}]", re.MULTILINE)

    def ends(self, opened: str) -> set[str]:
        """Return what may close a bracket."""
        return {opened} if opened in self.even else self.closing[opened]


of_cards = cache(MarkPairs)


@cache
def of_documents(language: Language) -> MarkPairs:
    """Return a language's marks with the brackets in which documents put a rule's title."""
    return MarkPairs(language, document_words(language).headed)


class QuotedWords(Struct, frozen=True):
    """Words in marks that are not nested in others."""

    start: int
    end: int
    marks: str


def differing(pair: Pair) -> Iterator[Finding]:
    """Yield a translation's quotations in other than the primary marks, and missing ones.

    Other marks are right for what the original does not quote, such as titles.
    """
    translation = pair.translation
    marks, text = translation.language.lexicon.quotations, translation.card.text
    if not marks or not is_written(text, translation.language):
        return
    source_count, quotations = len(quoted_words(pair.original)), quoted_words(translation)
    missing = source_count - sum(quotation.marks == marks[0] for quotation in quotations)
    for quotation in quotations:
        words = text[quotation.start : quotation.end]
        if quotation.marks == marks[0] or not is_written(words, translation.language):
            continue
        if missing > 0 or quotation.marks not in translation.language.lexicon.name_marks:
            missing -= 1
            message = f"“{words}” was wanted in “{marks[0]}”"
            yield Finding(quotation.start, quotation.end, message)
    if missing > 0 and _are_whole(text, marks[0], pattern(translation.language)):
        message = f"the original has {source_count} quotations, this {source_count - missing}"
        yield Finding(0, len(text), message)


def quoted_words(subject: Subject) -> list[QuotedWords]:
    """Return the quotations of a text in order, except rules' titles in references."""
    text = subject.card.text
    closing = {pair[0]: pair for pair in subject.language.lexicon.quotations}
    quotations: list[QuotedWords] = []
    waiting: list[tuple[str, int]] = []
    for index, sign in enumerate(text):
        if waiting and sign == waiting[-1][0][1]:
            marks, begin = waiting.pop()
            titled = text[max(0, begin - 3) : begin].rstrip(" ,").endswith(HIDDEN)
            if not waiting and not titled:
                quotations.append(QuotedWords(begin, index + 1, marks))
        elif sign in closing:
            waiting.append((closing[sign], index))
        elif sign == "\n":
            waiting.clear()
    return quotations


def _are_whole(text: str, marks: str, wrong: re.Pattern[str]) -> bool:
    """Tell whether every mark has its other half, and none is wrong; others report those."""
    return text.count(marks[0]) == text.count(marks[1]) and not wrong.search(text)
