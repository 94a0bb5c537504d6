"""Finds a rule, a paragraph or an example that a bilingual document has in only one language.

Why: readers of the other language do not know the rule.

Fix: none. Only the translator knows what the other half says.

ja: 片方の言語にしかない条文
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each paragraph without its other half."""
    yield from document_slips.findings(prose, document_slips.OF_HALVES)
