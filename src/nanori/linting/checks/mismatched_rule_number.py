"""Finds rule numbers that do not fit in a rules document.

Why: in a bilingual document a rule has one number in both languages and its two halves refer to
the same rules; a number that one half lacks or has otherwise is a slip of one of them. Found are
halves with different numbers, a number given twice, a reference that only one half has, and one
whose title belongs to another number.

Fix: none. Which of the two is right the document does not say. `nanori rules` tells more.

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
