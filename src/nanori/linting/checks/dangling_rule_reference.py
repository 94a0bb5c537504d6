"""Finds a reference to a rule that the rules document does not have.

Why: rules are renumbered with every edition, and a reference to a rule that has moved leads
nowhere. Nothing is said where the document is an excerpt, and has none of the rules of the section
or less than every second of them.

Fix: none. Where the rule has gone the document does not say.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.documents.cross_references import FULL_WIDTH
from nanori.documents.source import Document
from nanori.linting.evidence import rule_numbers
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_rules(document: Document) -> Iterator[Finding]:
    """Yield a finding for each reference to no rule of a section that is there."""
    for finding in rule_numbers.findings(document, ("dangling-reference",)):
        section = document.text[finding.start : finding.start + 3].translate(FULL_WIDTH)
        if section not in rule_numbers.quoted_sections(document):
            yield finding
