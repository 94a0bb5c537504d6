"""Finds a name in a document, 名前/Name, that is not the name of that card.

Why: by the database, readers of one language look for a different card than readers of the other.

Fix: none; the message gives the name. The other half may be the wrong one.

ja: 誤ったカード名
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each such name; none without a database (`--names`)."""
    yield from document_slips.mentioned(prose, ("wrong",))
