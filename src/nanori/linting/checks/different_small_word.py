"""Finds small words in a translation that say something different than the original.

Why: “may”, “up to”, “other”, “whenever”, “or less”, “untapped” and “can't” are short and easily
lost, and each makes a different card. Lines are compared without names, for words that replace one
another and words that only one side has. Reminder text is compared with that of the matching line
if both have as much of it.

Fix: unsafe. A word that replaces exactly one other becomes that of the original.

ja: 原文と異なる語
"""

import re
from collections.abc import Iterator

from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment, answers, brackets, distinctions, translations
from nanori.linting.evidence.translations import is_translated
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True

# The ability word of an original's line, and what stands in its place.
WORD = re.compile(r"[^—―–-]+")
HEADING = re.compile(
    r"(?P<word>[^\n\W{.:,、。：—―–][^\n{.:,、。：—―–~～]{0,39}?)(?: ?[—―–─~～]| - )"
)


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each small word that is wrong, missed or too many."""
    said = answers.without_lost(pair)
    for compared in (said, *brackets.remarks_alone(said)):
        yield from distinctions.findings(compared, of_terms=False)
        yield from answers.untold(compared, of_terms=False)
    yield from _headings(pair)


def _headings(pair: Pair) -> Iterator[Finding]:
    """Yield the lines that begin with another ability word than the original's, or without it."""
    checks = lint_words(pair.translation.language)
    dashes, known = checks.punctuation.dashes, checks.ability_words
    original, text = pair.original.card.text, pair.translation.card.text
    for there, here in alignment.one_by_one(pair) if dashes or known else ():
        heading = translations.HEADING.match(original, *there)
        line = text[slice(*here)]
        if not heading or not is_translated(line, pair.translation.language):
            continue
        if dashes and not set(dashes) & set(line):
            message = f"the original has “{heading[0].rstrip()}” here, this begins without it"
            meant = known.get(heading[0].rstrip(" —―–-"), ())
            words = next((each for each in meant if line.startswith(each)), "")
            if words:  # it has another sign behind it
                start = here.start + len(words)
                yield replaced(start, start + 1, f" {dashes[1]} ", message, safe=False)
            else:
                yield Finding(here.start, here.start + 1, message)
        written, said = HEADING.match(text, *here), WORD.match(heading[0])
        keywords = pair.original.language.lexicon.words.get("keyword_name", ())
        if not known or not written or not said or said[0].rstrip() in keywords:
            continue
        meant = known.get(said[0].rstrip(), ())
        others = {word.lower() for words in known.values() for word in words}
        given = written["word"].lower()
        if given in map(str.lower, meant) or not (meant or given in others):
            continue
        message = f"the original says “{said[0].rstrip()}” here, this says “{written['word']}”"
        span = written.span("word")
        yield replaced(*span, meant[0], message, safe=False) if meant else Finding(*span, message)
