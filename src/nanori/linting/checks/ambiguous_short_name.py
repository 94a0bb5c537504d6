"""Finds a short name that a text uses and that two legends of the files have.

Why: a legend's short name means the card it is on (CR 201.5c), and in its own text it does; but
players who talk of it, and texts that name it, cannot tell which legend is meant. Different cards
for one character are printed all the time, so this is run only if it is asked for by its name.

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
