"""The texts of files to the width in which each set writes a sort of characters."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from nanori.grammar.languages import Language
from nanori.linting.lexicon import lint_words
from nanori.model.values import Card

# A width is usual where ten texts have it for each that has the other; of fewer texts none is.
USUAL_TO_OTHER_WIDTH = 10

# How far an ASCII character is from its full-width form.
FULL_WIDTH_OFFSET = 0xFEE0
# The place of symbols, besides those of the sorts in their list.
SYMBOLS = -1
NARROW_SYMBOL = re.compile(r"\{[A-Z0-9][A-Z0-9/]{0,6}\}")
# One with a full-width letter, which no program recognises.
WIDE_SYMBOL = re.compile(r"\{(?P<letters>[Ａ-Ｚ][Ａ-Ｚ０-９A-Z0-9／/]{0,6})\}")


def wide_symbols(text: str, sure: Callable[[], bool]) -> Sequence[re.Match[str]]:
    """Return the full-width symbols of a text that has others in half width, or should have.

    Whether it should is asked only where there are some.
    """
    wide = [*WIDE_SYMBOL.finditer(text)]
    return wide if wide and (NARROW_SYMBOL.search(text) or sure()) else ()


def widened(words: str) -> str:
    """Return words in full width."""
    if words.isascii():
        return "".join(chr(ord(sign) + FULL_WIDTH_OFFSET) for sign in words)
    return unicodedata.normalize("NFKC", words)


def plain(text: str, language: Language) -> str:
    """Return a text with blanks for what has a width of its own, its length unchanged."""
    for own_width in lint_words(language).own_width:
        if own_width.may_be_in(text):
            text = own_width.sub(lambda stretch: "\x00" * len(stretch[0]), text)
    return text


class _Group(NamedTuple):
    """The texts of a file in a language that have their widths in common."""

    path: str
    lang: str
    printed: str | None
    """Their set; None for the whole file."""


class HouseWidths:
    """How many texts of each set, and file, write a sort of characters in its usual width.

    The usual one is full width, except for symbols.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._usual: dict[_Group, Counter[int]] = defaultdict(Counter)
        """In how many texts of a set, or of a file, each sort has that width."""
        self._other: dict[_Group, Counter[int]] = defaultdict(Counter)
        self._even: set[int] = set()
        """Hashes of the texts that have no sort in its other width: nearly all."""

    def add(self, card: Card, language: Language, path: str) -> None:
        """Note the widths of a card's text, for its set and for its file."""
        sorts, text = lint_words(language).widths, card.text
        words = plain(text, language) if sorts else ""
        usual = [number for number, sort in enumerate(sorts) if sort.wide.search(words)]
        other = [number for number, sort in enumerate(sorts) if sort.narrow.search(words)]
        if sorts and not other:
            self._even.add(hash((language.code, text)))
        if NARROW_SYMBOL.search(text):
            usual.append(SYMBOLS)
        if WIDE_SYMBOL.search(text):
            other.append(SYMBOLS)
        for of_set in (card.printed, None):
            for counts, numbers in ((self._usual, usual), (self._other, other)):
                if numbers:
                    counts[_Group(path, language.code, of_set)].update(numbers)

    def is_even(self, text: str, lang: str) -> bool:
        """Tell whether a text is known to have no sort in its other width."""
        return hash((lang, text)) in self._even

    def join(self, other: "HouseWidths") -> None:
        """Take in what another has noted of other texts."""
        for mine, theirs in ((self._usual, other._usual), (self._other, other._other)):
            for group, texts in theirs.items():
                mine[group].update(texts)
        self._even |= other._even

    def has_narrow_symbols(self, card: Card, path: str) -> bool:
        """Tell whether a card's set writes symbols in half width, as programs read them."""
        return self.is_usual(SYMBOLS, card, path)

    def is_usual(self, number: int, card: Card, path: str) -> bool:
        """Tell whether a set writes a sort, by its place in the list, as is usual, but for slips.

        Of a set that has too few texts to tell, the file is asked.
        """
        usual, other = self._counted(_Group(path, card.lang, card.printed), number)
        if usual + other < USUAL_TO_OTHER_WIDTH:
            usual, other = self._counted(_Group(path, card.lang, None), number)
        return usual >= USUAL_TO_OTHER_WIDTH * max(1, other)

    def _counted(self, group: _Group, number: int) -> tuple[int, int]:
        """Return in how many texts a sort has either width; asking notes nothing."""
        usual, other = self._usual.get(group), self._other.get(group)
        return usual[number] if usual else 0, other[number] if other else 0
