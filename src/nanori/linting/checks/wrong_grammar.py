"""Finds grammar mistakes: “it's power”, “the the”, “target players hand”, “creature get”, a series
without its last comma, “When” for “Whenever”, a line that breaks within its sentence, and a small
word that is missing, superfluous or another in a turn that many prints have: “put the rest to the
bottom”, “only as sorcery”.

Why: they are the first thing readers see, and an apostrophe or an ending can change the meaning.

In a set most texts of which break lines so, they were set to a width, and nothing is said.

Fix: unsafe. The words become the right ones, if these are clear.

ja: 文法の誤り
"""

from collections.abc import Iterator, Sequence

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import frames, usage_slips
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "grammar"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (434, 431)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such slip."""
    for finding in (*usage_slips.of_grammar(subject), *_of_frames(subject)):
        broken = "\n" in subject.card.text[finding.start : finding.end]
        if not broken or not subject.index.wraps_lines(subject.card, subject.path):
            yield finding


def _of_frames(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each slip in a frequent turn that no row of a table tells of."""
    taken: Sequence[Finding] | None = None
    for finding in frames.find(subject):
        if taken is None:
            wording = subject.language.lexicon.checks.templating.wording
            taken = [*usage_slips.of_grammar(subject), *usage_slips.find(subject, wording)]
        if all(finding.end < other.start or other.end < finding.start for other in taken):
            yield finding
