"""A place in a quoted ability to the noun of what gets it, where the words before it tell."""

from __future__ import annotations

import re
from functools import cache

from nanori.grammar import languages

NEAR = 240
"""How many code points before a place are looked at."""


def noun(text: str, place: int, code: str) -> str:
    """Return the last noun of permanents before the quotation around a place, in its sentence.

    “Enchanted creature has "…"” gives “creature”. Empty where no quotation or noun is near.
    """
    near = text[max(0, place - NEAR) : place].rpartition("\n")[2]
    opening = max((near.rfind(mark) for mark in _opening(code)), default=-1)
    found = _nouns(code).findall(near[: max(0, opening)])
    return found[-1] if found else ""


@cache
def _opening(code: str) -> tuple[str, ...]:
    """Return the marks that open a quotation: all pairs but brackets and apostrophes."""
    lexicon = languages.load(code).lexicon
    return tuple(pair[0] for pair in lexicon.pairs if not set(pair) & set("'’()（）"))


@cache
def _nouns(code: str) -> re.Pattern[str]:
    lexicon = languages.load(code).lexicon
    nouns = sorted(lexicon.checks.selves.nouns, key=len, reverse=True)
    edge = r"\b" if lexicon.short.word else ""
    return re.compile(f"{edge}({'|'.join(map(re.escape, nouns))})")
