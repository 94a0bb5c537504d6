"""A rules document to its numbered paragraphs and headings, each in its language, and to pairs.

Of a bilingual document rules are matched by number; other paragraphs stand together, in one block
of lines or in two consecutive ones.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from nanori.documents.lexicon import SENTENCE_SIGN, document_words
from nanori.documents.source import Document
from nanori.grammar import language_detection, languages
from nanori.grammar.bilingual_headings import scripts
from nanori.grammar.languages import Language, reference_language

# What full-width digits, small letters and stops fold to, one for one, so that places stay.
FULL_WIDTH = {
    **{0xFF10 + digit: 0x30 + digit for digit in range(10)},
    **{0xFF41 + letter: 0x61 + letter for letter in range(26)},
    0xFF0E: 0x2E,
}


# What may be between a number and the words around it.
BLANKS = r"\s{0,9}"


class CrossReference(Struct, frozen=True):
    """A place that refers to one rule, or to a range by its first and last letter."""

    start: int
    end: int
    numbers: tuple[str, ...]
    """The rules: several for a range."""
    title: str
    """What the text calls the rule, if it does."""

    @property
    def span(self) -> tuple[int, int]:
        """Where it begins and ends."""
        return self.start, self.end


_RANGE = r" ?[-–—~～〜] ?"
# A section or rule of the game: 201, 201.5, 201.5c, 601.2f–h.
_NUMBER = rf"\d{{3}}(?!\d)(?:\.\d{{1,3}}(?!\d)(?:[a-z](?![a-z])(?:{_RANGE}[a-z](?![a-z]))?)?)?"
# One of them, or a range by its first and last letter.
_SINGLE = re.compile(
    rf"(?P<number>\d{{3}}(?!\d)(?:\.\d{{1,3}}"
    rf"(?:(?P<letter>[a-z])(?:{_RANGE}(?P<last>[a-z])(?![a-z]))?)?)?)"
)


@cache
def _reference(language: Language) -> re.Pattern[str]:
    """Return the pattern of a reference to rules, and of what it calls them.

    `numbers` captures those that words announce, `bare` one that stands alone.
    """
    words, number = document_words(language), _NUMBER
    headed = words.headed or ("\0\0",)  # a language may have no marks for headings
    opening, closing = ("".join(map(re.escape, marks)) for marks in zip(*headed, strict=True))
    title = rf",?{BLANKS}[{opening}](?P<title>[^{closing}\n]{{1,60}})[{closing}]"
    joint = rf"{BLANKS}{words.joining.alternation}{'' if language.lexicon.spaces else '?'}{BLANKS}"
    following = rf"(?:{joint}(?:{words.rules.alternation}{BLANKS})?(?:{number})){{0,9}}"
    announced = rf"{words.rules.alternation}{BLANKS}(?P<numbers>(?:{number}){following})"
    see = rf"(?:{title}{BLANKS})?{words.see.alternation}".replace("?P<title>", "?:")
    alone = rf"\d{{3}}\.\d{{1,3}}[a-z]?(?![\d.]*\d)(?!{words.units.alternation})|\d{{3}}(?={see})"
    bare = rf"(?P<bare>(?<![\d.])(?:{alone}))" if words.see else words.see.alternation
    return re.compile(rf"(?:{announced}|{bare})(?:{title})?")


def find(text: str, start: int, end: int, language: Language) -> Iterator[CrossReference]:
    """Yield the references in a stretch of text in that language, in order."""
    part = text[start:end].translate(FULL_WIDTH)
    for match in _reference(language).finditer(part):
        groups = match.groupdict()
        kind = "numbers" if groups.get("numbers") else "bare"
        if groups.get(kind) is None:
            continue
        numbers = list(_SINGLE.finditer(part, *match.span(kind)))
        for index, number in enumerate(numbers):
            title = (groups.get("title") or "").strip(" ,.、") if index == len(numbers) - 1 else ""
            span = number.span()
            yield CrossReference(start + span[0], start + span[1], _expanded(number), title)


def _expanded(match: re.Match[str]) -> tuple[str, ...]:
    number, letter, last = match["number"], match["letter"], match["last"]
    if not last or not letter or last < letter:
        return ((number if not last else number[: match.end("letter") - match.start()]),)
    stem = number[: match.start("letter") - match.start()]
    return tuple(stem + chr(code) for code in range(ord(letter), ord(last) + 1))


def folded(title: str) -> str:
    """Return a title for comparison: without case, width and signs."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\W_]+", "", plain)


