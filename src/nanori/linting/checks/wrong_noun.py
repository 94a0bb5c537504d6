"""Finds “this creature” on a card that is no creature, and other nouns that do not fit.

Why: on a card that is nothing of the kind the words mean nothing, or are taken for another object:
“this creature” on an Aura for the creature it enchants. What becomes a creature, as a land does or
a Vehicle, says it rightly, and so does an ability it gives to others; reminder text is worded for
many cards and is not looked at.

Fix: unsafe. The noun becomes that of the type line, of an instant or sorcery “this spell”.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.evidence import demonstratives
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each noun of a permanent that the card is not and does not become."""
    card, language = subject.card, subject.language
    said = demonstratives.said(subject)
    nouns = {noun for _, noun in said}
    unfit = {noun for noun in nouns if not demonstratives.fits(noun, subject)}
    if not unfit:
        return
    wrong = [reference for reference, noun in said if noun in unfit]
    fitting = demonstratives.fitting(card, language)
    for reference, zone in zip(wrong, demonstratives.zones_of(subject, wrong), strict=True):
        if zone != "elsewhere":  # else `wrong-zone-noun` says so
            words = demonstratives.with_noun(fitting, reference.text, language)
            message = f"“{reference.text}” stands on what is “{card.type}”, “{words}” was wanted"
            yield replaced(reference.start, reference.end, words, message, safe=False)
