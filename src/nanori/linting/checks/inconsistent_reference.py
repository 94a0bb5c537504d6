"""Finds what a translation calls otherwise than most translations of the files call the same.

Why: a card that is named, a token, a keyword, an ability word is one thing under one name, in every
card and every file; two names look like two things, and what searches for the one misses the other.
Compared is what stands alone in its line in both languages, so that one answers one.

Fix: unsafe. The words become those that the files have most often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from nanori.linting.context import Pair
from nanori.linting.evidence import callings
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each word or name that other translations have otherwise."""
    index, lang = pair.translation.index, pair.translation.card.lang
    said = list(callings.of_pair(pair))
    here = {callings.folded(calling.meant) for calling in said}
    for calling in said:
        called: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for words, count in index.called(calling.said, lang).most_common():
            called[callings.folded(words)] += count
            spelled.setdefault(callings.folded(words), words)
        common, times = called.most_common(1)[0] if called else ("", 0)
        if times <= called[callings.folded(calling.meant)] or common in here:
            continue
        counts = ", ".join(f"“{spelled[each]}” {count}×" for each, count in called.most_common(3))
        message = f"“{calling.said}” is “{calling.meant}” here, in the files {counts}"
        yield replaced(calling.start, calling.end, spelled[common], message, safe=False)
