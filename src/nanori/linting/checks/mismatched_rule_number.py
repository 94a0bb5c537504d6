"""Finds rule numbers that do not fit in a rules document.

Why: in a bilingual document a rule has the same number in both languages, and both halves refer to
the same rules. The check reports halves with different numbers, a number used twice, a reference
that only one half has, and a reference whose title belongs to another number.

Fix: none. The document does not say which of the two is right.

ja: 対応しないルール番号
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each number that does not fit."""
    yield from document_slips.findings(prose, document_slips.OF_NUMBERS)
