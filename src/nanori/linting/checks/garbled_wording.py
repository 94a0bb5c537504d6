"""Finds wording that no rules text has: typing slips, polite style, machine translation.

Why: a particle written twice, or one that the verb does not take (カードが破壊する), “:” without a
cost before it, “creature?s”, ます and です, or 墓場 for 墓地 are wrong on any card, whatever it was
translated from. The words, and which particles each verb takes behind which words, are part of each
language's data.

Fix: unsafe, if only one thing can be meant.

ja: 壊れた言い回し
"""

from collections.abc import Iterable, Iterator, Sequence

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import garbled_words
from nanori.linting.evidence.garbled_words import GarbledWords
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (70, 70)}

# Words so many times as long as a reference may have one in them, and are a slip nevertheless.
MANY = 2


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for each half of a paragraph of a rules document."""
    for halves in prose.pairs:
        pair = halves.pair
        for side, begin in (
            (pair.original, halves.original),
            (pair.translation, halves.translation),
        ):
            (slips,) = garbled_words.find([side.card.text], side.language, [()], [True])
            for start, end, words, message in slips:
                yield _finding(begin + start, begin + end, words, message)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each of those words that are no part of a reference."""
    return next(check_all([subject]))


def check_all(subjects: Sequence[Subject]) -> Iterator[Iterator[Finding]]:
    """Yield the same for each of several texts; one thing is asked of all before the next."""
    paths = {subject.path: subject.index for subject in subjects}
    of_other_game = {path: index.is_of_other_game(path) for path, index in paths.items()}
    by_language: dict[Language, list[Subject]] = {}
    for subject in subjects:
        by_language.setdefault(subject.language, []).append(subject)
    slips = {
        language: garbled_words.find(
            [subject.card.text for subject in alike],
            language,
            [{reference.end for reference in subject.references} for subject in alike],
            [of_other_game[subject.path] for subject in alike],
        )
        for language, alike in by_language.items()
    }
    for subject in subjects:
        yield _outside_references(subject, next(slips[subject.language]))


def _outside_references(subject: Subject, slips: Iterable[GarbledWords]) -> Iterator[Finding]:
    """Yield a finding for each slip that is no part of a reference."""
    card, index = subject.card, subject.index
    for start, end, words, message in slips:
        if card.text.startswith("<br", start) and index.breaks_lines_by_tags(card, subject.path):
            continue  # all its texts are divided into lines so
        if not any(
            reference.form != "bare" and end - start < MANY * (reference.end - reference.start)
            for reference in subject.references_in(start, end)
        ):
            yield _finding(start, end, words, message)


def _finding(start: int, end: int, words: str | None, message: str) -> Finding:
    if words is None:
        return Finding(start, end, message)
    return replaced(start, end, words, message, safe=False)