# The number that a rule or heading begins with; “709.5項が…” is prose.
NUMBERED = re.compile(
    r"[^\S\r\n]*(?:[-*•・][^\S\r\n]+)?(?P<number>\d{3}(?!\d)(?:[.．]\d{1,3}(?!\d)[A-Za-zａ-ｚ]?(?![A-Za-zａ-ｚ]))?)"
    r"(?P<dot>[.．]?)(?=\s|$)(?P<gap>[^\S\r\n]*)"
)

BLANK = re.compile(r"\s*$")


class Paragraph(Struct, frozen=True):
    """A rule in one language with its examples, a heading, or text without a number."""

    number: str
    """Such as `201.5c`, the letter small; empty if it has none."""
    language: Language
    start: int
    """Where its number begins, or its text."""
    body: int
    """Where the text after the number begins."""
    end: int
    heading: bool
    block: int
    """Which stretch of lines without a blank one it belongs to."""


def read(document: Document) -> list[Paragraph]:
    """Return the paragraphs of a rules document in order; unnumbered lines continue a paragraph."""
    paragraphs: list[Paragraph] = []
    waiting: Paragraph | None = None
    block = 0
    for start, end in document.lines():
        if BLANK.match(document.text, start, end):
            block += 1
            continue
        paragraph = _line(document.text, start, end, block)
        if waiting is not None:
            # A number alone on its line belongs to the text that follows.
            if not paragraph.number:
                paragraphs[-1] = replace(paragraph, number=waiting.number, start=waiting.start)
                waiting = None
                continue
            waiting = None
        if paragraphs and _continues(paragraphs[-1], paragraph):
            paragraphs[-1] = replace(paragraphs[-1], end=paragraph.end)
            continue
        paragraphs.append(paragraph)
        if paragraph.number and paragraph.body >= paragraph.end:
            waiting = paragraph
    return paragraphs


def _line(text: str, start: int, end: int, block: int) -> Paragraph:
    end = start + len(text[start:end].rstrip())
    match = NUMBERED.match(text, start, end)  # \d and \s match any width
    if match is None:
        return Paragraph("", _language(text, start, end), start, start, end, False, block)
    body = match.end()
    heading = body < end and not SENTENCE_SIGN.search(text, body, end)
    number = match["number"].translate(FULL_WIDTH).lower()
    language = _language(text, body, end)
    return Paragraph(number, language, match.start("number"), body, end, heading, block)


def _language(text: str, start: int, end: int) -> Language:
    """Return the language of a stretch: that of a distinctive script if used in earnest."""
    part = text[start:end]
    own = scripts().findall(part)
    letters = sum(map(str.isalpha, part))
    return _other(text) if len(own) * 5 > letters else languages.load(reference_language())


@lru_cache(4)
def _other(text: str) -> Language:
    """Return the language a document has besides the reference language.

    A short paragraph does not tell it: one in Chinese characters alone may be in several languages.
    """
    return languages.load(language_detection.of_any_letter(text))


def _continues(last: Paragraph, following: Paragraph) -> bool:
    same = last.block == following.block and last.language is following.language
    return same and not following.number and not last.heading


def blocks(paragraphs: list[Paragraph]) -> Iterator[list[Paragraph]]:
    """Yield the paragraphs without a number that stand together."""
    together: list[Paragraph] = []
    for paragraph in paragraphs:
        if together and (paragraph.number or paragraph.block != together[-1].block):
            yield together
            together = []
        if not paragraph.number:
            together.append(paragraph)
    if together:
        yield together


def of_heading(document: Document, paragraph: Paragraph) -> Iterator[tuple[Language, str]]:
    """Yield the titles of a heading, 名前/Name, each with its language."""
    for title in re.split(r"[/／]", document.text[paragraph.body : paragraph.end]):
        yield languages.load(language_detection.of_text(title)), folded(title)


