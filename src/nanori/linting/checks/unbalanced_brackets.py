"""Finds a bracket or quotation mark without its other half in the same ability.

Why: what a quotation or reminder text holds is told by its ends; with one of them missing the
rest of the line is read as something else. A quotation that goes on over several lines is whole.

Fix: none. Where the other half belongs is for the writer to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each bracket that nothing closes or opens, but for `1)` and `b)`."""
    pairs = _pairs(subject.language)
    waiting: list[tuple[str, int]] = []
    for match in pairs.marks.finditer(subject.card.text):
        mark = match[0]
        even = mark in pairs.even and all(mark != opened for opened, _ in waiting)
        if len(mark) > 1:
            continue
        if even or mark in pairs.closing:
            waiting.append((mark, match.start()))
        else:
            yield from _closed(mark, match.start(), waiting, pairs)
    for mark, place in waiting:
        yield _alone(mark, place, "closes")


def _closed(
    mark: str, place: int, waiting: list[tuple[str, int]], pairs: _Pairs
) -> Iterator[Finding]:
    """Yield a finding for each bracket that this one leaves open, or for itself."""
    fits = [mark in pairs.ends(opened) for opened, _ in waiting]
    if not any(fits):
        yield _alone(mark, place, "opens")
        return
    while not fits.pop():
        yield _alone(*waiting.pop(), "closes")
    waiting.pop()


def _alone(mark: str, place: int, verb: str) -> Finding:
    return Finding(place, place + len(mark), f"nothing {verb} “{mark}”")


class _Pairs:
    """The brackets and quotation marks of a language; apostrophes are none."""

    def __init__(self, language: Language) -> None:
        lexicon = language.lexicon
        every = (*lexicon.pairs, *lexicon.name_marks)
        pairs = [pair for pair in every if not set(pair) & set("'’")]
        self.even = {pair[0] for pair in pairs if pair[0] == pair[1]}
        """Marks that open and close."""
        self.closing: dict[str, set[str]] = {}
        for pair in pairs:
            if pair[0] != pair[1]:
                self.closing.setdefault(pair[0], set()).add(pair[1])
        halves = {half for pair in pairs for half in pair}
        marks = re.escape("".join(sorted(halves)))
        self.marks = re.compile(rf"^[^\S\n]{{0,4}}(?:\w|\d\d)[)）]|[{marks}]", re.MULTILINE)

    def ends(self, opened: str) -> set[str]:
        """Return what may close a bracket."""
        return {opened} if opened in self.even else self.closing[opened]


_pairs = cache(_Pairs)
