"""Finds the name of the card's other face where only this face can be meant.

Why: an object has one face's name at a time (CR 712); a text that calls its object by the name of
the face that is not up means nothing that is there. To transform or meld into a face, to say what
a face is named, or to count cards of that name is right.

Fix: unsafe. The other face's name becomes this face's.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.annotation.surroundings import surroundings
from nanori.linting.context import Subject
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference

SEVERITY: Severity = "warning"

NEAR = 24
"""How many code points before a name are looked at."""

ONE_AT_A_TIME = frozenset({"transform", "modal_dfc", "flip", "double_faced_token"})
"""Layouts of which one face's text is read while the other has no name."""


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding where another face's name is the subject of a sentence, or is acted on."""
    card = subject.card
    if len(card.faces) < 2 or card.layout not in ONE_AT_A_TIME:
        return
    others = {face for face in card.faces if face != card.name}
    for one in subject.references:
        inside = one.scope == "rules" and one.form == "face" and one.text in others
        if inside and _is_object(one, subject):
            message = f"“{one.text}” is the other face's name, this face is “{card.name}”"
            yield replaced(one.start, one.end, card.name, message, safe=False)


def _is_object(one: Reference, subject: Subject) -> bool:
    """Tell whether a name stands for what acts or is acted on, and not for what it turns into."""
    text, language = subject.card.text, subject.language
    selves = language.lexicon.checks.selves
    if selves.acted_before.search(text[max(0, one.start - NEAR) : one.start]):
        return True
    turned = selves.turned_after.match(text, one.end)
    return not turned and surroundings(language).is_predicated(text, one.end)
