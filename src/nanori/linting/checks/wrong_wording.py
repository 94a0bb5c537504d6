"""Finds words that rules texts have otherwise: “gains +1/+1”, “into the battlefield”, “less cards”.

Why: who reads a set reads it in the words of the rules, and stops where they differ; some of them
say something else. “Deal 2 damage” says no source, and “a creature from your graveyard” is none:
on the battlefield alone it is one (CR 109.2).

A set that has the short dash wherever others have the long one is left with it, with the spaces at
its sides.

Fix: unsafe. The words become those that are wanted, where these are clear.

ja: ルール文章らしくない言い回し
"""

from collections.abc import Iterator

from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "terminology"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (463, 463)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each place of such words."""
    templating = subject.language.lexicon.checks.templating
    for finding in usage_slips.find(subject, templating.wording):
        if not _is_of_house(finding, subject, templating.dashes):
            yield finding


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
