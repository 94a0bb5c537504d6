"""Finds things that are counted with the counter word for another kind of thing.

Why: a card is counted in 枚, a creature in 体, a player in 人. Any other word is a slip, often
copied from another card's line. Which word counts what is part of each language's data.

Fix: unsafe. The word becomes the right one for what it counts.

ja: 合わない助数詞
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True
EXPECTED_ON_REAL = {"official Japanese": (12, 12)}


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such word behind a thing and a number."""
    known, pattern = _counters(subject.language)
    joint = subject.language.lexicon.subtype_joint
    for match in pattern.finditer(subject.card.text) if known else ():
        things, word = [each for each in match["things"].split(joint) if known[each]], match["word"]
        fitting = {each for thing in things for each in known[thing]}
        # “an artifact or creature” is counted as either of them is.
        before = subject.card.text[: max(0, match.start() - 1)]
        fitting |= {each for part in known if before.endswith(part) for each in known[part]}
        if things and word not in fitting and not subject.is_named(*match.span()):
            usual = known[things[-1]][0]
            message = f"“{things[-1]}” is counted in “{usual}”, not “{word}”"
            yield replaced(*match.span("word"), usual, message, safe=False)


@cache
def _counters(language: Language) -> tuple[dict[str, tuple[str, ...]], re.Pattern[str]]:
    """Return the words that count each thing, and the pattern of one counted."""
    counters = lint_words(language).counters
    known = {thing: counter.words for counter in counters for thing in counter.things}
    things = "|".join(map(re.escape, sorted(known, key=len, reverse=True))) or "(?!)"
    words = {word for counter in counters for word in counter.words}
    counted = "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"
    joint = re.escape(language.lexicon.subtype_joint)
    return known, re.compile(
        f"(?P<things>(?:(?:{things}){joint})*(?:{things}))(?:最大)?(?P<number>[0-9０-９]+|[XＸ])(?P<word>{counted})(?!目|以)"
    )
