"""Finds what a translation calls otherwise than most translations of the files call the same.

Why: a card that is named, a token, a keyword, an ability word, the type of a planeswalker is one
thing under one name, in every card and every file; two names look like two things, and what
searches for the one misses the other.
Compared is what stands alone in its line in both languages, so that one answers one.

Fix: unsafe. The words become those that the files have most often.

ja: 一貫しない参照
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from nanori.linting.context import Pair
from nanori.linting.evidence import callings
from nanori.linting.evidence.translations import official_names, shown
from nanori.linting.findings import Finding, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "inconsistency"

SHOWN = 3
"""Names that are shown."""


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each word or name that other translations have otherwise."""
    translation = pair.translation
    index, lang = translation.index, translation.card.lang
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
        counted = [(spelled[each], count) for each, count in called.most_common(SHOWN)]
        counts = shown(counted, official_names(calling.written, translation))
        message = f"“{calling.written}” is “{calling.meant}” here, {counts}"
        finding = replaced(calling.start, calling.end, spelled[common], message, safe=False)
        yield replace(finding, field=calling.field)
