"""Finds a paragraph that a translation has twice in a row, and its original once.

Why: a paragraph is an ability (CR 113.2c); one that was pasted twice is there twice.

Fix: none. Another ability may be meant by one of them.

ja: 二度書かれた段落
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nanori.linting.context import Pair
from nanori.linting.evidence import alignment
from nanori.linting.findings import Finding
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each paragraph right behind itself, but not so in the original."""
    text, original = pair.translation.card.text, pair.original.card.text
    there = [original[start:end].strip() for start, end in alignment.lines(original)]
    if any(first == second for first, second in pairwise(there)):
        return
    for (begin, stop), (start, end) in pairwise(alignment.lines(text)):
        if text[start:end].strip() and text[begin:stop].strip() == text[start:end].strip():
            yield Finding(start, end, "this paragraph stands here twice, in the original once")
