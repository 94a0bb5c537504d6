"""Finds a term that the rules used to have and prints no longer use.

Why: 「場に出る」 became 「戦場に出る」, and “converted mana cost” became “mana value”. Whoever
copies old prints writes the old term, and today's readers look it up in vain. Prints are held to
the terms of their date.

Fix: safe for “mana value”; otherwise unsafe, as the grammar around it may have to change as well.
Today's term is put there.

ja: 古い用語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import rows
from nanori.linting.prose import Prose


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the translations in a document; a page may tell of former times."""
    yield from prose.of_pairs(lambda pair: check(pair.translation))


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each term that was out of use when the card was printed."""
    yield from rows.find(subject, "outdated")
