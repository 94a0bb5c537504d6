"""Finds a short name in a text that two legends in the files share.

Why: in its own text, a legend's short name means the card itself (CR 201.5c), but players who talk
about it, and texts that name it, cannot tell which legend is meant. Different cards for one
character are printed all the time, so this check only runs if it is selected by name.

Fix: none.

ja: どれを指すか分からない短縮名
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"
OF_THIS_GAME = True
OPTIONAL = True


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for the first use of such a short name."""
    card = subject.card
    for reference in subject.own:
        if reference.form == "short":
            others = subject.index.legends(reference.text, card.lang) - {card.name}
            if others:
                message = f"“{reference.text}” is also short for “{min(others)}”"
                yield Finding(reference.start, reference.end, message)
            return
