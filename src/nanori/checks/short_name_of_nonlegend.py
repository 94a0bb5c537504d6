"""Finds a card that is no legend and calls itself by a part of its name.

Why: only a legend's name may be shortened (CR 201.5c); for any other card the short words name
another card, or none. Prints up to 2001 did it all the same.

Fix: safe. The short name becomes the full one.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.diagnostics import Severity
from nanori.linting.findings import Finding, replaced
from nanori.linting.subjects import Subject

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each short name; a card without a type line may be a legend."""
    card = subject.card
    if not card.type or subject.legend:
        return
    for one in subject.references:
        if one.form == "short":
            message = f"“{one.text}” is short for “{card.name}”, which is no legend"
            yield replaced(one.start, one.end, card.name, message, safe=True)
