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

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips, word_orders
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "terminology"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (433, 433)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of such words."""
    templating = subject.language.lexicon.checks.templating
    for finding in usage_slips.find(subject, templating.wording):
        if not _is_of_house(finding, subject, templating.dashes):
            yield finding
    yield from word_orders.find(subject)


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
