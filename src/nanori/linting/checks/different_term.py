"""Finds a line of a translation that lacks the term for a word in the original.

Why: flying is 飛行 and nothing else, a graveyard is 墓地, an opponent is 対戦相手. Lines are
compared without names, for rules terms that have one translation and for those of the project's own
table, `terms = "terms.csv"`, whose column `avoid` lists words not to use. Reminder text is compared
with that of the matching line if both have as much of it.

Fix: unsafe. A word to avoid becomes the preferred one; there is no fix for missing terms.

ja: 原文と異なる用語
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import alignment, departures, translations
from nanori.linting.evidence.translations import is_translated
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the paragraphs of a document, where their sentences are all there."""
    for halves, answering in alignment.answers(prose):
        pair, begin = halves.pair, halves.translation
        given, known = translations.masked(pair.translation), translations.of_prose(pair)
        original = translations.masked(pair.original)
        if not is_translated(given, pair.translation.language):
            continue
        for answer in answering:
            if not answer.there or not answer.here:
                continue
            said = original[answer.there[0].start : answer.there[-1].end]
            span = begin + answer.here[0].start, begin + answer.here[-1].end
            for word, meant in translations.lacking(said, given, known):
                message = f"the original says “{word}” here, this does not say “{meant}”"
                yield Finding(*span, message)
        for start, end, meant in known.avoided(given):
            message = f"“{given[start:end]}” is a word to avoid, “{meant}” was wanted"
            yield Finding(begin + start, begin + end, message)


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each line that lacks terms, and for each word that is to be avoided."""
    yield from departures.findings(pair, "term")
    text = pair.translation.card.text
    for begin, stop, meant in translations.terms_of(pair).avoided(
        translations.masked(pair.translation)
    ):
        message = f"“{text[begin:stop]}” is a word to avoid, “{meant}” was wanted"
        yield replaced(begin, stop, meant, message, safe=False)
