"""Finds the card's English name in a text of another language in which the card has a name.

Why: prints name a card in the language of the text. In Japanese texts an English name is what was
left when the rest was translated; readers and programs may not know that it is this card. In a
sentence that is English itself it is right.

Fix: safe. The card's name in the language of the text is put in its place.

ja: 日本語文中の英語名
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import typos
from nanori.linting.evidence.translations import is_written
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (1, 1)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each English name that means this card."""
    card = subject.card
    english = card.name_en
    if not english or english not in card.text or english == card.name:
        return
    if not is_written(card.name, subject.language):
        return
    for reference in subject.references:
        foreign = typos.is_foreign(card.text, reference.start, reference.end, subject.language)
        if reference.text == english and reference.form in ("full", "named") and not foreign:
            message = f"“{english}” is this card's English name, “{card.name}” was wanted"
            yield replaced(reference.start, reference.end, card.name, message, safe=True)
