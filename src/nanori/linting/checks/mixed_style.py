"""Finds the few cards of a set that call themselves otherwise than all others do.

Why: a set is read as one text; where 196 cards say “this creature” and six their name, the six look
as if they meant something else, or were forgotten. Looked at are permanents that are no legends,
outside reminder text, in sets of which nearly all cards do alike.

Fix: unsafe. The name becomes “this creature”, or that the name.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.checks import mixed_self_reference
from nanori.linting.context import Subject
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity
from nanori.rewriting.restyling import nouns

SEVERITY: Severity = "info"

MOST = 20
"""So many cards at least do alike, …"""
RATIO = 10
"""… so many times as many as do otherwise."""


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each reference of a card that is one of the few."""
    if subject.legend or subject.settings.style:
        return
    shown, named = subject.index.styles(subject.card, subject.path)
    few, many = min(shown, named), max(shown, named)
    if not few or many < MOST or many < few * RATIO:
        return
    names, demonstratives = mixed_self_reference.both(subject)
    if names and demonstratives:
        return  # `mixed-self-reference` says so
    full = nouns.full(subject.card, subject.language)
    rare = names if named < shown else [(one, full) for one in demonstratives]
    style = "their noun" if named < shown else "their name"
    for one, words in rare:
        message = f"{many} cards of this set call themselves by {style}, “{words}”, {few} otherwise"
        yield replaced(one.start, one.end, words, message, safe=False)
