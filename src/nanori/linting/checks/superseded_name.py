"""Finds an older name of a card, or a slip of one print, in a document.

Why: an announced rename is what prints have since, and a slip was never meant, by the database.

Fix: none; the message has the official name. A page may speak of an older one on purpose.

ja: 旧カード名
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "terminology"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each such name; none without a database (`--names`)."""
    yield from document_slips.mentioned(prose, ("superseded", "misprint"))
