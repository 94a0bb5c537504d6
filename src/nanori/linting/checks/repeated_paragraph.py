"""Finds a paragraph that a translation has twice and its original once.

Why: a paragraph is an ability (CR 113.2c); pasted twice, the card has it twice.

Fix: none. One of them may stand for another ability.

ja: 二度書かれた段落
"""

from collections.abc import Iterator

from nanori.grammar import type_lines
from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import alignment
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each paragraph that is there before, where none is in the original."""
    text, original = pair.translation.card.text, pair.original.card.text
    there = [original[start:end].strip() for start, end in alignment.lines(original)]
    if len(set(there)) < len(there):
        return
    here = {(start, end): text[start:end].strip() for start, end in alignment.lines(text)}
    first = {words: line for line, words in reversed(here.items())}
    again = [line for line, words in here.items() if words and first[words] != line]
    if again and any(map(type_lines.in_any_language, first)):
        return  # the other face follows in the same text
    for start, end in again:
        yield Finding(start, end, "this paragraph stands here twice, in the original once")