LETTER = re.compile(r"[a-z]$")


class Contents:
    """The rules of a document."""

    def __init__(self, paragraphs: Iterable[Paragraph]) -> None:
        numbers = {paragraph.number for paragraph in paragraphs if paragraph.number}
        self._sections = {number[:3] for number in numbers}
        self._numbers = numbers | self._sections | {LETTER.sub("", number) for number in numbers}
        rules: dict[str, set[int]] = defaultdict(set)
        for number in numbers:
            section, _, rule = LETTER.sub("", number).partition(".")
            if rule:
                rules[section].add(int(rule))
        self._quoted = {section for section, found in rules.items() if 2 * len(found) < max(found)}

    def __bool__(self) -> bool:
        return bool(self._numbers)

    def __contains__(self, number: str) -> bool:
        return number in self._numbers

    def is_excerpt(self, number: str) -> bool:
        """Tell whether a rule's section is missing, or has less than every second rule."""
        section = number[:3]
        return section not in self._sections or section in self._quoted


WORDS = re.compile(r"[^\W\d_]")
# A paragraph this many times longer than expected is not a translation of its neighbour.
MAX_LENGTH_RATIO = 6


class Halves(Struct, frozen=True):
    """A paragraph in the reference language, and its translation."""

    original: Paragraph
    translation: Paragraph


class Bilingual(Struct, frozen=True):
    """Which paragraphs of a document translate each other, and which have no counterpart."""

    pairs: tuple[Halves, ...]
    """In the order of the translations."""
    alone: tuple[Paragraph, ...]
    """Paragraphs without a number that lack their other half."""


def together(rules: Iterable[Paragraph]) -> list[tuple[Paragraph, Paragraph]]:
    """Return neighbours with the same number in two languages."""
    return [
        (first, second)
        for first, second in pairwise(rules)
        if first.number == second.number and first.language is not second.language
    ]


def by_number(paragraphs: Iterable[Paragraph]) -> dict[str, dict[Language, Paragraph]]:
    """Return the rules by number and language: those standing together, otherwise the first."""
    rules = [paragraph for paragraph in paragraphs if paragraph.number and not paragraph.heading]
    halves: dict[str, dict[Language, Paragraph]] = defaultdict(dict)
    for rule in [*(rule for pair in together(rules) for rule in pair), *rules]:
        halves[rule.number].setdefault(rule.language, rule)
    return halves


def bilingual(text: str, paragraphs: list[Paragraph]) -> Bilingual:
    """Return the pairs of a document and its lone paragraphs; nothing if it is in one language."""
    numbered = [
        halves
        for answers in by_number(paragraphs).values()
        if (halves := _halves(list(answers.values()))) is not None
    ]
    numbered += filter(None, (_halves([*pair]) for pair in misnumbered(paragraphs)))
    prose = _prose(text, paragraphs, bilingual=bool(numbered))
    if len(prose) < (1 if numbered else 2):
        prose = []
    pairs = sorted([*numbered, *prose], key=lambda halves: halves.translation.start)
    return Bilingual(tuple(pairs), tuple(_alone(text, paragraphs, pairs, prose)))


def misnumbered(paragraphs: Iterable[Paragraph]) -> Iterator[tuple[Paragraph, Paragraph]]:
    """Yield halves of one rule that stand together under different numbers: 201.5, 201.6.

    No other rule of their language has a half under these, and halves are no farther apart.
    """
    rules = [paragraph for paragraph in paragraphs if paragraph.number and not paragraph.heading]
    halves, side_by_side = by_number(rules), together(rules)
    paired = {rule for answers in halves.values() for rule in answers.values()}
    paired |= {rule for pair in side_by_side for rule in pair}
    gaps = (second.block - first.block for first, second in side_by_side)
    apart = min(max(gaps, default=0), 1)
    for first, other in pairwise(rules):
        alone = all(len(halves[x.number]) == 1 or x not in paired for x in (first, other))
        near = other.block - first.block <= apart and first.number[:3] == other.number[:3]
        if alone and near and first.language != other.language and first.number != other.number:
            yield first, other


