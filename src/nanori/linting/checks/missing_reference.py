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
    wanted, given = _own(original), _own(translation)
    card = translation.card
    if translation.language.lexicon.script and not is_written(card.text, card.lang):
        return  # nothing is translated
    again = translation.language.lexicon.checks.reflexive
    if len(given) + (card.text.count(again) if again else 0) < len(wanted):
        for (start, end), lacking in _lines(original, translation):
            names = "”, “".join(dict.fromkeys(one.text for one in lacking))
            told = f"the original says “{names}” of its object, this does so less often"
            yield Finding(start, end, told)
    elif wanted and not translation.legend:
        named = [one for one in wanted if one.form not in DEMONSTRATIVE]
        if len(named) == len(wanted) and all(one.form in DEMONSTRATIVE for one in given):
            for one in given:
                message = f"“{one.text}” stands where the original has the name “{named[0].text}”"
                yield Finding(one.start, one.end, message)


def _own(subject: Subject) -> list[Reference]:
    """Return the references to the object itself outside reminder text."""
    return [one for one in subject.own if one.scope != "reminder"]


def _lines(
    original: Subject, translation: Subject
) -> Iterator[tuple[tuple[int, int], list[Reference]]]:
    """Yield the lines of the translation that lack some, with those of the original's line.

    Where the two have not as many lines, or it cannot be told by lines, the text is one.
    """
    there, here = _spans(original.card.text), _spans(translation.card.text)
    wanted, given = _own(original), _own(translation)
    found: list[tuple[tuple[int, int], list[Reference]]] = []
    for line, other in zip(here, there, strict=False) if len(here) == len(there) else ():
        mine = [one for one in given if line[0] <= one.start < line[1]]
        its = [one for one in wanted if other[0] <= one.start < other[1]]
        if len(mine) < len(its):
            found.append((line, its))
    yield from found or [((0, len(translation.card.text)), wanted)]


def _spans(text: str) -> list[tuple[int, int]]:
    """Return start and end of each line."""
    spans: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        spans.append((start, start + len(line)))
        start += len(line) + 1
    return spans
