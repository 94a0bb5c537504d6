"""Pairs the paragraphs of a bilingual document, and lists those without a counterpart.

Rules are matched by number; other paragraphs stand together, in one block of lines or in two
consecutive ones.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from nanori.documents import numbered_paragraphs
from nanori.documents.numbered_paragraphs import Paragraph
from nanori.grammar.languages import Language

WORDS = re.compile(r"[^\W\d_]")
# A paragraph this many times longer than expected is not a translation of its neighbour.
UNLIKE = 6


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


def find(text: str, paragraphs: list[Paragraph]) -> Bilingual:
    """Return the pairs of a document and its lone paragraphs; nothing if it is in one language."""
    numbered = [
        halves
        for answers in by_number(paragraphs).values()
        if (halves := _halves(list(answers.values()))) is not None
    ]
    numbered += _renumbered(paragraphs)
    prose = _prose(text, paragraphs, bilingual=bool(numbered))
    if len(prose) < (1 if numbered else 2):
        prose = []
    pairs = sorted([*numbered, *prose], key=lambda halves: halves.translation.start)
    return Bilingual(tuple(pairs), tuple(_alone(text, paragraphs, pairs, prose)))


def _renumbered(paragraphs: list[Paragraph]) -> Iterator[Halves]:
    """Yield lone rules that stand together in a section: one of them is misnumbered."""
    halves = by_number(paragraphs)
    rules = [paragraph for paragraph in paragraphs if paragraph.number and not paragraph.heading]
    for first, second in pairwise(rules):
        alone = all(len(halves[rule.number]) == 1 for rule in (first, second))
        near = second.block - first.block <= 1 and first.number[:3] == second.number[:3]
        if alone and near and (pair := _halves([first, second])) is not None:
            yield pair


def _halves(answers: list[Paragraph]) -> Halves | None:
    """Return two paragraphs as halves, if one of them is in the reference language."""
    originals = [paragraph for paragraph in answers if paragraph.language.lexicon.default]
    others = [paragraph for paragraph in answers if not paragraph.language.lexicon.default]
    if len(originals) != 1 or len(others) != 1:
        return None
    return Halves(originals[0], others[0])


def _prose(text: str, paragraphs: list[Paragraph], *, bilingual: bool) -> list[Halves]:
    """Return the pairs of paragraphs without a number, in one block or in consecutive blocks.

    Unless rules show that a document is bilingual, pairs count only if most of it is in pairs.
    """
    blocks = list(numbered_paragraphs.blocks(paragraphs))
    within = [pair for block in blocks for pair in _following(text, block)]
    single = [block[0] for block in blocks if len(block) == 1]
    apart = _following(text, single)
    chosen = within if len(within) >= len(apart) else apart
    said = Counter(
        paragraph.language.lexicon.default
        for block in blocks
        for paragraph in block
        if _is_said(text, paragraph)
    )
    # A page in one language may have a few lines in another beside it.
    enough = said[True] / 3 if bilingual else max(said.values(), default=0) / 2
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
    """Tell whether a paragraph is a sentence, not a heading or name."""
    stop = paragraph.language.lexicon.wording.stop
    return bool(stop) and text.find(stop, paragraph.body, paragraph.end) >= 0


def _is_like(text: str, halves: Halves) -> bool:
    """Tell whether two paragraphs are about as long as translations of each other would be."""
    first, second = (
        len(WORDS.findall(text, paragraph.body, paragraph.end))
        / paragraph.language.lexicon.checks.length
        for paragraph in (halves.original, halves.translation)
    )
    return min(first, second) * UNLIKE > max(first, second)


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
    begin = paragraph.language.lexicon.documents.example
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
    """Return the words that announce each example of a paragraph."""
    begin = paragraph.language.lexicon.documents.example
    return [match.span() for match in begin.finditer(text, paragraph.body, paragraph.end)]
