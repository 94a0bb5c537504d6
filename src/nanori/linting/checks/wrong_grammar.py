"""Finds grammar mistakes: “it's power”, “the the”, “target players hand”, “creature get”, a series
without its last comma, “When” for “Whenever”, a line that breaks within its sentence; and a word
that is lost, superfluous or another where words stand in a row as in no print, and would without
that as in many: “less during cast”.

Why: they are the first thing readers see, and an apostrophe or an ending can change the meaning.

In a set most texts of which break lines so, they were set to a width, and nothing is said.

Fix: unsafe. The words become the right ones, if these are clear.

ja: 文法の誤り
"""

from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING, misspelled_word
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips, word_orders, word_rows
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (443, 443)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such slip."""
    for finding in (*usage_slips.of_grammar(subject), *_of_rows(subject)):
        broken = "\n" in subject.card.text[finding.start : finding.end]
        if not broken or not subject.index.wraps_lines(subject.card, subject.path):
            yield finding


def _of_rows(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each slip that nothing else tells of."""
    taken: list[Finding] = []
    for finding in word_rows.find(subject):
        if not taken:
            taken = [
                *usage_slips.of_grammar(subject),
                *word_orders.find(subject),
                *misspelled_word.check(subject),
                *usage_slips.find(subject, "wording"),
                *usage_slips.find(subject, "capitals"),
            ]
        if all(finding.end + 1 < other.start or other.end + 1 < finding.start for other in taken):
            yield finding  # none that tells of a word beside it what this tells between them
