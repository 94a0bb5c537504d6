"""Finds the few cards of a set that use their name where all others say “this creature”.

Why: a set is read as one text. If 196 cards say “this creature” and six use their name, the six
look as if they meant something else, or were forgotten. The check looks at nonlegendary permanents
outside reminder text. The reverse is not reported, because in prints that used names some keywords
said “this creature”.

Fix: unsafe. The name becomes “this creature”.

ja: 混ざった書き方
"""

from collections.abc import Iterator

from nanori.linting.checks import mixed_self_reference
from nanori.linting.context import Finding, Subject, replaced
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {"sets of designers": (18, 18)}

# So many cards at least do alike, …
MOST = 20
# More cards than these are no set, but a collection of several.
SET = 1000
# … so many times as many as do otherwise.
RATIO = 10


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name that a card of a few says of itself."""
    if subject.legend or subject.settings.style:
        return
    shown, named = subject.index.styles(subject.card, subject.path)
    if not named or not MOST <= shown <= SET or shown < named * RATIO:
        return
    names, demonstratives = mixed_self_reference.both(subject)
    if demonstratives:
        return  # `mixed-self-reference` says so
    for reference, words in names:
        message = f"{shown} cards of this set say “{words}” or the like, {named} their name"
        yield replaced(reference.start, reference.end, words, message, safe=False)
