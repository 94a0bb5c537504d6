"""The texts of a file to the width in which most of them write each sort of signs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from nanori.grammar.languages import Language

SURE = 10
"""So many texts have the one width for each that has the other."""

WIDER = 0xFEE0
"""How far a sign of ASCII is from the same sign in full width."""
SYMBOLS = -1
"""The place of symbols, beside those of the sorts in their list."""
NARROW_SYMBOL = re.compile(r"\{[A-Z0-9][A-Z0-9/]{0,6}\}")
WIDE_SYMBOL = re.compile(r"\{(?P<letters>[Ａ-Ｚ][Ａ-Ｚ０-９A-Z0-9／/]{0,6})\}")
"""One with a letter in full width, as no program knows it."""


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
    """How many texts of each file write a sort of signs in its usual width, and in the other.

    The usual one is full width, but for symbols.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._usual: Counter[tuple[str, str, int]] = Counter()
        self._other: Counter[tuple[str, str, int]] = Counter()

    def add(self, text: str, language: Language, path: str) -> None:
        """Note the widths of a text in a file."""
        sorts = language.lexicon.checks.widths
        if "{" in text:
            self._usual[path, language.code, SYMBOLS] += NARROW_SYMBOL.search(text) is not None
            self._other[path, language.code, SYMBOLS] += WIDE_SYMBOL.search(text) is not None
        words = plain(text, language) if sorts else ""
        for number, sort in enumerate(sorts):
            key = path, language.code, number
            self._usual[key] += sort.wide.search(words) is not None
            self._other[key] += sort.narrow.search(words) is not None

    def has_narrow_symbols(self, language: Language, path: str) -> bool:
        """Tell whether a file writes symbols in half width, as programs read them, but slips."""
        return self.is_wide(SYMBOLS, language, path)

    def is_wide(self, number: int, language: Language, path: str) -> bool:
        """Tell whether a file writes a sort, by its place in the list, in full width, but slips."""
        key = path, language.code, number
        return self._usual[key] >= SURE * max(1, self._other[key])
