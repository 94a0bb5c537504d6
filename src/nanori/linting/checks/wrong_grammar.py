"""Finds grammar mistakes: “it's power”, “the the”, “target players hand”, “creature get”.

Why: they are the first thing readers see, and an apostrophe or an ending can change the meaning.

Fix: unsafe. The words become the right ones, if these are clear.

ja: 文法の誤り
"""

from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "grammar"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (224, 224)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such slip."""
    for finding in usage_slips.find(subject, subject.language.lexicon.checks.templating.grammar):
        broken = "\n" in subject.card.text[finding.start : finding.end]
        if not broken or not subject.index.wraps_lines(subject.card, subject.path):
            yield finding
