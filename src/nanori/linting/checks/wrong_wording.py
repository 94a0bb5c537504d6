"""Finds words that rules texts have otherwise: “gains +1/+1”, “into the battlefield”, “less cards”.

Why: who reads a set reads it in the words of the rules, and stops where they differ; some of them
say something else. “Deal 2 damage” says no source, and “a creature from your graveyard” is none:
on the battlefield alone it is one (CR 109.2).

Fix: unsafe. The words become those that are wanted, where these are clear.

ja: ルール文章らしくない言い回し
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "terminology"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (247, 247)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of such words."""
    yield from usage_slips.find(subject, subject.language.lexicon.checks.templating.wording)
