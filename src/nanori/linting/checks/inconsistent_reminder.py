"""Finds reminder text that differs by a word from the same keyword's elsewhere in the set.

Why: if the set defines its keywords, as Magic Set Editor sets do, the definition holds the reminder
text, and a card that differs was edited by hand or is out of date. Otherwise all cards with a
keyword explain the same ability, and the one that differs has a slip or was forgotten when the
others changed. Numbers, costs and the words for the card itself may differ, and so may a reminder
that is worded differently as a whole.

Fix: none. The message gives the words of the definition or of the other cards.

ja: 他のカードと違う注釈文
"""

from collections.abc import Iterator

from nanori.linting import conventions
from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.conventions import Reminder
from nanori.model.diagnostics import Severity
from nanori.model.values import Card

SEVERITY: Severity = "info"
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
    defined: set[int] = set()
    keywords = index.keywords(subject.path)
    for reminder, usual in conventions.of_own_keywords(card, subject.language, keywords):
        defined.add(reminder.words[0].start)
        for start, end, words, where in _slips(card, reminder, usual):
            message = (
                f"the reminder of “{reminder.keyword}” has {words} {where} where it is defined"
            )
            yield Finding(start, end, message)
    for reminder in conventions.find(card, subject.language):
        counts = index.reminders(card, reminder.keyword, subject.path)
        usual, often = max(counts.items(), key=lambda pair: pair[1], default=((), 0))
        if often < MOST or often < RATIO * counts[reminder.said]:
            continue
        if reminder.words[0].start not in defined:
            for start, end, words, where in _slips(card, reminder, usual):
                message = (
                    f"the reminder of “{reminder.keyword}” has {words} {where} on {often} cards"
                )
                yield Finding(start, end, f"{message} of this set")


def _slips(
    card: Card, reminder: Reminder, usual: tuple[str, ...]
) -> Iterator[tuple[int, int, str, str]]:
    """Yield each place where a reminder differs by few words, the usual ones, and for which."""
    if not 0 < conventions.distance(reminder.said, usual) <= SLIP:
        return
    for place in conventions.differences(reminder, usual):
        text = card.text[place.start : place.end]
        others = f"“{place.usual}”" if place.usual else "nothing"
        where = f"before “{text}”" if place.lacks else f"for “{text}”"
        yield place.start, place.end, others, where
