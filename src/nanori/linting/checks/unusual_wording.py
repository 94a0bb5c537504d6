"""Finds places that no official card has so and that one small word makes usual: “as sorcery”.

Why: a word that lacks, is too many or another, or stands in the wrong place, is what one's own eye
passes by. Told is what official cards never say although they have all of its words, where the
same with one word added, left out or changed is what nearly all of them say. What several cards of
a set say is the set's own.

Fix: unsafe. The words become those of official cards.

ja: 公式カードにない言い回し
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nanori.linting import indexes
from nanori.linting.checks import TEMPLATING, misspelled_word
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import usage_slips, usual_phrases
from nanori.linting.evidence.usual_phrases import CountedWord, SmallEdit, UsualSequences
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
ISSUE = "grammar"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (60, 59)}

# So many cards of a set that have the same words mean them.
OWN = 4
# What no word stands right behind, and what begins a line.
OPENING = ("", "\n", '"', "“", "(")


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such place that no row of the other checks tells."""
    known = usual_phrases.table(subject.language)
    if known is None:
        return
    text = usage_slips.masked(subject)
    said = usual_phrases.pieces(text, subject.language)
    slips = usual_phrases.find(said, known)
    if not slips:
        return
    templating = subject.language.lexicon.checks.templating
    rows = (templating.wording, templating.grammar, templating.capitals)
    told = [each for row in rows for each in usage_slips.find(subject, row)]
    told += misspelled_word.check(subject)
    for slip in sorted(slips):
        edit = _mended(text, said, slip, known)
        first, last = said[slip.start - 1], said[slip.end]
        start, end = edit.start, edit.end
        if not edit.text.strip() or not text[start:end].strip():
            start, end = first.start, last.end
        if any(each.start <= end and start <= each.end for each in told):
            continue
        if any(mark.start < end and start < mark.end for mark in subject.markup):
            continue  # `marked-misspelling` says so
        if _is_own(subject, first.start, last.end):
            continue
        written = subject.card.text
        was = written[first.start : last.end].strip()
        meant = written[first.start : edit.start] + edit.text + written[edit.end : last.end]
        message = f"“{was}” is said otherwise on official cards: “{meant.strip()}”"
        yield Finding(start, end, message, Fix(False, (edit,)))


def _is_own(subject: Subject, start: int, end: int) -> bool:
    """Tell whether several cards of the set have the words of a place together."""
    text = subject.card.text.lower()
    words = list(subject.language.lexicon.guards.word.finditer(text))
    there = [place for place, word in enumerate(words) if word.start() < end and start < word.end()]
    if not there:
        return False
    first, last = there[0], there[-1]
    around = [word[0] for word in words[max(0, last - 2) : first + 3]]
    return any(
        subject.index.said(subject.card, three, subject.path) >= OWN
        for three in indexes.threes(around)
    )


def _mended(text: str, said: Sequence[CountedWord], slip: SmallEdit, known: UsualSequences) -> Edit:
    """Return the edit of a text that a slip asks for, with the article before it."""
    before, behind = said[slip.start - 1], said[slip.end]
    old = [text[piece.start : piece.end] for piece in said[slip.start : slip.end]]
    start, end = before.end, behind.start
    opening, begins = (
        text[before.start : before.end] in OPENING,
        before.said in usual_phrases.BEGINNING,
    )
    if old:
        lead = text[start : said[slip.start].start]
        trail = text[said[slip.end - 1].end : end]
    else:
        gap = text[start:end]
        lead, trail = (gap, " ") if opening else ("" if slip.new == (",",) else " ", gap)
    words = [*slip.new]
    if len(old) > 1:
        words = old[::-1]
    follows = behind.said
    if known.articles and words[-1:] == [known.articles[0]]:
        words[-1] = _article(follows, known)
    if words:
        follows = slip.new[0]
        if begins or (old and old[0][0].isupper() and len(old) == 1):
            words = [words[0][0].upper() + words[0][1:], *words[1:]]
            words[1:] = [word.lower() for word in words[1:]]
        new = lead + " ".join(words) + trail
    else:
        new = lead if opening else (lead or trail) if trail else ""
    if begins and len(words) != len(old) and usual_phrases.is_plain(behind.said) and words != [","]:
        letter = text[end : end + 1]
        new, end = new + (letter.lower() if words else letter.upper()), end + 1
    if known.articles and before.said == known.articles[0] and follows[0].isalpha():
        article = _article(follows, known)
        if article != text[before.start : before.end].lower():
            if text[before.start].isupper():
                article = article.capitalize()
            start, new = before.start, article + new
    gone = text[start:end]
    if gone[:1] == new[:1] == " ":
        start, new = start + 1, new[1:]
    if text[start:end][-1:] == new[-1:] == " ":
        end, new = end - 1, new[:-1]
    return Edit(start, end, new)


def _article(follows: str, known: UsualSequences) -> str:
    """Return the article that stands before a word."""
    return known.articles[-1 if follows in known.second else 0]
