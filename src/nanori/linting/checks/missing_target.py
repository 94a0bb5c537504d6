"""Finds a line of a translation without a target where the original has one, or the reverse.

Why: what is chosen as a target can be responded to and is protected by hexproof and ward (CR 115).
A translation that merely chooses, or that targets what is chosen later, is a different card.

Fix: none. The translator has to say which words are the target.

ja: 抜けた対象
"""

from collections.abc import Iterator, Sequence

from nanori.linting.context import Finding, Pair, Subject
from nanori.linting.evidence import alignment, lost_words
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.evidence.amounts import without_remarks
from nanori.linting.evidence.translations import is_left, is_translated
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each line that has a target where the other's has none."""
    original, translation = pair.original, pair.translation
    language = translation.language
    if is_left(translation.card.text, language):
        return
    for there, here in alignment.aligned(pair):
        if not there or not here:
            continue
        start, end = here[0].start, here[-1].end
        expected, given = _said(original, there), _said(translation, here)
        if expected and not given and is_translated(translation.card.text[start:end], language):
            message = f"the original says “{expected}” here, this has no target"
            if len(there) == len(here) == 1:
                yield lost_words.finding(pair, expected.lower(), there[0], here[0], message)
            else:
                yield Finding(start, end, message)
        elif given and not expected:
            message = f"“{given}” stands where the original has no target"
            yield Finding(start, end, message)


def _said(subject: Subject, spans: Sequence[LineSpan]) -> str:
    """Return the words that say of a target, outside reminder text; empty where none do."""
    pattern = lint_words(subject.language).target
    for start, end in spans:
        line = without_remarks(subject.card.text[start:end])
        if match := pattern.search(line):
            return match[0]
    return ""
