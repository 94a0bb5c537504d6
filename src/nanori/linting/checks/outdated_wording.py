"""Finds words of former times in a set that has those of today: “enters the battlefield”.

Why: a set has the wording of its time; a card with that of another was forgotten, or copied. A set
is held to what most of its cards say, or to today's wording with `wording = "2024"`.

Fix: unsafe. The words become those of the set.

ja: セットに合わない古い言い回し
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Subject
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"
ISSUE = "terminology"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (22, 22)}

MOST = 8
"""So many cards of a set at least have the new words, …"""
RATIO = 4
"""… so many times as many as have the old ones."""
SET = 1000
"""More cards than these are no set, but a collection of several."""
NEWEST = "2024"
"""The setting that wants the new words whatever the set has."""


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of the old words."""
    text = subject.card.text
    for row in subject.language.lexicon.checks.templating.sets:
        if row.old not in text:
            continue
        new, old = subject.index.wordings(subject.card, row.new, row.old, subject.path)
        mostly_new = MOST <= new <= SET and new >= old * RATIO
        if not mostly_new and subject.settings.wording != NEWEST:
            continue
        for match in re.finditer(rf"\b{re.escape(row.old)}\b", text):
            message = f"{new} cards of this set say “{row.new}”, {old} “{row.old}”"
            yield replaced(*match.span(), row.new, message, safe=False)
