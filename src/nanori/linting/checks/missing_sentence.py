"""Finds a sentence that a translation leaves out, or in a bilingual document half of one.

Why: half a rule is a different rule, and readers of one language cannot notice. On cards a sentence
is missing, in reminder text too, if hardly a word of it is said in its line. In documents sentences
are compared by length; if one says much less than translations in this document usually do, or less
and lacks rules terms it should have, part of it is missing.

Fix: none.

ja: 抜けた文
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair, shortened
from nanori.linting.evidence import alignment, departures, translations
from nanori.linting.evidence.alignment import SentenceAnswer
from nanori.linting.evidence.translations import is_written
from nanori.linting.prose import PairOfHalves, Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"

# What share of the usual length is too little, and what where words of the rules are missing.
HALF, PART = 0.5, 0.85
# A sentence of fewer letters may be said in many ways; of so many, half is told by its length.
SHORTEST, LONG = 12, 30


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each sentence that is left out, where it would stand."""
    for lost in departures.lost_sentences(pair):
        shown = shortened(pair.original.card.text[slice(*lost.span)].strip())
        yield Finding(max(lost.place - 1, 0), lost.place, f"“{shown}” is left out here")


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each sentence that has no answer, or half of one."""
    for halves, answering in alignment.answers(prose):
        if not is_written(halves.pair.translation.card.text, halves.pair.translation.language):
            continue
        place = halves.translation
        for answer in answering:
            place = halves.translation + answer.here[-1].end if answer.here else place
            yield from _findings(answer, halves, place)


def _findings(answer: SentenceAnswer, halves: PairOfHalves, place: int) -> Iterator[Finding]:
    pair = halves.pair
    letters = alignment.length(pair.original, answer.there)
    if letters < SHORTEST:
        return
    said = pair.original.card.text[answer.there[0].start : answer.there[-1].end].strip()
    shown = shortened(said)
    if not answer.here:
        yield Finding(max(place - 1, halves.translation), place, f"“{shown}” is left out here")
        return
    start, end = answer.here[0].start, answer.here[-1].end
    given = pair.translation.card.text[start:end]
    table = translations.of_prose(pair)
    lacking = translations.lacking(said, given, table)
    other = translations.lacking(said, pair.translation.card.text, table)  # told by different-term
    is_part = answer.share < PART and (len(lacking) > 1 or lacking != other)
    if is_part or (answer.share < HALF and letters > LONG):
        also = f", “{lacking[0][0]}” among it" if lacking else ""
        message = f"a part of “{shown}” may be left out here{also}"
        yield Finding(halves.translation + start, halves.translation + end, message)
