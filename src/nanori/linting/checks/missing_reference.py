"""Finds a translation that calls its own object less often than the original, or otherwise.

Why: where the original names the card and the translation does not, a sentence has lost its
subject, or names something else. More references are no fault: Japanese says これ for “other”.
Names answer names, and demonstratives demonstratives; but prints before 2024 say the name for
“this spell”, and those of legends これ for a short name. Reminder text is left out.

Fix: none. What belongs there is for the translator to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting.context import Pair, Subject
from nanori.linting.evidence.translations import is_written
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity
from nanori.model.values import Reference

SEVERITY: Severity = "warning"

DEMONSTRATIVE = ("this", "bare")


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each line that has fewer references to its object than the original's."""
    original, translation = pair.original, pair.translation
    expected, given = _own(original), _own(translation)
    card = translation.card
    if translation.language.lexicon.script and not is_written(card.text, translation.language):
        return  # nothing is translated
    again = translation.language.lexicon.checks.reflexive
    if len(given) + (card.text.count(again) if again else 0) < len(expected):
        for (start, end), lacking in _lines(original, translation):
            names = "”, “".join(dict.fromkeys(reference.text for reference in lacking))
            told = f"the original says “{names}” of its object, this does so less often"
            yield Finding(start, end, told)
    elif expected and not translation.legend:
        named = [own for own in expected if own.form not in DEMONSTRATIVE]
        if len(named) == len(expected) and all(own.form in DEMONSTRATIVE for own in given):
            for own in given:
                message = f"“{own.text}” stands where the original has the name “{named[0].text}”"
                yield Finding(own.start, own.end, message)


def _own(subject: Subject) -> list[Reference]:
    """Return the references to the object itself outside reminder text."""
    return [reference for reference in subject.own if reference.scope != "reminder"]


def _lines(
    original: Subject, translation: Subject
) -> Iterator[tuple[tuple[int, int], list[Reference]]]:
    """Yield the lines of the translation that lack some, with those of the original's line.

    Where the two have not as many lines, or it cannot be told by lines, the text is one.
    """
    there, here = _spans(original.card.text), _spans(translation.card.text)
    expected, given = _own(original), _own(translation)
    lacking: list[tuple[tuple[int, int], list[Reference]]] = []
    for line, other in zip(here, there, strict=False) if len(here) == len(there) else ():
        mine = [reference for reference in given if line[0] <= reference.start < line[1]]
        its = [reference for reference in expected if other[0] <= reference.start < other[1]]
        if len(mine) < len(its):
            lacking.append((line, its))
    yield from lacking or [((0, len(translation.card.text)), expected)]


def _spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of each line."""
    spans: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans
