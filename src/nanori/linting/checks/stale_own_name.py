"""Finds a text that still uses a former name of its card.

Why: a renamed card may keep its old name in its text, or in the words that the set editor stores
where it marks the name. The check looks at such marks and, as subjects of sentences that only the
card itself can be the subject of, at names that nothing has; if the text also has the card's name,
also at what happens to it.

Fix: safe if the set editor marked the words, which then become what the mark stands for; otherwise
unsafe. The old name becomes the card's name.

ja: 以前の名前
"""

import re
from collections.abc import Iterator

from nanori.annotation.markup import MARKUP
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import own_names
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference
from nanori.rewriting.slots import STRAIGHT

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {
    "official Japanese": (4, 4),
    "custom cards": (17, 17),
    "sets of designers": (1, 1),
}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each mark with other words, or for each place of a name nothing has."""
    for reference in subject.references:
        if reference.source == MARKUP and _is_stale(reference, subject):
            message = (
                f"“{reference.text}” is marked as this card's name, which is “{reference.shows}”"
            )
            yield replaced(
                reference.start, reference.end, reference.shows or "", message, safe=True
            )
    for start, end, name in own_names.stale_names(subject):
        words = subject.card.text[start:end]
        message = f"“{words}” stands where this card's name “{name}” was wanted"
        yield replaced(start, end, name, message, safe=False)


def _is_stale(reference: Reference, subject: Subject) -> bool:
    """Tell whether words that a program marked are neither the name nor a part of it."""
    if reference.form == "placeholder" or not reference.shows or reference.text == reference.shows:
        return False
    letter, name = subject.language.lexicon.guards.letter, subject.card.name
    if reference.text.translate(STRAIGHT) == reference.shows.translate(STRAIGHT):
        return False  # set editors write their own quotation marks in a text
    part = f"(?<!{letter}){re.escape(reference.text)}(?!{letter})"
    is_part = reference.shows != name and re.search(part, name, re.IGNORECASE)
    return not is_part and reference.text.lower() != reference.shows.lower()
