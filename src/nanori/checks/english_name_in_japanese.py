"""Finds the card's English name in a text of another language in which the card has a name.

Why: prints name a card in the language of the text. In Japanese texts an English name is what was
left when the rest was translated; readers and programs may not know that it is this card.

Fix: safe. The card's name in the language of the text is put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from nanori import languages
from nanori.diagnostics import Severity
from nanori.linting.findings import Finding, replaced
from nanori.linting.subjects import Subject

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each English name that means this card."""
    card = subject.card
    english = card.name_en
    if not english or english not in card.text or english == card.name:
        return
    script = _script(card.lang)
    if script is None or not script.search(card.name):
        return
    for one in subject.references:
        if one.text == english and one.form in ("full", "named"):
            message = f"“{english}” is this card's English name, “{card.name}” was wanted"
            yield replaced(one.start, one.end, card.name, message, safe=True)


@cache
def _script(code: str) -> re.Pattern[str] | None:
    """Return the pattern of what only this language is written in, if there is such."""
    written = languages.load(code).lexicon.script
    return re.compile(written) if written else None
