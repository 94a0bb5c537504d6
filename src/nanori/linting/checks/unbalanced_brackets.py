"""Finds a bracket or quotation mark without its other half in the same ability.

Why: what a quotation or reminder text holds is told by its ends; with one of them missing the
rest of the line is read as something else. A quotation that goes on over several lines is whole.

Fix: none. Where the other half belongs is for the writer to say.

ja: 対にならない括弧
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator

from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import brackets
from nanori.linting.evidence.brackets import MarkPairs
from nanori.linting.findings import Finding
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "typographical"
EXPECTED_ON_REAL = {
    "official Japanese": (13, 13),
    "legends of 2026": (1, 1),
    "custom cards": (2, 2),
    "sets of designers": (4, 4),
}


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the paragraphs of a document, with the brackets of titles."""
    yield from prose.of_texts(lambda subject: _unbalanced(subject, brackets.of_documents))


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each bracket that nothing closes or opens, but for `1)` and `b)`."""
    yield from _unbalanced(subject, brackets.of_cards)


def _unbalanced(subject: Subject, known: Callable[[Language], MarkPairs]) -> Iterator[Finding]:
    pairs, text = known(subject.language), subject.card.text
    waiting, opened = array("q"), Counter[str]()
    for match in pairs.marks.finditer(text):
        if len(mark := match[0]) > 1:
            continue
        inside = bool(waiting) and mark in pairs.ends(text[waiting[-1]])  # „ may close in "
        if mark in pairs.closing or (mark in pairs.even and not opened[mark] and not inside):
            waiting.append(match.start())
            opened[mark] += 1
        else:
            yield from _closed(mark, match.start(), text, waiting, opened, pairs)
    for place in waiting:
        yield _alone(text[place], place, "closes")


def _closed(
    mark: str, place: int, text: str, waiting: array[int], opened: Counter[str], pairs: MarkPairs
) -> Iterator[Finding]:
    """Yield a finding for each bracket that this one leaves open, or for itself."""
    if not any(count and mark in pairs.ends(other) for other, count in opened.items()):
        yield _alone(mark, place, "opens")
        return
    while True:
        last = waiting.pop()
        opened[text[last]] -= 1
        if mark in pairs.ends(text[last]):
            return
        yield _alone(text[last], last, "closes")


def _alone(mark: str, place: int, verb: str) -> Finding:
    return Finding(place, place + len(mark), f"nothing {verb} “{mark}”")
