"""A paragraph to the words in it that the grammar knows, found in one scan."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nanori.grammar.lexicon import Lexicon

LISTED = "LISTED"
"""The group of what may be a word of a list."""


class TerminalMatch(NamedTuple):
    """A terminal at a place of a paragraph."""

    terminal: str
    start: int
    """First code point."""
    end: int
    """One past the last code point."""
    name: tuple[int, int] | None = None
    """The words that the terminal captures as a name, if it captures any."""


class Scanner:
    """Finds the terminals of one language: patterns first, in their order, then words of lists.

    Where words are divided, a word is looked up as a whole, or falls under its shape if no list
    has it; where they are not, the longest word of a list that begins at a place is found there.
    """

    def __init__(
        self, lexicon: Lexicon, patterns: Sequence[tuple[str, str]], lists: Sequence[str]
    ) -> None:
        """Scan for terminals by their patterns, and for the words of lists by their names."""
        self._words = _Words(lexicon, lists)
        joined = [f"(?P<{name}>{pattern})" for name, pattern in patterns]
        if self._words.start:
            joined.append(f"(?P<{LISTED}>{self._words.start})")
        starts = lexicon.starts
        self.pattern = re.compile(f"(?:{starts})(?:{'|'.join(joined)})" if joined else r"(?!)")
        self._names = {number: name for name, number in self.pattern.groupindex.items()}

    def at(self, text: str, place: int) -> tuple[str, int]:
        """Return the terminal of what begins at a place, and where it ends; "" for none."""
        match = self.pattern.match(text, place)
        if match is None:
            return "", place
        terminal = self._names[match.lastindex or 0]
        if terminal == LISTED:
            return self._words.at(text, place, match.end())
        return terminal, match.end()

    def terminal(self, word: str) -> str:
        """Return the terminal of a word by itself; "" if it is of none."""
        match = self.pattern.match(word)
        name = self._names[match.lastindex or 0] if match and match.end() == len(word) else LISTED
        return self._words.listed(word) if name == LISTED else name

    def scan(self, paragraph: str) -> Iterator[TerminalMatch]:
        """Yield what is found, in order and without overlap."""
        search, names = self.pattern.search, self._names
        match = search(paragraph)
        while match:
            group = match.lastindex or 0
            terminal, (start, end) = names[group], match.span()
            if terminal == LISTED:
                terminal, end = self._words.at(paragraph, start, end)
            if terminal:
                yield TerminalMatch(terminal, start, end, _captured(match, group))
            if end == start:  # a mark of no width
                end += 1
            match = search(paragraph, end) if end <= len(paragraph) else None


def _captured(match: re.Match[str], group: int) -> tuple[int, int] | None:
    """Return the place of the name that a terminal captures in a group of its own."""
    names = match.re.groupindex.values()
    inner = group + 1
    while inner <= match.re.groups and inner not in names:
        if match.start(inner) >= 0:
            return match.span(inner)
        inner += 1
    return None


KEPT = 4096
"""How many words that are in no list are remembered with their shape."""


class _Words:
    """The words of the lists that are terminals."""

    def __init__(self, lexicon: Lexicon, lists: Sequence[str]) -> None:
        self._terminals = {
            word: name for name in lists for word in lexicon.words[name.lower()] if word
        }
        self._divided = lexicon.divided
        self._shapes = [
            (name, re.compile(shape)) for name, shape in lexicon.unlisted.items() if lists
        ]
        self._shaped: dict[str, str] = {}
        self._by_first: dict[str, list[str]] = {}
        for word in sorted(self._terminals, key=len, reverse=True):
            self._by_first.setdefault(word[0], []).append(word)
        self.start = ""
        if lists:
            self.start = self._divided_start(lexicon.word) if self._divided else self._any_first()

    def _divided_start(self, word: str) -> str:
        """Return the pattern of a word, or of several that a list has as one, the longest first."""
        whole = re.compile(word)
        several = [phrase for phrase in self._terminals if not whole.fullmatch(phrase)]
        pattern = "|".join(
            f"[{phrase[0].upper()}{phrase[0]}]{re.escape(phrase[1:])}"
            for phrase in sorted(several, key=len, reverse=True)
        )
        return rf"(?:{pattern})\b|{word}" if several else word

    def _any_first(self) -> str:
        return f"[{re.escape(''.join(sorted(self._by_first)))}]" if self._by_first else ""

    def at(self, paragraph: str, start: int, end: int) -> tuple[str, int]:
        """Return the terminal of the word that begins there, and where it ends; "" for none."""
        if self._divided:
            return self.listed(paragraph[start:end]), end
        for word in self._by_first[paragraph[start]]:
            if paragraph.startswith(word, start):
                return self._terminals[word], start + len(word)
        return "", end

    def listed(self, word: str) -> str:
        """Return the terminal of a word, whatever case it has, or that of its shape."""
        terminals = self._terminals
        if not self._divided:
            return terminals.get(word, "")
        small = word.lower() if word.isupper() else word[:1].lower() + word[1:]
        terminal = terminals.get(word) or terminals.get(small)
        if terminal is not None:
            return terminal
        shape = self._shaped.get(word)
        if shape is None:
            shape = next((name for name, pattern in self._shapes if pattern.match(word)), "")
            if len(self._shaped) < KEPT:
                self._shaped[word] = shape
        return shape
