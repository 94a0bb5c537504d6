"""Finds words that are one slip of the hand from the card's own name.

Why: a misspelled name is no name: rules engines and readers look for a card that does not exist.
Looked for is the full name, a legend's short name, and the English name in other languages.

Fix: safe. The words become the name they were meant for.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.anchors import MARKUP
from nanori.diagnostics import Severity
from nanori.linting import own_names, slips
from nanori.linting.findings import Finding, replaced
from nanori.linting.subjects import Subject
from nanori.occurrences import guards

SEVERITY: Severity = "error"

_APOSTROPHES = str.maketrans("’‘ʼ", "'''")


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each misspelled own name."""
    card, language = subject.card, subject.language
    names = own_names.of(subject)
    taken = bytearray(len(card.text))
    for one in subject.references:
        if one.form not in ("full", "short") or one.source == MARKUP:
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
    for slip in slips.find(card.text, names, taken, guards(language.code), language.plain_words):
        words = card.text[slip.start : slip.end]
        article = language.lexicon.short.article
        if words.removeprefix(article.lower()) == slip.meant.removeprefix(article):
            continue  # “the X” of “The X” is no slip
        if words.translate(_APOSTROPHES) == slip.meant.translate(_APOSTROPHES):
            continue  # as editors write it while it is typed
        if not subject.index.knows(words, card.lang):
            message = f"“{words}” is one letter from this card's name “{slip.meant}”"
            yield replaced(slip.start, slip.end, slip.meant, message, safe=True)
