"""Finds digits, signs and letters in half width in a text that writes the same in full width.

Why: a text that writes “＋１/+1” or closes “（” with “)” was typed in two manners, and searching it
finds only one of them. Numbers of two digits, symbols in braces, the costs of loyalty abilities and
a keyword's number behind a blank have a width of their own in print; a text that is in half width
throughout is left alone, and so is a sentence of another language.

Fix: safe, but for a letter beside a name. The words get the width that the rest of the text has.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.evidence import beside, widths
from nanori.linting.findings import Finding, replaced
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"

WIDER = 0xFEE0
"""How far a sign of ASCII is from the same sign in full width."""


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each sign in another width than the document has it elsewhere."""
    for sign in widths.odd(prose):
        words = prose.document.text[sign.start : sign.end]
        message = f"“{words}” is in {'full' if sign.wide else 'half'} width, not so elsewhere here"
        yield Finding(sign.start, sign.end, message)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each stretch in half width whose sort is in full width elsewhere."""
    known = subject.language.lexicon.checks
    said = subject.card.text
    sorts = [sort for sort in known.widths if sort.narrow.search(said) and sort.wide.search(said)]
    if not sorts:
        return
    text = said
    for own_width in known.own_width:
        text = own_width.sub(lambda stretch: "\x00" * len(stretch[0]), text)
    taken = set[int]()
    for sort in sorts:
        stretches = list(sort.narrow.finditer(text))
        if not stretches or not sort.wide.search(text):
            continue
        for match in stretches:
            foreign = beside.is_foreign(said, *match.span(), subject.language)
            if match.start() not in taken and not foreign:
                taken.add(match.start())
                words = _widened(match[0])
                message = f"“{match[0]}” is in half width, “{words}” was wanted, as elsewhere here"
                safe = not (words.isalpha() and _touches_name(subject, *match.span()))
                yield replaced(*match.span(), words, message, safe=safe)


def _touches_name(subject: Subject, start: int, end: int) -> bool:
    """Tell whether a name ends or begins there, so that a letter would become a part of it."""
    return any(start == reference.end or end == reference.start for reference in subject.own)


def _widened(words: str) -> str:
    """Return words in full width."""
    if words.isascii():
        return "".join(chr(ord(sign) + WIDER) for sign in words)
    return unicodedata.normalize("NFKC", words)
