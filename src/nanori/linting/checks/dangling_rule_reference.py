"""Finds a reference to a rule that the rules document does not have.

Why: rules are renumbered with every edition, and a reference to a rule that has moved leads
nowhere. Nothing is said where the document is an excerpt, and has none of the rules of the section
or less than every second of them: `--against FILE`, of `lint` and of `rules`, looks these up in the
full rules.

Fix: none. Where the rule has gone the document does not say.

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
