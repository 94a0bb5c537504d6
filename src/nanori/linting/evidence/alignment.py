"""Lines of a text to those of its translation that say the same, by their lengths.

Gale and Church, A program for aligning sentences in bilingual corpora (1993), for lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from nanori.grammar import trees
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import ordering
from nanori.linting.evidence.amounts import without_remarks

# Lines beyond which a text is taken as one: their number is squared.
MOST_LINES = 60
# How many lines of each text may answer each other, and what that costs in code points.
STEPS = {(1, 1): 0, (1, 0): 9, (0, 1): 9, (2, 1): 15, (1, 2): 15}


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
    """Lines of an original and those of the translation that say the same; either may be none."""

    there: tuple[LineSpan, ...]
    here: tuple[LineSpan, ...]


def lines(text: str) -> list[LineSpan]:
    """Return start and end of each line."""
    return [LineSpan(*span) for span in trees.paragraphs(text)]


def one_by_one(pair: Pair) -> list[tuple[LineSpan, LineSpan]]:
    """Return each line with its translation; nothing where there are not as many."""
    return [(there, here) for there, here, _ in _answering(pair)]


def misplaced(pair: Pair) -> list[tuple[int, LineSpan]]:
    """Return the lines of a translation that stand elsewhere in the original, and where: from 0."""
    answering = sorted((here, there, moved) for there, here, moved in _answering(pair))
    return [(moved, here) for here, _, moved in answering if moved >= 0]


@lru_cache(4)  # a pair is asked about by several checks, one after another
def _answering(pair: Pair) -> list[tuple[LineSpan, LineSpan, int]]:
    """Return lines that answer one by one, each with its number if it stands elsewhere, or -1."""
    there, here = lines(pair.original.card.text), lines(pair.translation.card.text)
    if len(there) != len(here):
        return []
    moved = ordering.moved(pair, there, here) if 1 < len(there) <= MOST_LINES else {}
    return [
        (line, here[moved.get(number, number)], number if number in moved else -1)
        for number, line in enumerate(there)
    ]


def inside(line: tuple[int, int], placed: Sequence[PlacedPart]) -> Sequence[PlacedPart]:
    """Return what begins in a line, of what is in the order of the text."""
    first, last = (bisect_left(placed, place, key=_start) for place in line)
    return placed[first:last]


def _start(part: Placed) -> int:
    return part.start


def aligned(pair: Pair) -> list[Aligned]:
    """Return the lines of both texts that answer each other, in order.

    As many lines answer one by one; of others that is chosen by which their lengths, without
    reminder text, fit best.
    """
    if answering := one_by_one(pair):
        return [Aligned((line,), (other,)) for line, other in answering]
    there, here = lines(pair.original.card.text), lines(pair.translation.card.text)
    if max(len(there), len(here)) > MOST_LINES:
        return [Aligned(tuple(there), tuple(here))]
    first, second = _lengths(pair.original, there), _lengths(pair.translation, here)
    checks = pair.translation.language.lexicon.checks
    ratio = checks.length / pair.original.language.lexicon.checks.length
    return cheapest(there, here, [length * ratio for length in first], second)


def by_line(pair: Pair) -> list[tuple[LineSpan, LineSpan]]:
    """Return each line with its translation where there are as many, else the whole texts.

    Nothing where the translation has fewer, so that some may be missing.
    """
    if answering := one_by_one(pair):
        return answering
    there, here = lines(pair.original.card.text), lines(pair.translation.card.text)
    if len(there) > len(here):
        return []
    return [(LineSpan(0, there[-1].end), LineSpan(0, here[-1].end))]


def _lengths(subject: Subject, spans: list[LineSpan]) -> list[float]:
    """Return how long each line is without reminder text."""
    text = subject.card.text
    return [float(len(without_remarks(text[start:end]).strip())) for start, end in spans]


def cheapest(
    there: list[LineSpan], here: list[LineSpan], first: list[float], second: list[float]
) -> list[Aligned]:
    """Return the way through both texts on which lengths differ least."""
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for row in range(len(there) + 1):
        for column in range(len(here) + 1):
            ways = [
                (
                    best[row - down, column - right][0]
                    + abs(sum(first[row - down : row]) - sum(second[column - right : column]))
                    + cost,
                    (down, right),
                )
                for (down, right), cost in STEPS.items()
                if (row - down, column - right) in best and (row, column) != (0, 0)
            ]
            if ways:
                best[row, column] = min(ways)
    steps: list[Aligned] = []
    row, column = len(there), len(here)
    while (row, column) != (0, 0):
        down, right = best[row, column][1]
        steps.append(Aligned(tuple(there[row - down : row]), tuple(here[column - right : column])))
        row, column = row - down, column - right
    return steps[::-1]
