"""Finds a card's older name, or one print's slip, in a document.

Why: by the database, an announced rename is what prints have used since, and a slip was never
meant.

Fix: none; the message gives the official name. A page may use an older name on purpose.

ja: 旧カード名
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each such name; none without a database (`--names`)."""
    yield from document_slips.mentioned(prose, ("superseded", "misprint"))
