"""Finds a reference to a rule that the rules document does not contain.

Why: rules are renumbered with every edition, and a reference to a rule that has moved leads
nowhere. In an excerpt that contains none of the rules of that section, or fewer than half of them,
nothing is reported; `--against FILE`, for `lint` and `rules`, looks these references up in the full
rules.

Fix: none. The document does not say where the rule has gone.

ja: ないルールへの参照
"""

from collections.abc import Iterator

from nanori.linting.context import Finding
from nanori.linting.evidence import document_slips
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each reference to no rule of a section that is there."""
    yield from document_slips.findings(prose, ("dangling-reference",))
