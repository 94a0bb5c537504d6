"""Finds something a translation calls differently than most translations in the files do.

Why: a named card, a token, a keyword, an ability word or a planeswalker type is one thing with one
name in every card and file. Two names look like two things, and a search for one misses the other.
The check compares what occurs only once in a line in both languages, so that one corresponds to the
other.

Fix: unsafe. The words become the most frequent ones in the files.

ja: 一貫しない参照
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment
from nanori.linting.evidence.translations import official_names, shown, terms_of
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"

# Names that are shown.
SHOWN = 3


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each word or name that other translations have otherwise."""
    translation = pair.translation
    index, lang = translation.index, translation.card.lang
    said = list(alignment.renderings_of(pair))
    here = {alignment.folded(rendering.meant) for rendering in said}
    for rendering in said:
        called: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        for words, count in index.called(rendering.said, lang).most_common():
            called[alignment.folded(words)] += count
            spelled.setdefault(alignment.folded(words), words)
        common, times = called.most_common(1)[0] if called else ("", 0)
        if times <= called[alignment.folded(rendering.meant)] or common in here:
            continue
        official = official_names(rendering.written, translation)
        if rendering.meant in (*official[:1], *_terms(rendering.said, pair)):
            continue  # the others are wrong
        counted = [(spelled[each], count) for each, count in called.most_common(SHOWN)]
        counts = shown(counted, official)
        message = f"“{rendering.written}” is “{rendering.meant}” here, {counts}"
        finding = replaced(rendering.start, rendering.end, spelled[common], message, safe=False)
        yield replace(finding, field=rendering.field)


def _terms(said: str, pair: Pair) -> tuple[str, ...]:
    """Return what the rules, or the project, call a thing; nothing if they do not know it."""
    known = terms_of(pair).in_line(said)
    return next((meant for word, meant in known if word == said), ())
