"""Brackets that a text has in the place of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from nanori import languages


def nested(text: str, pair: str) -> Iterator[tuple[int, int]]:
    """Yield the spans in a pair of marks that stand in the same pair; only of whole paragraphs."""
    if not pair or text.count(pair[0]) < 2:
        return
    start = 0
    for line in text.split("\n"):
        opened: list[int] = []
        found: list[tuple[int, int]] = []
        for place, sign in enumerate(line, start):
            if sign == pair[0]:
                opened.append(place)
            elif sign == pair[1] and opened:
                begin = opened.pop()
                found += [(begin, place + 1)] if opened else []
        yield from () if opened else sorted(found)
        start += len(line) + 1


def halves(pair: str) -> tuple[str, str]:
    """Return the opening and the closing half of a pair of brackets."""
    return pair[: len(pair) // 2], pair[len(pair) // 2 :]


@cache
def pattern(code: str) -> re.Pattern[str]:
    """Return the pattern of words in wrong brackets."""
    pairs = [halves(one) for one in languages.load(code).lexicon.checks.brackets]
    inside = "[^\n" + re.escape("".join(sign for pair in pairs for sign in pair)) + "]"
    return re.compile(
        "|".join(f"{re.escape(one)}{inside}{{1,80}}{re.escape(two)}" for one, two in pairs)
    )
