"""Finds a translation that refers to its own object less often than the original.

Why: where the original names the card and the translation does not, a sentence has lost its subject
or names something else. More references are fine: Japanese uses これ for “other”. Reminder text is
left out.

Fix: none. The translator has to say what belongs there.

ja: 抜けた参照
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import alignment, self_references
from nanori.linting.evidence.translations import has_its_name
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference

SEVERITY: Severity = "warning"
OF_THIS_GAME = True


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each line that has fewer references to its object than the original's."""
    original, card = pair.original.card, pair.translation.card
    left = card.name == original.name and card.name not in card.text
    if left or has_its_name(pair) or not self_references.is_told_less(pair):
        return  # by its own name no text could call it
    for (start, end), lacking in _lines(pair):
        names = "”, “".join(dict.fromkeys(reference.text for reference in lacking))
        message = f"the original says “{names}” of its object, this does so less often"
        yield Finding(start, end, message)


def _lines(pair: Pair) -> Iterator[tuple[tuple[int, int], list[Reference]]]:
    """Yield the lines of the translation that lack some, with those of the original's line.

    Where the two have not as many lines, or it cannot be told by lines, the text is one.
    """
    expected = self_references.expected(pair)
    given = self_references.own(pair.translation)
    lacking: list[tuple[tuple[int, int], list[Reference]]] = []
    for other, line in alignment.one_by_one(pair):
        its = alignment.inside(other, expected)
        if len(alignment.inside(line, given)) < len(its):
            lacking.append((line, list(its)))
    yield from lacking or [((0, len(pair.translation.card.text)), expected)]
