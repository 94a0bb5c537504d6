"""Finds reminder text for a keyword that the rest of the text does not have.

Why: reminder text is copied from card to card, and copied with the wrong keyword it explains what
the card cannot do (CR 207.2). Reported is a whole remark that explains exactly one keyword, if that
keyword is nowhere else in the text.

Fix: none. The keyword may be the wrong one.

ja: 別のキーワードの注釈文
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "mistranslation"
EXPECTED_ON_REAL: dict[str, tuple[int, int]] = {}

# A remark in brackets, which holds no others.
REMARK = re.compile(r"[(（]([^()（）\n]{8,})[)）]")


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each remark that is another keyword's."""
    text, language = subject.card.text, subject.language
    if not language.lexicon.checks.reminders:
        return
    for remark in REMARK.finditer(text):
        reminder = _any(language).fullmatch(remark[1])
        if reminder is None or reminder.lastgroup is None:
            continue
        keyword = list(language.lexicon.checks.reminders)[int(reminder.lastgroup[1:])]
        others = f"{text[: remark.start()]}\n{text[remark.end() :]}".lower()
        if keyword not in others:
            message = f"this is the reminder of “{keyword}”, which the text does not say"
            yield Finding(*remark.span(), message)


@cache
def _any(language: Language) -> re.Pattern[str]:
    """Return the pattern of any reminder, the group saying of which keyword."""
    known = language.lexicon.checks.reminders.values()
    return re.compile("|".join(f"(?P<k{i}>{each.pattern})" for i, each in enumerate(known)))
