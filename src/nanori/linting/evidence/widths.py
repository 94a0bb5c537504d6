"""A document to the signs that it writes in another width than everywhere else in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.prose import Prose

# Words of a language that has the one width, before a sign.
FOREIGN = re.compile("[A-Za-z]{2}$")
# One of so many at most is an oversight; of more the document has two manners.
RARE = 5

# Of so few signs of a sort the rarer are an oversight, too; of as many of both any may be.
FEW = 8


class Sign(NamedTuple):
    """A stretch of signs, where it stands in the document."""

    start: int
    end: int
    wide: bool


def odd(prose: Prose) -> Iterator[Sign]:
    """Yield what is in the rarer width of its sort, in order; nothing of a sort with two."""
    signs: set[Sign] = set()
    for language in dict.fromkeys(paragraph.language for paragraph in prose.paragraphs):
        spans = [
            (paragraph.body, paragraph.end)
            for paragraph in prose.paragraphs
            if paragraph.language is language
        ]
        signs.update(_of_language(prose.readable, spans, language))
    taken = -1
    for sign in sorted(signs):
        if sign.start >= taken:
            taken = sign.end
            yield sign


def _of_language(text: str, spans: list[tuple[int, int]], language: Language) -> Iterator[Sign]:
    known = language.lexicon.checks
    if not known.widths:
        return
    plain = text
    for own_width in known.own_width:
        plain = own_width.sub(lambda stretch: "\0" * len(stretch[0]), plain)
    for sort in known.widths:
        narrow, wide = (
            [
                Sign(*match.span(), wide)
                for start, end in spans
                for match in pattern.finditer(where, start, end)
                if not _is_in_word(text, *match.span())
                and (wide or not FOREIGN.match(text[max(0, match.start() - 2) : match.start()]))
            ]
            for pattern, where, wide in ((sort.narrow, plain, False), (sort.wide, text, True))
        )
        rarer, other = sorted((narrow, wide), key=len)
        few = len(rarer) + len(other) <= FEW
        if len(rarer) * RARE <= len(other) or few:
            yield from rarer
        if few and len(rarer) == len(other):
            yield from other


def _is_in_word(text: str, start: int, end: int) -> bool:
    """Tell whether signs belong to a word of letters that have a width, as in “Ｄ２”."""
    return any(
        letter.isalpha() and 0xFF01 <= ord(letter) <= 0xFF5E
        for letter in (*text[max(0, start - 1) : start], *text[end : end + 1])
    )
