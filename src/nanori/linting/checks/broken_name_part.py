"""Finds a search for part of a name that only occurs in names with a sign between its letters.

Why: in Duel Masters, a card searched for by part of its name must contain that part unbroken
(202.3), and a “・” breaks it. If no name contains the part as written, but some name does with such
a sign inside it, that name was meant and is not found.

Fix: unsafe. The part is written the way the names have it, if they all agree.

ja: 途中で切れた名前
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.annotation.own_names import TWINPACTS
from nanori.game.duel_masters import folded
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern
from nanori.linting.context import Finding, Subject, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each part that is in no name unbroken, but in some name broken."""
    card = subject.card
    known = subject.language.lexicon.checks
    searched = card.game == TWINPACTS and known.separators
    for match in _asked(subject.language).finditer(card.text) if searched else ():
        kind = match.lastgroup or ""
        part, (start, end) = match[kind], match.span(kind)
        names = [folded(name) for name in sorted(subject.index.names(card.lang))]
        if any(folded(part) in name for name in names):
            continue
        broken = _broken(folded(part), known.separators)
        candidates = [(name, hit[0]) for name in names if (hit := broken.search(name))]
        if not candidates:
            continue
        name, meant = candidates[0]
        message = f"“{part}” is unbroken in no name: “{name}” has “{meant}” (202.3)"
        if len({words for _, words in candidates}) == 1:
            yield replaced(start, end, meant, message, safe=False)
        else:
            yield Finding(start, end, message)


@cache
def _asked(language: Language) -> re.Pattern[str]:
    """Return the pattern of a part of a name that is asked for."""
    words = language.lexicon.checks.name_parts
    opening, closing = ("".join(marks) for marks in zip(*words.marks, strict=True))
    part = rf"[^{opening}{closing}\n]{{2,40}}"
    return re.compile(
        rf"{words.before.alternation} ?[{opening}](?P<part>{part})[{closing}]"
        rf"|[{opening}](?P<behind>{part})[{closing}] ?{words.behind.alternation}"
    )


def _broken(part: str, sign: Pattern) -> re.Pattern[str]:
    """Return the pattern of a part with any dividing signs between its letters."""
    letters = [letter for letter in part if not sign.match(letter)]
    return re.compile(f"{sign.pattern}?".join(map(re.escape, letters)))
