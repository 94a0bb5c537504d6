"""Finds a rule, a paragraph or an example that a bilingual document has in one language alone.

Why: who reads the other language does not know the rule. `nanori rules` says the same by the same
name.

Fix: none. What the other half says nobody but its translator knows.

ja: 片方の言語にしかない条文
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "untranslated"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each paragraph without its other half."""
    yield from document_slips.findings(prose, document_slips.OF_HALVES)
