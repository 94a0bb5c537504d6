"""Finds a sign that stands for the card's name and was never filled in: `~`, CARDNAME.

Why: templates and engines write a sign where the name goes; on a card a reader sees the sign. A
file whose format or style is made of such signs is left alone.

Fix: safe. The sign becomes the name that it stands for.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.diagnostics import Severity
from nanori.linting.findings import Finding, replaced
from nanori.linting.subjects import Subject

SEVERITY: Severity = "error"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each placeholder."""
    for one in subject.references:
        if one.form == "placeholder" and not subject.signs:
            name = one.shows or subject.card.name
            message = f"“{one.text}” stands where the card's name “{name}” was wanted"
            yield replaced(one.start, one.end, name, message, safe=True)
