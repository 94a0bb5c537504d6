"""Finds “named” before the card's own name where nothing but the card itself can be meant.

Why: “a creature named X” is every object of that name (CR 201.5), while X alone is this one. A
text that counts, finds or makes others of its name says “named” rightly; one that says it of
itself is understood by nobody as it was meant.

Fix: none. Whether all of that name are meant, or this one, is for the writer to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each own name that stands behind “named”."""
    card = subject.card
    for one in subject.references:
        if one.form == "named" and one.text == card.name:
            message = f"“{one.text}” here means every object of that name, not only this one"
            yield Finding(one.start, one.end, message)
