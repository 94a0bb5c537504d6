"""Finds former wording in a set that otherwise has today's: “enters the battlefield”.

Why: a set has the wording of its time, and a card with another one was forgotten, or copied. A set
is held to what most of its cards say, or, with `wording = "2024"`, to today's wording.

Fix: safe where most cards of the set have the new words, otherwise unsafe. The words become those.

ja: セットに合わない古い言い回し
"""

from collections.abc import Iterator, Sequence

from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.house_styles import whole
from nanori.linting.lexicon import lint_words
from nanori.linting.templating import SetWording

# So many cards of a set at least have the new words, …
MOST = 6
# … so many times as many as have the old ones.
RATIO = 4
# The setting that wants the new words whatever the set has.
NEWEST = "2024"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of the old words."""
    text = subject.card.text
    rows = lint_words(subject.language).templating.sets
    for row in rows:
        if row.old not in text:
            continue
        age = int(NEWEST) if subject.settings.wording == NEWEST else _age(subject, rows)
        if row.since > age:
            continue
        new, old = subject.index.wordings(subject.card, row.new, row.old, subject.path)
        message = f"{new} cards of this set say “{row.new}”, {old} “{row.old}”"
        if new <= old:
            message = f"“{row.old}” is a wording of before {row.since}, the set's is of {age}"
        for match in whole(row.old).finditer(text):
            if not row.behind or not text.replace("’", "'").endswith(row.behind, 0, match.start()):
                yield replaced(*match.span(), row.new, message, safe=new > old)


def _age(subject: Subject, rows: Sequence[SetWording]) -> int:
    """Return the year of the newest words that most of a set has: it has those before it, too."""
    newest = 0
    for row in rows:
        new, old = subject.index.wordings(subject.card, row.new, row.old, subject.path)
        if new >= MOST and new >= old * RATIO:
            newest = max(newest, row.since)
    return newest
