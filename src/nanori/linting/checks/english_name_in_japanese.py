"""Finds the card's English name in a text in another language in which the card has a name.

Why: prints name a card in the language of the text. An English name is left over from translating
the rest, and readers and programs may not know that it means this card. In a sentence that is
itself English it is right. If originals are in another language, this check looks for the name in
that language.

Fix: safe if the language has its own script; otherwise unsafe, because an article may be needed.
The card's name in the language of the text replaces it.

ja: 日本語文中の英語名
"""

import re
from collections.abc import Iterator

from nanori.grammar import language_detection, languages
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import typos
from nanori.linting.evidence.translations import is_written
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (1, 1)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each English name that means this card."""
    card = subject.card
    english, language = card.name_en, subject.language
    if not english or english not in card.text or english.lower() == card.name.lower():
        return
    scripted = bool(language.lexicon.script)
    if scripted and not is_written(card.name, language):
        return
    original = languages.load(languages.original_language())
    for reference in subject.references:
        place = reference.start, reference.end
        foreign = typos.is_foreign(card.text, *place, language) or (
            not scripted
            and language_detection.of_text(_sentence(card.text, *place), card.text) == original.code
        )
        if reference.text == english and reference.form in ("full", "named") and not foreign:
            known = original.lexicon.name
            message = f"“{english}” is this card's {known} name, “{card.name}” was wanted"
            yield replaced(*place, card.name, message, safe=scripted)


def _sentence(text: str, start: int, end: int) -> str:
    """Return the sentence around a place, without what stands there."""
    before = re.split(r"[.(\n]", text[:start])[-1]
    return before + re.split(r"[.)\n]", text[end:], maxsplit=1)[0]
