"""Finds a name in a document that is one slip from a card's.

Why: who looks for the card does not find it. Looked at are names in marks, in decklists, and two
words with capitals that are one letter from a name of ten letters or more, by the database.

Fix: none; the message has the name. `nanori mentions` says the same by the same name.

ja: カード名の誤字（文書）
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "misspelling"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each such name; none without a database (`--names`)."""
    yield from document_slips.mentioned(prose, ("misspelled",))
