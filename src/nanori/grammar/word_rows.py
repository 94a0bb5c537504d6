"""Which words stand in a row in the prints of a language: two and three at a time, as numbers.

`grammar/gather_word_rows.py` counts them, and no text can be made of what it keeps. Numbers are
alike, symbols too, and a name is one word: what a print says of itself or of others, any may.
"""

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple
from zlib import crc32

from nanori.grammar import languages
from nanori.grammar.languages import Language

# What such a file is called behind its language's code.
SUFFIX = ".rows"
# So many words are a row: of four, prints have too few alike.
LENGTH = 3
# What stands before the first word of a text, and behind the last: the end of a line.
EDGE = "\n"
# As which words count that a text may have otherwise.
SYMBOL, NUMBER = "{}", "#"


class RowWord(NamedTuple):
    """A word as rows have it, in small letters, and where it stands."""

    said: str
    start: int
    end: int


class Prints(NamedTuple):
    """The rows of all prints: which of three are frequent, by rank, and which there are."""

    ranks: Mapping[int, int]
    """By a row's number, 0 being the row that most prints have."""
    known: frozenset[int]

    def has(self, words: Sequence[str]) -> bool:
        """Tell whether any print has these words in a row."""
        return number(words) in self.known

    def rank(self, rows: Iterable[Sequence[str]]) -> int | None:
        """Return the rank of the rarest of some rows, or None if one of them is not frequent."""
        rarest = 0
        for words in rows:
            rank = self.ranks.get(number(words))
            if rank is None:
                return None
            rarest = max(rarest, rank)
        return rarest


def number(words: Sequence[str]) -> int:
    """Return the number that stands for a row."""
    return crc32(" ".join(words).encode("utf-8", "replace"))  # a lone surrogate is no letter


def words(text: str, language: Language) -> list[RowWord]:
    """Return the words and signs of a text whose names are hidden, in order."""
    in_order: list[RowWord] = []
    for match in language.lexicon.checks.templating.rows.word.finditer(text.lower()):
        said = SYMBOL if match["symbol"] else NUMBER if match["number"] else match[0]
        in_order.append(RowWord(said[0] if match["name"] else said, *match.span()))
    return in_order


@cache
def of(language: Language) -> Prints | None:
    """Return what the prints of a language have, or None where nobody has counted them."""
    path = languages.folder() / (language.code + SUFFIX)
    if not path.is_file():
        return None
    content = array("I", path.read_bytes())
    if sys.byteorder == "big":
        content.byteswap()
    frequent, *rows = content
    return Prints(
        {row: rank for rank, row in enumerate(rows[:frequent])},
        frozenset(rows),
    )


def encoded(frequent: Sequence[int], others: Sequence[int]) -> bytes:
    """Return what `of` reads: how many are frequent, these, the most frequent first, and others."""
    content = array("I", [len(frequent), *frequent, *others])
    if sys.byteorder == "big":
        content.byteswap()
    return content.tobytes()
