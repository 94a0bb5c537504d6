"""Finds names and quotations in brackets that the prints of the language do not use.

Why: prints put names and given abilities in one sort of bracket, 「」 in Japanese, with 『』 for a
name inside a quotation, and programs look for these. Signs that only look like them (≪≫ for 《》,
straight quotation marks) hide a name, and a name announced without any is a guess.

Fix: safe. The brackets are put in; the words stay.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.diagnostics import Fix, Severity
from nanori.languages import Language
from nanori.linting import brackets
from nanori.linting.findings import Finding
from nanori.linting.subjects import Subject
from nanori.model import Edit
from nanori.names import TWINPACTS

SEVERITY: Severity = "warning"


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each pair of wrong brackets, and for each announced name without any."""
    language, text = subject.language, subject.card.text
    known = language.lexicon.checks
    for match in brackets.pattern(language.code).finditer(text) if known.brackets else ():
        opening = next(
            one for one in known.brackets if match[0].startswith(brackets.halves(one)[0])
        )
        ends = brackets.halves(opening)
        inside = match[0][len(ends[0]) : -len(ends[1])]
        if len(set(ends)) > 1 or _is_quoted(inside, subject):
            yield _bracketed(match.span(), len(ends[0]), known.brackets[opening], match[0])
    for start, end in brackets.nested(text, known.nested[0]):
        yield _bracketed((start, end), 1, known.nested[1], text[start:end])
    announced = language.lexicon.name_marks and subject.card.game != TWINPACTS
    for one in subject.references if announced else ():
        if one.form == "named" and not one.source and _is_bare(text, one.start, one.end, language):
            yield _bracketed((one.start, one.end), 0, known.nested[0], one.text)


def _bracketed(span: tuple[int, int], width: int, pair: str, words: str) -> Finding:
    """Return a finding whose fix puts the right brackets in the place of those around words."""
    start, end = span
    edits = (Edit(start, start + width, pair[0]), Edit(end - width, end, pair[1]))
    return Finding(start, end, f"“{words}” was wanted in “{pair}”", Fix(True, edits))


def _is_quoted(words: str, subject: Subject) -> bool:
    """Tell whether words in straight marks are a name, not a word that is spoken of."""
    card = subject.card
    return words in (card.name, card.name_en) or subject.index.knows(words, card.lang)


def _is_bare(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether nothing but words stands on both sides."""
    marks = {mark for pair in language.lexicon.name_marks for mark in pair}
    known = marks | {sign for pair in language.lexicon.checks.brackets for sign in pair}
    sides = text[max(0, start - 1) : start] + text[end : end + 1]
    return not known & {*sides, text[start], text[end - 1]} and "/" not in sides
