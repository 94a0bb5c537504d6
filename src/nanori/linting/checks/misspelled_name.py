"""Finds a name in a document that is one slip away from a card's name.

Why: readers who look for the card don't find it. By the database, the check looks at names in
marks, names in decklists, and two capitalised words one letter away from a name of ten letters or
more.

Fix: none; the message gives the name. `nanori mentions` reports the same under the same name.

ja: カード名の誤字（文書）
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each such name; none without a database (`--names`)."""
    yield from document_slips.mentioned(prose, ("misspelled",))
