"""Finds a name in marks in a document, 《Name》, that no card in the database has.

Why: it is misspelled, or newer than the database; the message gives the nearest name, if one is
near.

Fix: none. The document does not say which card is meant.

ja: データベースにないカード名（文書）
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each such name; none without a database (`--names`)."""
    yield from document_slips.mentioned(prose, ("unknown",))
