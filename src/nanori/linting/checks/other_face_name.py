"""Finds the name of the card's other face where only this face can be meant.

Why: an object has the name of one face at a time (CR 712), so a text that uses the name of the face
that isn't up means nothing that exists. Transforming or melding into a face, saying what a face is
named, and counting cards with that name are fine.

Fix: unsafe. The other face's name becomes this face's.

ja: もう一方の面の名前
"""

from collections.abc import Iterator

from nanori.annotation.own_names import shortened
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import roles
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference

SEVERITY: Severity = "warning"

# Terminals of verbs of what is done to an object that is there; what returns may be any.
ACTED = ("ACT", "TURN", "AFFECT")

# Layouts of which one face's text is read while the other has no name.
ONE_AT_A_TIME = frozenset({"transform", "modal_dfc", "flip", "double_faced_token"})


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding where another face's name is the subject of a sentence, or is acted on."""
    card = subject.card
    if len(card.faces) < 2 or card.layout not in ONE_AT_A_TIME:
        return
    own = {card.name, *shortened(card.name, subject.language.lexicon.short)}
    others = set(card.faces) - own  # a face may be called as the other is for short
    for reference in subject.references:
        inside = (
            reference.scope == "rules" and reference.form == "face" and reference.text in others
        )
        if inside and _is_object(reference, subject):
            message = f"“{reference.text}” is the other face's name, this face is “{card.name}”"
            yield replaced(reference.start, reference.end, card.name, message, safe=False)


def _is_object(reference: Reference, subject: Subject) -> bool:
    """Tell whether a name stands for what acts or is acted on, and not for what it turns into."""
    place = roles.place_of(subject, reference.start)
    if place is None or roles.is_said(place) or place.cursor.within("face", "named"):
        return False
    if roles.is_object(place):
        return any(verb.type in ACTED for verb in roles.verbs(place))
    return roles.is_subject(place) and bool(roles.verbs(place))
