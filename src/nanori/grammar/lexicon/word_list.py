"""Lists of words of a language's `.toml` file that are looked for in texts, whole."""

from __future__ import annotations

import re
from functools import cached_property

from nanori.grammar.lexicon.finding import NEVER, Finder


class WordList(Finder):
    """Words and phrases that are found as they are listed, or with a capital letter.

    Where a language divides its words, none is found within another. A list without words finds
    nothing, and is false.
    """

    def __init__(self, words: tuple[str, ...] = ()) -> None:
        """Keep the words as they are listed."""
        self.words = words
        self.divided = True
        """Whether the language divides its words; set when its file is read."""

    def __bool__(self) -> bool:
        """Tell whether the language has such words at all."""
        return bool(self.words)

    def __repr__(self) -> str:
        """Return it as Python writes it."""
        return f"WordList({self.words!r})"

    @cached_property
    def alternation(self) -> str:
        """A pattern of any of the words, the longest first, to be a part of another."""
        cased = {word[:1].upper() + word[1:] for word in self.words}
        every = sorted({*self.words, *cased}, key=lambda word: (-len(word), word))
        return f"(?:{'|'.join(map(self._whole, every))})" if every else NEVER

    def _whole(self, word: str) -> str:
        escaped = re.escape(word)
        if not self.divided:
            return escaped
        before = r"(?<!\w)" if re.match(r"\w", word) else ""
        return before + escaped + (r"(?!\w)" if re.search(r"\w$", word) else "")

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern of the words."""
        return re.compile(self.alternation)
