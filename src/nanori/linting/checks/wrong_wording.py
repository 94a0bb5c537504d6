"""Finds wording that rules text does not use: “gains +1/+1”, “into the battlefield”, “less cards”.

Why: players read a set in the language of the rules and stumble where it differs, and some
differences change the meaning. “Deal 2 damage” has no source, and there is no “creature” in a
graveyard: only a permanent on the battlefield is one (CR 109.2).

A set that uses the short dash wherever prints use the long one may keep it, together with the
spaces around it.

Fix: unsafe. The words become the right ones, if these are clear.

ja: ルール文章らしくない言い回し
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Subject, ToldPlaces, replaced
from nanori.linting.evidence import rows, word_orders
from nanori.linting.house_styles import DASHES, labelled
from nanori.linting.lexicon import lint_words

# So many cards of a set at least have it otherwise, …
MOST = 3
# … so many times as many as have it so.
RATIO = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of such words, none where `wrong-grammar` has one."""
    templating = lint_words(subject.language).templating
    every = [
        *(
            finding
            for finding in rows.find(subject, "wording")
            if not _is_of_house(finding, subject, templating.dashes)
        ),
        *word_orders.find(subject),
        *_labels(subject),
    ]
    told = ToldPlaces()
    for finding in every:
        if not told.overlap(finding.start - 1, finding.end + 1):
            told.add(finding.start, finding.end)
            yield finding


def _labels(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each name of an ability that most cards of the set write otherwise."""
    text, labels = subject.card.text, lint_words(subject.language).templating.labelled
    for match in labels.finditer(text) if labels.may_be_in(text) else ():
        here = labelled(match)
        if match["dash"][0] == " " and not text[match.end() : match.end() + 1].strip():
            continue  # modes follow, before which prints have it so
        name = here.rstrip("— ")
        others = {as_one + sign for as_one in (name, name.capitalize()) for sign in DASHES}
        counted = (
            (*subject.index.wordings(subject.card, other, here, subject.path), other)
            for other in sorted(others - {here})
        )
        usual, times, other = max(counted)
        if usual >= MOST and usual >= RATIO * times:
            message = f"“{here}” is written “{other}” on {usual} cards of this set"
            last = not text[match.end() : match.end() + 1].strip()
            behind = " " if other.endswith(" —") and not last else ""
            meant = match[0][0] + other[1:] + behind
            yield replaced(*match.span(), meant, message, safe=False)


def _is_of_house(finding: Finding, subject: Subject, dashes: str) -> bool:
    """Tell whether all that is otherwise is the dash, and the set has that one in most texts."""
    said = subject.card.text[finding.start : finding.end]
    if not dashes or dashes[-1] not in said:
        return False
    usual, other = dashes
    words = "".join(edit.text for edit in finding.fix.edits) if finding.fix else ""
    if words and "".join(words.split()) != "".join(said.replace(other, usual).split()):
        return False  # more is otherwise than the dash and the spaces at its sides
    if not words and (" " in said or not said.endswith(other)):
        return False
    kept, written = subject.index.wordings(subject.card, usual, other, subject.path)
    return written > kept
