"""Finds small words in a translation that say something different than the original.

Why: “may”, “up to”, “other”, “whenever”, “or less”, “untapped” and “can't” are short and easily
lost, and each makes a different card. Lines are compared without names, for words that replace one
another and words that only one side has. Reminder text is compared with that of the matching line
if both have as much of it.

Fix: unsafe. A word that replaces exactly one other becomes that of the original.

ja: 原文と異なる語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import departures
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each small word that is wrong, missed or too many."""
    yield from departures.findings(pair, "word")
    yield from departures.ability_words(pair)
