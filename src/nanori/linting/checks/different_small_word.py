"""Finds small words in a translation that say something different than the original.

Why: “may”, “up to”, “other”, “whenever”, “or less”, “untapped” and “can't” are short and easily
lost, and each makes a different card. Lines are compared without names, for words that replace one
another and words that only one side has. Reminder text is compared with that of the matching line
if both have as much of it.

Fix: unsafe. A word that replaces exactly one other becomes that of the original.

ja: 原文と異なる語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair
from nanori.linting.evidence import alignment, answers, distinctions, translations
from nanori.linting.evidence.translations import is_translated
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
ISSUE = "mistranslation"


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each small word that is wrong, missed or too many."""
    for compared in (pair, *alignment.remarks_alone(pair)):
        yield from distinctions.findings(compared, of_terms=False)
        yield from answers.untold(compared, of_terms=False)
    yield from _without_heading(pair)


def _without_heading(pair: Pair) -> Iterator[Finding]:
    """Yield the lines without the ability word that the original's line begins with."""
    dashes = pair.translation.language.lexicon.checks.punctuation.dashes
    original, text = pair.original.card.text, pair.translation.card.text
    for there, here in alignment.one_by_one(pair) if dashes else ():
        heading = translations.HEADING.match(original, *there)
        line = text[slice(*here)]
        if (
            heading
            and is_translated(line, pair.translation.language)
            and not set(dashes) & set(line)
        ):
            message = f"the original has “{heading[0].rstrip()}” here, this begins without it"
            yield Finding(here.start, here.start + 1, message)
