"""Finds a term that the rules used to have and prints no longer use.

Why: 「場に出る」 became 「戦場に出る」, and “converted mana cost” became “mana value”. Whoever
copies old prints writes the old term, and today's readers look it up in vain. Prints are held to
the terms of their date.

Fix: unsafe. Today's term is put there; the grammar around it may have to change as well.

ja: 古い用語
"""

import re
from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.lexicon import FormerTerm, lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {
    "official English": (12, 12),
    "official Japanese": (2, 2),
    "legends of 2026": (1, 1),
    "custom cards": (87, 87),
    "sets of designers": (24, 24),
}


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the translations in a document; a page may tell of former times."""
    yield from prose.of_pairs(lambda pair: check(pair.translation))


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each term that was out of use when the card was printed."""
    released = subject.card.released
    for term in lint_words(subject.language).outdated:
        if released and released < term.since:
            continue
        for start, end in _places(term, subject.card.text):
            if subject.is_named(start, end):
                continue
            message = f"“{term.written}” is a term of former times"
            if term.meant:
                message = f"{message}, “{term.meant}” was wanted"
                yield replaced(start, end, term.meant, message, safe=False)
            else:
                yield Finding(start, end, message)


def _places(term: FormerTerm, text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of a term as words of their own."""
    written = term.written
    for match in re.finditer(re.escape(written), text) if written in text else ():
        before = text[match.start() - 1 : match.start()]
        letters = (before + written[0], written[-1] + text[match.end() : match.end() + 1])
        within = any(len(two) == 2 and two.isascii() and two.isalpha() for two in letters)
        if not within and not (term.behind and before == term.behind):
            yield match.span()
