"""Finds a token name or kind of counter that is spelled differently elsewhere in the file.

Why: a token is what its name says (CR 111.4). “Reed Kite” and “Reed Kyte” are two different tokens,
so effects that look for one miss the other, and two token cards get printed. A counter of another
kind is another counter (CR 122.1). For counters, only missing, extra and swapped letters and
capitals are reported: “flood” is not a misspelling of “blood”.

Fix: unsafe. The name becomes the more frequent one in the file.

ja: 一貫しないトークン名
"""

from collections import Counter
from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import typos
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"


# So many texts of the set say the other kind of counter at least.
OFTEN = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name that is a letter from a commoner one."""
    yield from _tokens(subject)
    yield from _counters(subject)


def _tokens(subject: Subject) -> Iterator[Finding]:
    card = subject.card
    for reference in subject.references:
        if reference.form != "token" or len(reference.text) < typos.SHORT:
            continue
        known = subject.index.tokens(card.lang, subject.path)
        for other, count in known.items():
            if other == reference.text or (count, reference.text) <= (known[reference.text], other):
                continue
            if typos.is_near(reference.text, other) and typos.is_slip(reference.text, other):
                message = f"the token “{reference.text}” is called “{other}” elsewhere in this file"
                yield replaced(reference.start, reference.end, other, message, safe=False)
                break


def _counters(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each kind that is a letter from a commoner one, or its first letter."""
    card, templating = subject.card, lint_words(subject.language).templating
    patterns = (templating.counters, templating.capital_counters)
    kinds = [
        match
        for pattern in patterns
        if pattern.may_be_in(card.text)
        for match in pattern.finditer(card.text)
    ]
    known = subject.index.counters(card, subject.path) if kinds else Counter[str]()
    for match in kinds:
        kind, other = match["kind"], match["kind"].swapcase()[0] + match["kind"][1:]
        if known[other] <= max(1, known[kind]) or other in subject.index.names(card.lang):
            slips = [each for each, count in known.items() if count >= OFTEN]
            near = (each for each in slips if known[kind] <= 1 and _is_slip(kind, each))
            other = next(near, "")
        if other:
            message = f"the counter “{kind}” is called “{other}” elsewhere in this set"
            yield replaced(*match.span("kind"), other, message, safe=False)


def _is_slip(kind: str, other: str) -> bool:
    """Tell whether a letter lacks, is too much, or has changed its place."""
    if min(len(kind), len(other)) < typos.SHORT or not typos.is_near(kind, other):
        return False
    return len(kind) != len(other) or sorted(kind) == sorted(other)
