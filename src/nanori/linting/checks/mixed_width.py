"""Finds half-width digits, signs and letters in a text that otherwise writes them in full width.

Symbols are the opposite: “{Ｔ}” where others are like “{T}”, the only form programs know.

Why: a text that writes “＋１/+1” or closes “（” with “)” was typed in two ways, and a search finds
only one of them. Two-digit numbers, symbols in braces, loyalty costs and a keyword's number after a
space have their own width in print; texts in half width are accepted if others in their set or file
are, and so are sentences in another language.

Fix: safe, except for a letter next to a name. The words get the width of the rest of the text.

ja: 混ざった全角と半角
"""

from collections.abc import Iterator

from nanori.linting import conventions
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import document_slips, typos
from nanori.linting.evidence.amounts import NARROW, REMARK
from nanori.linting.lexicon import lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (343, 343)}

ROUND = str.maketrans("（）", "()")


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each sign in another width than the document has it elsewhere."""
    for sign in document_slips.odd(prose):
        words = prose.document.text[sign.start : sign.end]
        message = f"“{words}” is in {'full' if sign.wide else 'half'} width, not so elsewhere here"
        yield Finding(sign.start, sign.end, message)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each stretch in half width whose sort is in full width elsewhere."""
    language, said = subject.language, subject.card.text
    yield from _symbols(subject)
    sorts = lint_words(language).widths
    if subject.index.widths.is_even(said, language.code) or not any(
        sort.narrow.search(said) for sort in sorts
    ):
        return
    text = conventions.plain(said, language)
    taken = set[int]()
    for number, sort in enumerate(sorts):
        if not sort.narrow.search(text):
            continue
        where, manner = text, "as elsewhere here"
        if not sort.wide.search(text):
            if subject.foreign or not subject.index.widths.is_usual(
                number, subject.card, subject.path
            ):
                continue
            where, manner = _without_remarks(text), "as in the other texts"
        for match in sort.narrow.finditer(where):
            foreign = typos.is_foreign(said, *match.span(), language)
            if match.start() not in taken and not foreign:
                taken.add(match.start())
                words = conventions.widened(match[0])
                message = f"“{match[0]}” is in half width, “{words}” was wanted, {manner}"
                safe = not (words.isalpha() and _touches_name(subject, *match.span()))
                yield replaced(*match.span(), words, message, safe=safe)


def _symbols(subject: Subject) -> Iterator[Finding]:
    card, widths = subject.card, subject.index.widths
    symbols = conventions.wide_symbols(
        card.text, lambda: widths.has_narrow_symbols(card, subject.path)
    )
    for match in symbols:
        words = match["letters"].translate(NARROW)
        message = f"“{match[0]}” is in full width, “{{{words}}}” was wanted, as others are"
        yield replaced(*match.span("letters"), words, message, safe=True)


def _without_remarks(text: str) -> str:
    """Return a text with blanks for reminder text, which is copied with a width of its own."""
    return REMARK.sub(lambda match: "\0" * len(match[0]), text.translate(ROUND))


def _touches_name(subject: Subject, start: int, end: int) -> bool:
    """Tell whether a name ends or begins there, so that a letter would become a part of it."""
    return any(start == reference.end or end == reference.start for reference in subject.own)
