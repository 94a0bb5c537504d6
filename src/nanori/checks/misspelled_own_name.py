"""Finds words that are one slip of the hand from the card's own name.

Why: a misspelled name is no name: rules engines and readers look for a card that does not exist.
Looked for is the full name, a legend's short name, and the English name in other languages.

Fix: safe. The words become the name they were meant for.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.diagnostics import Severity
from nanori.languages import ShortNames
from nanori.linting import slips
from nanori.linting.findings import Finding, replaced
from nanori.linting.subjects import Subject
from nanori.names import own_names, shortened
from nanori.occurrences import guards

SEVERITY: Severity = "error"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each misspelled own name."""
    card, language = subject.card, subject.language
    names = set(filter(None, own_names(card, language)))
    if subject.legend:
        names |= {short for name in names for short in _shorts(name, language.lexicon.short)}
    names |= {one.text for one in subject.references if one.form == "short"}
    taken = bytearray(len(card.text))
    for one in subject.references:
        if one.form not in ("full", "short"):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
    for slip in slips.find(card.text, names, taken, guards(language.code), language.plain_words):
        words = card.text[slip.start : slip.end]
        article = language.lexicon.short.article
        if words.removeprefix(article.lower()) == slip.meant.removeprefix(article):
            continue  # “the X” of “The X” is no slip
        if not subject.index.knows(words, card.lang):
            message = f"“{words}” is one letter from this card's name “{slip.meant}”"
            yield replaced(slip.start, slip.end, slip.meant, message, safe=True)


def _shorts(name: str, short: ShortNames) -> list[str]:
    """Return what a legend's name may be shortened to: at its dividers, else to its first word."""
    first, _, rest = name.partition(" ")
    long = short.word and rest and len(first) >= slips.SHORT and first not in short.small
    return shortened(name, short) or ([first] if long else [])
