"""Finds wording that no rules text has: typing slips, polite style, machine translation.

Why: a particle written twice, or one that the verb does not take (カードが破壊する), “:” without a
cost before it, “creature?s”, ます and です, or 墓場 for 墓地 are wrong on any card, whatever it was
translated from. The words, and which particles each verb takes behind which words, are part of each
language's data.

Fix: unsafe, if only one thing can be meant.

ja: 壊れた言い回し
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, behind
from nanori.linting.evidence import garbled_words, rows
from nanori.linting.prose import Prose


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for each half of a paragraph of a rules document."""
    for halves in prose.pairs:
        pair = halves.pair
        for side, begin in (
            (pair.original, halves.original),
            (pair.translation, halves.translation),
        ):
            for finding in garbled_words.find(side, prose=True):
                yield behind(finding, begin)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each of those words that are no part of a reference."""
    card, index = subject.card, subject.index
    for finding in garbled_words.find(subject, prose=index.is_of_other_game(subject.path)):
        if card.text.startswith("<br", finding.start) and index.breaks_lines_by_tags(
            card, subject.path
        ):
            continue  # all its texts are divided into lines so
        if not rows.is_named(subject, finding.start, finding.end):
            yield finding