def _halves(answers: list[Paragraph]) -> Halves | None:
    originals = [paragraph for paragraph in answers if paragraph.language.lexicon.default]
    others = [paragraph for paragraph in answers if not paragraph.language.lexicon.default]
    if len(originals) != 1 or len(others) != 1:
        return None
    return Halves(originals[0], others[0])


def _prose(text: str, paragraphs: list[Paragraph], *, bilingual: bool) -> list[Halves]:
    """Return the pairs of paragraphs without a number, in one block or in consecutive blocks.

    Unless rules show that a document is bilingual, pairs count only if most of it is in pairs.
    """
    stretches = list(blocks(paragraphs))
    within = [pair for block in stretches for pair in _following(text, block)]
    single = [block[0] for block in stretches if len(block) == 1]
    apart = _following(text, single)
    chosen = within if len(within) >= len(apart) else apart
    counts = Counter(
        paragraph.language.lexicon.default
        for block in stretches
        for paragraph in block
        if _is_said(text, paragraph)
    )
    # A page in one language may have a few lines in another beside it.
    enough = counts[True] / 3 if bilingual else max(counts.values(), default=0) / 2
    return chosen if len(chosen) >= enough else []


def _following(text: str, paragraphs: list[Paragraph]) -> list[Halves]:
    """Return neighbours in two languages, in the order that most of the document keeps."""
    orders = [list(_in_order(text, paragraphs, first)) for first in (True, False)]
    return max(orders, key=len)


def _in_order(text: str, paragraphs: list[Paragraph], first: bool) -> Iterator[Halves]:
    waiting: Paragraph | None = None
    for paragraph in paragraphs:
        if not _is_said(text, paragraph):
            waiting = None
        elif paragraph.language.lexicon.default is first:
            waiting = paragraph
        elif waiting is not None:
            halves = _halves([waiting, paragraph])
            waiting = None
            if halves is not None and _is_like(text, halves):
                yield halves


def _is_said(text: str, paragraph: Paragraph) -> bool:
    stop = paragraph.language.lexicon.wording.stop
    return bool(stop) and text.find(stop, paragraph.body, paragraph.end) >= 0


def _is_like(text: str, halves: Halves) -> bool:
    first, second = (
        len(WORDS.findall(text, paragraph.body, paragraph.end))
        / document_words(paragraph.language).length
        for paragraph in (halves.original, halves.translation)
    )
    return min(first, second) * MAX_LENGTH_RATIO > max(first, second)


def _alone(
    text: str, paragraphs: list[Paragraph], pairs: list[Halves], prose: list[Halves]
) -> Iterator[Paragraph]:
    """Yield the paragraphs without a number that lack their other half.

    A translator's remarks have none; next to a glossary, or where there is nothing but pairs, none
    are missed.
    """
    paired = {half for pair in pairs for half in (pair.original, pair.translation)}
    last = max((rule.start for rule in paragraphs if rule.number and not rule.heading), default=0)
    for paragraph in paragraphs:
        if paragraph.number or paragraph in paired or not _is_said(text, paragraph):
            continue
        if not prose and not (pairs and _is_example(text, paragraph)):
            continue
        if paragraph.language.lexicon.default or paragraph.start > last:
            yield paragraph


def _is_example(text: str, paragraph: Paragraph) -> bool:
    begin = document_words(paragraph.language).example
    return bool(begin.match(text, paragraph.body, paragraph.end))


def examples_alone(
    text: str, pairs: Iterable[Halves]
) -> Iterator[tuple[Paragraph, tuple[int, int]]]:
    """Yield the places of examples that one half of a rule has and the other lacks."""
    for halves in pairs:
        first, second = (_examples(text, half) for half in (halves.original, halves.translation))
        yield from ((halves.original, span) for span in first[len(second) :])
        yield from ((halves.translation, span) for span in second[len(first) :])


def _examples(text: str, paragraph: Paragraph) -> list[tuple[int, int]]:
    begin = document_words(paragraph.language).example
    return [match.span() for match in begin.finditer(text, paragraph.body, paragraph.end)]
