"""A text to the widths in which it writes sorts of characters."""

import re
import unicodedata
from collections.abc import Callable, Sequence

from nanori.grammar.languages import Language
from nanori.linting.lexicon import lint_words

# How far an ASCII character is from its full-width form.
FULL_WIDTH_OFFSET = 0xFEE0
# What symbols are called, besides the sorts in their list.
SYMBOLS = "symbols"
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


def widths(text: str, language: Language) -> tuple[list[str], list[str]]:
    """Return the sorts of characters that a text has in their usual width, and in the other one.

    The usual one is full width, except for symbols. Sorts are called by their number in the list.
    """
    sorts = lint_words(language).widths
    words = plain(text, language) if sorts else ""
    usual = [str(number) for number, sort in enumerate(sorts) if sort.wide.search(words)]
    other = [str(number) for number, sort in enumerate(sorts) if sort.narrow.search(words)]
    usual += [SYMBOLS] * bool(NARROW_SYMBOL.search(text))
    other += [SYMBOLS] * bool(WIDE_SYMBOL.search(text))
    return usual, other
