"""Finds a line of a translation that refers to its own object differently than the original does.

Why: “this creature” is このクリーチャー, “this land” is この土地, a name is the name, a legend's
name is the name or これ, and “this creature” in an ability granted to others is the same again.
Another noun, or a name, means another object or nothing. Lines are compared with lines and reminder
text with reminder text. A translation may refer to itself more often, and prints from before
November 2024 may use names where the original has today's wording.

Fix: safe where, outside reminder text, one wording replaces another equally often, is not a name,
and nothing nearby depends on its gender, case or final sound; otherwise unsafe. The expected words
are put there; there is no fix for words that are missing altogether.

ja: 原文と異なる自己の呼び方
"""

from collections.abc import Iterator

from nanori.linting.context import Finding, Pair, replaced
from nanori.linting.evidence import self_references
from nanori.linting.evidence.self_references import Difference
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
OF_THIS_GAME = True


def check_pair(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each reference, or else each line, that says it otherwise."""
    less_often = self_references.is_told_less(pair)
    for every in self_references.differences(pair):
        difference = self_references.tolerated(every, pair)
        if difference.extra:
            yield from _said_otherwise(difference, pair)
        elif difference.lacking and (difference.passage.remark or not less_often):
            message = f"the original says “{_words(difference)}” here, this does so less often"
            yield Finding(*difference.passage.span, message)


def _said_otherwise(difference: Difference, pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each reference of which the original's line has none like it."""
    translation, text = pair.translation, pair.translation.card.text
    marks = translation.language.lexicon.name_marks
    # A name in the place of “this creature” may be the older wording, which nobody wants back.
    named = any(not saying.noun for saying in difference.lacking)
    language = translation.language
    safe = self_references.is_one_to_one(difference) and not named
    # A reminder may be that of another keyword: it is not the words for the object that are wrong.
    safe = safe and not difference.passage.remark and self_references.is_invariable(language)
    meant = list(difference.lacking)
    for reference, _ in difference.extra:
        start, end = reference.start, reference.end
        new = self_references.worded(meant[0], reference, translation) if len(meant) == 1 else ""
        message = f"“{reference.text}” stands where the original says “{_words(difference)}”"
        if not meant:
            message = f"“{reference.text}” is of this card, of which the original says nothing here"
        elif new == reference.text:
            message = f"“{new}” is not of the object that it is of in the original"
        if not new or new == reference.text:
            yield Finding(start, end, message)
            continue
        if start and text[start - 1] + text[end : end + 1] in marks:
            start, end = start - 1, end + 1
        sure = safe and self_references.agrees(new, reference.text, language)
        yield replaced(start, end, new, message, safe=sure)


def _words(difference: Difference) -> str:
    """Return what the original says and the translation lacks, each once."""
    said = [
        reference.text for reference, saying in difference.expected if saying in difference.lacking
    ]
    return "”, “".join(dict.fromkeys(said))
