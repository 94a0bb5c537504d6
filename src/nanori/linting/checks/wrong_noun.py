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
    found = demonstratives.said(subject)
    nouns = {noun for _, noun in found}
    unfit = {noun for noun in nouns if not demonstratives.fits(noun, subject)}
    if not unfit:
        return
    wrong = [one for one, noun in found if noun in unfit]
    wanted = demonstratives.fitting(card, language)
    for one, zone in zip(wrong, demonstratives.zones_of(subject, wrong), strict=True):
        if zone != "elsewhere":  # else `wrong-zone-noun` says so
            words = demonstratives.with_noun(wanted, one.text, language)
            message = f"“{one.text}” stands on what is “{card.type}”, “{words}” was wanted"
            yield replaced(one.start, one.end, words, message, safe=False)
