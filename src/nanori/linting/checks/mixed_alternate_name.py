"""Finds a text that refers to its card by both its name and its alternate name.

Why: on a print with an alternate name above its name, the alternate name in the text means the card
(CR 201.6). A text uses one of them throughout; otherwise readers look for two objects.

Fix: none. Which of the two is wanted depends on the print.

ja: 別名の混在
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity
from nanori.model.values import NAMES

SEVERITY: Severity = "warning"
ISSUE = "inconsistency"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name that is not of the sort used first."""
    if not subject.card.alternate:
        return
    named = [reference for reference in subject.own if reference.form in NAMES]
    if not named:
        return
    first = named[0]
    for reference in named[1:]:
        if (reference.form == "alternate") != (first.form == "alternate"):
            message = (
                f"“{reference.text}” and “{first.text}” are two names for this card in one text"
            )
            yield Finding(reference.start, reference.end, message)
