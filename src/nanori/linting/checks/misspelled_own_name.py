"""Finds words that are one slip of the hand from the card's own name.

Why: a misspelled name is no name: rules engines and readers look for a card that does not exist.
Looked for is the full name, a legend's short name, and the English name in other languages. Words
of the rules language are no slip, whatever name they are near to.

Fix: safe where nothing else can stand there; unsafe for a name of few letters, for words that recur
in other texts, beside words that may be a part of a longer name, with a bracket or a quotation mark
in them, and where text and name differ in signs only, as either may have lost one. The words become
the name they were meant for.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.annotation.markup import MARKUP
from nanori.annotation.misprints import MARKS
from nanori.annotation.plain_words import words
from nanori.annotation.surroundings import surroundings
from nanori.linting.context import Subject
from nanori.linting.evidence import own_names, typos
from nanori.linting.evidence.typos import Slip
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Elsewhere, Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "error"

_APOSTROPHES = str.maketrans("’‘ʼ", "'''")


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each misspelled own name."""
    card, language = subject.card, subject.language
    names = own_names.of(subject)
    taken = bytearray(len(card.text))
    for reference in subject.references:
        if reference.form not in ("full", "short") or reference.source == MARKUP:
            taken[reference.start : reference.end] = b"\1" * (reference.end - reference.start)
    for slip in typos.find(card.text, names, taken, surroundings(language), language.plain_words):
        said = card.text[slip.start : slip.end]
        article = language.lexicon.short.article
        if said.removeprefix(article.lower()) == slip.meant.removeprefix(article):
            continue  # “the X” of “The X” is no slip
        if said.translate(_APOSTROPHES) == slip.meant.translate(_APOSTROPHES):
            continue  # as editors write it while it is typed
        if not subject.index.knows(said, card.lang):
            yield _finding(said, slip, subject)


def _finding(said: str, slip: Slip, subject: Subject) -> Finding:
    """Return what is said of a slip; where only signs differ, that the name may have lost one."""
    card, rules = subject.card, surroundings(subject.language)
    if _letters(said) == _letters(slip.meant) and _signs(said) != _signs(slip.meant):
        message = f"“{said}” and this card's name “{slip.meant}” differ in signs: one has a slip"
        place = card.name.find(slip.meant)
        named = Elsewhere("name", (Edit(place, place + len(slip.meant), said),))
        edits = (Edit(slip.start, slip.end, slip.meant),)
        fix = Fix(False, edits, named if place >= 0 else None)
        return Finding(slip.start, slip.end, message, fix)
    differing = words(slip.meant, card.text, slip.start, slip.end, rules)
    recurs = any(subject.index.recurs(word, card.lang) for word in differing)
    message = f"“{said}” is one letter from this card's name “{slip.meant}”"
    marked = any(sign in MARKS and sign not in slip.meant for sign in said)
    safe = slip.sure and not recurs and not marked
    return replaced(slip.start, slip.end, slip.meant, message, safe=safe)


def _letters(name: str) -> list[str]:
    return [letter for letter in name if letter.isalnum()]


def _signs(name: str) -> list[str]:
    return [sign for sign in name if not sign.isalnum() and not sign.isspace()]
