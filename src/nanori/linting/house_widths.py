"""The texts of a file to the width in which most of them write each sort of signs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from nanori.grammar.languages import Language
from nanori.model.values import Card

# So many texts have the one width for each that has the other.
SURE = 10

# How far a sign of ASCII is from the same sign in full width.
WIDER = 0xFEE0
# The place of symbols, beside those of the sorts in their list.
SYMBOLS = -1
NARROW_SYMBOL = re.compile(r"\{[A-Z0-9][A-Z0-9/]{0,6}\}")
# One with a letter in full width, as no program knows it.
WIDE_SYMBOL = re.compile(r"\{(?P<letters>[Ａ-Ｚ][Ａ-Ｚ０-９A-Z0-9／/]{0,6})\}")


def wide_symbols(text: str, *, sure: bool) -> Iterator[re.Match[str]]:
    """Yield the symbols in full width of a text that has others in half width, or ought to."""
    if sure or NARROW_SYMBOL.search(text):
        yield from WIDE_SYMBOL.finditer(text)


def widened(words: str) -> str:
    """Return words in full width."""
    if words.isascii():
        return "".join(chr(ord(sign) + WIDER) for sign in words)
    return unicodedata.normalize("NFKC", words)


def plain(text: str, language: Language) -> str:
    """Return a text with blanks for what has a width of its own, of the same length."""
    for own_width in language.lexicon.checks.own_width:
        text = own_width.sub(lambda stretch: "\x00" * len(stretch[0]), text)
    return text


class HouseWidths:
    """How many texts of each set, and file, write a sort of signs in its usual width, or not.

    The usual one is full width, but for symbols.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._usual: Counter[tuple[str, str, str | None, int]] = Counter()
        self._other: Counter[tuple[str, str, str | None, int]] = Counter()

    def add(self, card: Card, language: Language, path: str) -> None:
        """Note the widths of a card's text, for its set and for its file."""
        sorts, text = language.lexicon.checks.widths, card.text
        words = plain(text, language) if sorts else ""
        said = [(number, sort.wide, sort.narrow, words) for number, sort in enumerate(sorts)]
        for number, usual, other, where in (*said, (SYMBOLS, NARROW_SYMBOL, WIDE_SYMBOL, text)):
            for group in (card.printed, None):
                key = path, language.code, group, number
                self._usual[key] += usual.search(where) is not None
                self._other[key] += other.search(where) is not None

    def has_narrow_symbols(self, card: Card, path: str) -> bool:
        """Tell whether a card's set writes symbols in half width, as programs read them."""
        return self.is_usual(SYMBOLS, card, path)

    def is_usual(self, number: int, card: Card, path: str) -> bool:
        """Tell whether a set writes a sort, by its place in the list, as is usual, but for slips.

        Of a set that has too few texts to tell, the file is asked.
        """
        key = path, card.lang, card.printed, number
        if self._usual[key] + self._other[key] < SURE:
            key = path, card.lang, None, number
        return self._usual[key] >= SURE * max(1, self._other[key])
