"""Finds “this” and “named” with the card's own name: “this creature named X”.

Why: “a creature named X” is every object with that name (CR 201.5), while “this creature” is this
one only. A text that counts, finds or makes other objects with its name is right to say “named”;
one that says both about one object means only one of them, and readers cannot tell which.

Fix: none. The designer has to say whether all objects with that name are meant, or this one.

ja: 「という名前の」に続く自身の名前
"""

from collections.abc import Iterator

from nanori.grammar import phrases
from nanori.grammar.places import NOWHERE
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import roles
from nanori.model.diagnostics import Severity
from nanori.model.values import Node, Reference

SEVERITY: Severity = "info"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each own name that stands behind “named” and beside “this”."""
    card = subject.card
    for reference in subject.references:
        if (
            reference.form == "named"
            and reference.text == card.name
            and _is_this(reference, subject)
        ):
            message = (
                f"“{reference.text}” here means every object of that name, “this” only this one"
            )
            yield Finding(reference.start, reference.end, message)


def _is_this(reference: Reference, subject: Subject) -> bool:
    """Tell whether what is named so is “this”: in the same phrase, or in the one before."""
    place = roles.place_of(subject, reference.start)
    naming = place.cursor.within("named") if place else NOWHERE
    near = (naming.up.part, naming.beside(-1).part)
    said = (part for part in near if type(part) is Node and part.kind == "np")
    return any(phrases.is_source(part) for part in said)
