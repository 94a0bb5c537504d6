"""Finds a line of a translation without a target where the original has one, or the reverse.

Why: what is chosen as a target can be responded to and is protected by hexproof and ward (CR 115).
A translation that merely chooses, or that targets what is chosen later, is a different card.

Fix: none. The translator has to say which words are the target.

ja: 抜けた対象
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import departures
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each line that has a target where the other's has none."""
    yield from departures.findings(pair, "target")
