"""Finds a type that does not fit the text: Equip without Equipment, an Aura that enchants nothing.

Why: only an Equipment is attached by equip, an Aura needs an enchant ability (CR 303.4a), and a
Vehicle is crewed; without the type, the ability does nothing.

Fix: none. The designer has to say which of the two was meant.

ja: 文章と合わないタイプ
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.annotation.own_names import is_token
from nanori.grammar.languages import Language
from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "inconsistency"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (1, 1)}

# Code points of the shortest text that may be a card's: “TBD” and “N/A” say that there is none yet.
FEWEST = 4


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a type without its keyword, or a line of a keyword without its type."""
    card = subject.card
    if not card.type or len(card.text.strip()) < FEWEST or is_token(card):
        return
    for row in subject.language.lexicon.checks.templating.types:
        typed = _word(row.type, subject.language).search(card.type)
        said = row.keyword.search(card.text)
        if typed and row.keyword and said is None:
            message = f"a card of the type “{row.type}” has no line with “{row.written}”"
            yield Finding(*typed.span(), message, field="type")
        elif not typed and (line := row.line.search(card.text)):
            start, end = line.span("keyword")
            message = f"“{line['keyword']}” is for cards of the type “{row.type}”, this is"
            yield Finding(start, end, f"{message} “{card.type}”")


@cache
def _word(type_word: str, language: Language) -> re.Pattern[str]:
    """Return what finds a type that is no part of a longer one: “オーラ”, not “キオーラ”."""
    letter = language.lexicon.checks.letter.pattern
    return re.compile(f"(?<!{letter}){re.escape(type_word)}(?!{letter})")
