"""Finds a card that is no legend and calls itself by a part of its name.

Why: only a legend's name may be shortened (CR 201.5c); for any other card the short words name
another card, or none. Prints up to 2001 did it all the same. “Spikes Token” is called “Spikes”:
programs add what a token is to its name.

Fix: safe where nothing beside the short names of the text may belong to them, and the card is no
token, to whose name a program may have added something; unsafe for a word of the rules language
too. They become the full name.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.annotation import name_pieces
from nanori.annotation.own_names import is_token
from nanori.annotation.surroundings import surroundings
from nanori.linting.context import Subject
from nanori.linting.evidence import beside
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each short name; a card without a type line may be a legend."""
    card = subject.card
    if not card.type or subject.legend:
        return
    made = subject.language.lexicon.words.get("token", ())
    spans = [
        (reference.start, reference.end)
        for reference in subject.references
        if reference.form == "short"
    ]
    alone = [
        span
        for span in spans
        if name_pieces.whole(card.text, *span, card.name, subject.language) == span
    ]
    plain = surroundings(subject.language).plain
    safe = not is_token(card) and all(beside.is_apart(subject, *span) for span in spans)
    for start, end in alone:
        words = card.text[start:end]
        if card.name.removeprefix(words).strip().lower() in made:
            continue
        message = f"“{words}” is short for “{card.name}”, which is no legend"
        sure = safe and words.lower() not in plain
        yield replaced(start, end, card.name, message, safe=sure)
