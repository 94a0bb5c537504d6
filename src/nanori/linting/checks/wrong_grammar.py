"""Finds grammar mistakes: “it's power”, “the the”, “target players hand”, “creature get”, a series
without its last comma, “When” for “Whenever”, a line that breaks within its sentence.

Why: they are the first thing readers see, and an apostrophe or an ending can change the meaning.

In a set most texts of which break lines so, they were set to a width, and nothing is said.

Fix: unsafe. The words become the right ones, if these are clear.

ja: 文法の誤り
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import rows


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such slip."""
    for finding in rows.of_grammar(subject):
        broken = "\n" in subject.card.text[finding.start : finding.end]
        if not broken or not subject.index.wraps_lines(subject.card, subject.path):
            yield finding
