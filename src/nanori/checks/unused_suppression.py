"""Finds a remark in a file that turns off a check which has nothing to say there.

Why: it hides the finding that may come later, and tells readers of something that is not there.

Fix: none. The remark stands outside the card's fields; take it out by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from nanori.diagnostics import Severity
from nanori.linting.findings import Finding

SEVERITY: Severity = "warning"


def check_suppressions(suppressed: Collection[str], used: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each suppressed check that found nothing; `*` stands for all."""
    for name in suppressed:
        if name not in used and not (name == "*" and used):
            what = "any check" if name == "*" else f"“{name}”"
            yield Finding(0, 0, f"{what} is turned off here, but has nothing to say")
