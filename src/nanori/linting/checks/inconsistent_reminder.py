"""Finds reminder text that says its keyword a word otherwise than the set's other cards do.

Why: all cards with a keyword remind of the same ability; where one has another word, a slip was
made there, or the others were changed and it was forgotten. Numbers, costs and the words for the
card itself may differ, and so may a reminder that is worded otherwise as a whole.

Fix: none. What is told are the words that the other cards have.

ja: 他のカードと違う注釈文
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.linting import conventions
from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Subject
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"
ISSUE = "inconsistency"
GROUP = TEMPLATING

# So many cards at least say it in the usual words, …
MOST = 3
# … so many times as many as say it in these.
RATIO = 3
# More words than these are no slip, but another wording.
SLIP = 2


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place where a reminder differs from the usual one."""
    card, index = subject.card, subject.index
    for reminder in conventions.find(card, subject.language):
        counts = index.reminders(card, reminder.keyword, subject.path)
        usual, often = max(counts.items(), key=lambda pair: pair[1], default=((), 0))
        said = reminder.said
        if said == usual or often < MOST or often < RATIO * counts[said]:
            continue
        if not 0 < conventions.distance(said, usual) <= SLIP:
            continue
        for place in conventions.differences(reminder, usual):
            text = card.text[place.start : place.end]
            others = f"“{place.usual}”" if place.usual else "nothing"
            where = f"before “{text}”" if place.lacks else f"for “{text}”"
            message = f"the reminder of “{reminder.keyword}” has {others} {where} on {often} cards"
            yield Finding(place.start, place.end, f"{message} of this set")
