"""Finds “named X” where no card in the files or in the database of names is called X.

Why: a card looked for by a name that nothing has is never found; nearly always it is a slip, or a
card that was renamed. Nothing is said where no database of names is set and X might be a card of
another file; a name that the text itself gives to a token is known.

Fix: safe where one known name is a slip away, as it then becomes that name; else none.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.diagnostics import Severity
from nanori.linting.findings import Finding, replaced
from nanori.linting.subjects import Subject

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each announced name of a card that is not known."""
    card, index = subject.card, subject.index
    for one in subject.references:
        if one.form not in ("named", "other"):
            continue
        name = one.refers_to or one.text
        if index.knows(name, card.lang) or _is_own(name, subject):
            continue
        near = index.nearest(name, card.lang)
        if near:
            message = f"no card is called “{name}”, but one is called “{near}”"
            yield replaced(one.start, one.end, near, message, safe=True)
        elif index.complete:
            yield Finding(one.start, one.end, f"no card is called “{name}”")


def _is_own(name: str, subject: Subject) -> bool:
    """Tell whether a name is one of the card's, or of a token that its text makes."""
    card = subject.card
    names = {card.name, card.name_en, *card.faces, *card.alternate}
    made = {one.text for one in subject.references if one.form == "token"}
    return name in names or name in made
