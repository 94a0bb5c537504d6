"""Finds names and quotations in brackets that prints in the language do not use.

Why: prints put names and granted abilities in one kind of bracket, in Japanese 「」, with 『』 for
a name inside a quotation, and programs rely on it. Lookalikes (≪≫ for 《》, straight quotation
marks) hide a name, and an announced name without brackets is a guess.

Fix: safe. The brackets are added; the words stay. Unsafe for an unknown name, which may be longer,
next to words of another language, and if other names in the line have different brackets, which are
then used.

ja: 誤った括弧
"""

from collections.abc import Iterator

from nanori.annotation.own_names import TWINPACTS
from nanori.annotation.plain_words import Span
from nanori.documents.lexicon import document_words
from nanori.linting.context import Finding, Subject
from nanori.linting.evidence import brackets, typos
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (12, 12)}


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for the paragraphs of a document, and quotations that lost their marks."""
    yield from prose.of_texts(_wrong)
    yield from prose.of_pairs(brackets.differing)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each pair of wrong brackets, and for each announced name without any."""
    yield from _wrong(subject)
    yield from _announced(subject)


def _wrong(subject: Subject) -> Iterator[Finding]:
    language, text = subject.language, subject.card.text
    usual, lines = document_words(language).brackets, brackets.Lines(subject)
    for match in brackets.pattern(language).finditer(text) if usual else ():
        opening = next(marks for marks in usual if match[0].startswith(brackets.halves(marks)[0]))
        ends = brackets.halves(opening)
        inside = match[0][len(ends[0]) : -len(ends[1])]
        is_name = brackets.is_name(inside, subject)
        if len(set(ends)) > 1 or is_name:
            pair = usual[opening]
            own = lines.of_names(*match.span()) if is_name else ""
            safe = own in ("", pair) and not typos.is_foreign(text, *match.span(), language)
            yield _bracketed(match.span(), len(ends[0]), own or pair, match[0], safe)
    outer, inner = lint_words(language).nested
    for start, end in brackets.nested(text, outer):
        yield _bracketed((start, end), 1, inner, text[start:end], True)


def _announced(subject: Subject) -> Iterator[Finding]:
    language, text = subject.language, subject.card.text
    known, lines = lint_words(language), brackets.Lines(subject)
    announced = language.lexicon.name_marks and subject.card.game != TWINPACTS
    # Where a bracket lacks its other half, a name may have lost one of its two: 「葦鷺という名前.
    whole = all(len({*map(text.count, brackets.halves(marks))}) < 2 for marks in known.nested)
    for reference in subject.references if announced and whole else ():
        if (
            reference.form in ("named", "token")
            and not reference.source
            and brackets.is_bare(text, reference.start, reference.end, language)
        ):
            pair, own = known.nested[0], lines.of_names(reference.start, reference.end)
            safe = own in ("", pair) and brackets.is_name(reference.text, subject)
            yield _bracketed((reference.start, reference.end), 0, own or pair, reference.text, safe)


def _bracketed(span: Span, width: int, pair: str, words: str, safe: bool) -> Finding:
    """Return a finding whose fix puts the right brackets in the place of those around words."""
    start, end = span
    edits = (Edit(start, start + width, pair[0]), Edit(end - width, end, pair[1]))
    return Finding(start, end, f"“{words}” was wanted in “{pair}”", Fix(safe, edits))
