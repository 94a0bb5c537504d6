"""Finds punctuation of English in a language that has its own: “,” for 「、」, “.” for 「。」.

Why: keyboards give the signs of the one language while the other is written, and prints have none
of them. The comma between costs is an English one in Japanese prints, too, and is left.

Fix: safe. The sign becomes that of the language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.checks import Punctuation
from nanori.linting.context import Subject
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each sign that is not of the language, outside names."""
    text, known = subject.card.text, subject.language.lexicon.checks.punctuation
    if not any(sign in text for sign in known.signs):
        return
    for match in _signs(subject.language).finditer(text):
        sign = match["sign"]
        start, end = match.span("sign")
        if sign in known.listed and _is_of_costs(text, start, known):
            continue
        if not subject.is_named(start, end):
            meant = known.signs[sign]
            message = f"“{sign}” is a sign of another language, “{meant}” was wanted"
            yield replaced(start, end, meant, message, safe=True)


def _is_of_costs(text: str, place: int, known: Punctuation) -> bool:
    """Tell whether a sign divides costs: of an ability, or of a keyword."""
    begin, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    before, behind = text[begin:place], text[place : end if end >= 0 else len(text)]
    return any(sign in behind for sign in known.costs) or any(
        sign in before for sign in known.dashes
    )


@cache
def _signs(language: Language) -> re.Pattern[str]:
    """Return the pattern of a foreign sign behind words of the language."""
    known = language.lexicon
    signs = "|".join(map(re.escape, known.checks.punctuation.signs))
    closing = "".join(re.escape(pair[1]) for pair in known.pairs if not pair[1].isascii())
    return re.compile(f"(?:{known.script}|[ー０-９{closing}])(?P<sign>{signs})(?![0-9A-Za-z])")
