"""Finds small words of a translation that say something else than those of its original.

Why: “may”, “up to”, “other”, “whenever”, “or less”, “untapped”, “can't” are short and easily lost,
and each makes another card. Compared is line by line, without names and reminder text: words of
which one stands for another, and those that only the one or the other says.

Fix: unsafe. Where one word stands for one other, that of the original is put there.

ja: 原文と異なる語
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Pair
from nanori.linting.evidence import distinctions
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "mistranslation"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each small word that is wrong, missed or too many."""
    yield from distinctions.told(pair, of_terms=False)
