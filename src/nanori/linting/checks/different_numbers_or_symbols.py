"""Finds numbers and symbols in a translation that are missing from the original or differ from it.

Why: a card that draws three cards in one language and two in the other is two different cards. The
check compares mana symbols, changes such as +1/+1, and numbers from two up, as digits or words and
in any width. It skips names, {C} where a print from before 2016 has {1}, and limits phrased the
other way round; in reminder text it only reports one value in place of another.

Fix: unsafe. A value that replaces exactly one other becomes that of the original.

ja: 原文と異なる数や記号
"""

from collections import Counter
from collections.abc import Iterator

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import amounts, departures
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each value that only the translation, if there is one, has or lacks."""
    yield from departures.findings(pair, "symbol", "change", "number")


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the halves of a document, and numbers that one says too often."""
    yield from prose.of_pairs(check_pair)
    yield from prose.of_pairs(_too_often)


def _too_often(pair: Pair) -> Iterator[Finding]:
    """Yield the numbers that a translation has more often: one of them replaces another number."""
    there, here = (
        amounts.find(amounts.without_names(side), side.language)
        for side in (pair.original, pair.translation)
    )
    expected, times = (Counter(each.value for each in said) for said in (there, here))
    for amount in here:
        if amount.kind == "number" and 0 < expected[amount.value] < times[amount.value]:
            counts = f"{times[amount.value]} times, in the original {expected[amount.value]}"
            yield Finding(amount.start, amount.end, f"“{amount.value}” stands here {counts}")
            expected[amount.value] = 0
