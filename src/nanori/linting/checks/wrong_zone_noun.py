"""Finds “this creature” where the object is a card or a spell, and “this card” on the battlefield.

Why: a creature is one on the battlefield only. What is exiled from a hand or lies in a graveyard is
a card, what is being cast is a spell (CR 109.2), and what attacks is no card any more.

Fix: unsafe. The noun becomes that of the zone.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.evidence import demonstratives
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity
from nanori.rewriting.restyling import nouns

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each noun that does not fit the zone that its clause tells."""
    found = demonstratives.said(subject)
    if not found:
        return
    card, language = subject.card, subject.language
    given = language.lexicon.restyling
    in_play = language.lexicon.checks.selves.in_play_after
    permanents = language.lexicon.checks.selves.nouns
    zones = demonstratives.zones_of(subject, [one for one, _ in found])
    for (one, noun), zone in zip(found, zones, strict=True):
        if noun in permanents:
            wanted = {"elsewhere": given.card, "stack": given.spell}.get(zone, "")
        elif noun in (given.card, given.spell) and in_play.match(card.text, one.end):
            wanted = nouns.noun(card, language)
        else:
            wanted = ""
        if wanted:
            words = demonstratives.with_noun(wanted, one.text, language)
            message = f"“{one.text}” is not in play there, “{words}” was wanted"
            if noun not in permanents:
                message = f"“{one.text}” is in play there, “{words}” was wanted"
            yield replaced(one.start, one.end, words, message, safe=False)
