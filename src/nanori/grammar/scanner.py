"""A paragraph to the words in it that the grammar knows, found in one scan."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from nanori.grammar import first_sets
from nanori.grammar.first_sets import END, Firsts, led
from nanori.grammar.lexicon import AmbiguousWords, Lexicon
from nanori.grammar.tables import TerminalPattern
from nanori.model.values import Token

# The group of what may be a word of a list.
LISTED: Final = "LISTED"
# Code points of a pattern from which on it is compiled by itself: to compile it anew with others
# for each first character takes longer than one more call a word.
MIN_SEPARATE_LENGTH: Final = 30
# Finds some terminals at a place of a text; the group of the one that is there has its name.
FindAt = Callable[[str, int], re.Match[str] | None]


@cache
def _begins(firsts: Firsts) -> Callable[[str], re.Match[str] | None]:
    """Return what tells whether a character is in one of some classes."""
    return re.compile("|".join(firsts)).match


class Scanner:
    """Finds the terminals of one language: patterns first, in their order, then words of lists.

    Where words are divided, a word is looked up as a whole, or falls under its shape if no list
    has it; where they are not, the longest word of a list that begins at a place is found there.
    At a place only those are tried that can begin with the character there.
    """

    def __init__(
        self, lexicon: Lexicon, terminals: Sequence[TerminalPattern], lists: Sequence[str]
    ) -> None:
        """Scan for terminals by their patterns, and for the words of lists by their names."""
        self._words = _Words(lexicon, lists)
        self._starts = lexicon.starts
        self._terminals = list(terminals)
        if self._words.start:
            self._terminals.append(TerminalPattern(LISTED, self._words.start, self._words.firsts))
        self._by_first: dict[str, tuple[FindAt, ...]] = {}
        """What finds a terminal that begins with a character; made when the character is met."""
        self._made: dict[tuple[int, ...], FindAt] = {}
        """Patterns of some terminals, by the numbers of these."""
        self._whole: _Anywhere | None = None
        """What finds any terminal; made when it is first asked for."""
        self._alone: dict[str, str] = {}
        """Words with the terminals they are by themselves."""

    def _matchers(self, first: str) -> tuple[FindAt, ...]:
        """Return what finds the terminals that can begin with a character, or at a text's end.

        Patterns that are long to compile are so once, however many characters they begin with.
        """
        parts: list[list[int]] = [[]]
        for number, terminal in enumerate(self._terminals):
            if terminal.firsts and not _begins(terminal.firsts)(first):
                continue
            if len(terminal.pattern) > MIN_SEPARATE_LENGTH:
                parts += [[number], []]
            else:
                parts[-1].append(number)
        matchers = tuple(self._match_of(tuple(part)) for part in parts if part)
        self._by_first[first] = matchers
        return matchers

    def _match_of(self, numbers: tuple[int, ...]) -> FindAt:
        match = self._made.get(numbers)
        if match is None:
            ways: dict[str, list[str]] = {}
            for number in numbers:
                ways.setdefault(self._terminals[number].name, []).append(
                    self._terminals[number].pattern
                )
            joined = "|".join(f"(?P<{name}>{'|'.join(ways[name])})" for name in ways)
            match = self._made[numbers] = re.compile(f"(?:{self._starts})(?:{joined})").match
        return match

    def _first(self, text: str, offset: int) -> re.Match[str] | None:
        """Return the match of the first terminal that begins at an offset."""
        first = text[offset : offset + 1]
        matchers = self._by_first.get(first)
        for find in self._matchers(first) if matchers is None else matchers:
            match = find(text, offset)
            if match is not None:
                return match
        return None

    def at(self, text: str, offset: int) -> tuple[str, int]:
        """Return the terminal of what begins at an offset, and where it ends; "" for none."""
        match = self._first(text, offset)
        if match is None:
            word = self._words.begun(text, offset)
            return self._words.terminals.get(word, ""), offset + len(word)
        terminal = match.lastgroup or ""
        if terminal == LISTED:
            terminal = self._words.at(text, offset, match.end())
        return terminal, match.end()

    def terminal(self, word: str) -> str:
        """Return the terminal of a word by itself; "" if it is of none."""
        terminal = self._alone.get(word)
        if terminal is None:
            match = self._first(word, 0)
            whole = match is not None and match.end() == len(word)
            terminal = (match.lastgroup or "") if match and whole else LISTED
            terminal = self._words.listed(word) if terminal == LISTED else terminal
            if len(self._alone) < CACHED_WORDS:
                self._alone[word] = terminal
        return terminal

    def phrase_before(self, text: str, end: int) -> int:
        """Return the offset of the longest phrase of a list that ends at `end`; -1 for none."""
        phrases = self._words.phrases
        if not phrases:
            return -1
        near = text[max(0, end - MAX_PHRASE_LENGTH) : end].lower()
        lengths = [len(phrase) for phrase in phrases if near.endswith(phrase)]
        return end - max(lengths) if lengths else -1

    def every(self, text: str) -> list[Token]:
        """Return what is found of a scanner's terminals in one search, none within another."""
        whole = self._whole
        if whole is None:
            whole = self._whole = _Anywhere(self._terminals, self._starts)
        tokens: list[Token] = []
        last = 0
        for match in whole.each(text):
            start = match.start()
            if start >= last:
                last = match.end(END)
                number = next(number for number in whole.names if match.start(number) >= 0)
                tokens.append(Token(whole.names[number], start, last))
        return tokens

    def scan(self, text: str, start: int, stop: int, tokens: list[Token]) -> int:
        """Add what begins from `start` to before `stop` to the tokens, in order, without overlap.

        Returns where the last of it ends, or `stop`. What the text ends with may be of no width:
        then `stop` is one past its end.
        """
        by_first, words = self._by_first, self._words
        divided, word_at = words.divided, words.at
        by_letters, terminals = words.by_letters, words.terminals
        offset, last = start, min(stop, len(text))
        while offset < last:
            first = text[offset]
            matchers = by_first.get(first)
            if matchers is None:
                matchers = self._matchers(first)
            if divided and not matchers and first == " ":
                offset += 1
                continue
            for find in matchers:
                if (match := find(text, offset)) is not None:
                    break
            else:
                begun = by_letters.get(text[offset : offset + 2]) or by_letters.get(first)
                for word in begun or ():
                    if text.startswith(word, offset):
                        end = offset + len(word)
                        tokens.append(Token(terminals[word], offset, end))
                        offset = end
                        break
                else:
                    offset += 1
                continue
            terminal, end = match.lastgroup, match.end()
            if terminal == LISTED:
                terminal = word_at(text, offset, end)
            if terminal:
                tokens.append(Token(terminal, offset, end))
            offset = end if end > offset else end + 1  # a mark of no width
        if offset < stop and (match := self._first(text, offset)) is not None:
            tokens.append(Token(match.lastgroup or "", offset, match.end()))
        return max(offset, stop)


class _Anywhere:
    """Finds terminals wherever they stand in a text, also one inside another."""

    def __init__(self, terminals: Sequence[TerminalPattern], starts: str) -> None:
        joined = "|".join(f"(?P<{terminal.name}>{terminal.pattern})" for terminal in terminals)
        all_have_firsts = all(terminal.firsts for terminal in terminals)
        every = tuple(characters for terminal in terminals for characters in terminal.firsts)
        compiled = re.compile(led(f"(?:{starts})(?:{joined})", every if all_have_firsts else ()))
        self.each: Callable[[str], Iterator[re.Match[str]]] = compiled.finditer
        groups = compiled.groupindex
        self.names = {groups[terminal.name]: terminal.name for terminal in terminals}


# Signs that may touch a word.
SIGNS: Final = ".,:;()[]\"'“”‘’—"
# Code points of the longest phrase of a list.
MAX_PHRASE_LENGTH: Final = 32
# How many words are remembered with their terminal.
CACHED_WORDS: Final = 4096


def _by_neighbours(text: str, start: int, end: int, contexts: Sequence[AmbiguousWords]) -> str:
    """Return what a word is by those beside it; "" where none of its contexts is there.

    Echo—Gain control of it.
    ^first = 0: the sign before the word divides nothing, so `previous` is “echo—”
         ^start
             ^end    stop = 17, the next blank, so `following` is “control”
    """
    near = max(start - 1, 0)
    first = max(text.rfind(" ", 0, near), text.rfind("—", 0, near)) + 1
    previous = text[first:start].rstrip(" ").lower()
    stop = text.find(" ", end + 1)
    following = text[end:stop].lstrip(" ") if stop >= 0 else text[end:].lstrip(" ")
    following = following.rstrip(SIGNS).lower()
    for context in contexts:
        if context.before and following in context.before:
            return context.terminal
        # “may copy”, “(may copy” and “Echo—Copy”: as written, without signs, the last sign alone.
        beside = (previous, previous.lstrip(SIGNS), previous[-1]) if previous else ("",)
        if any(each in context.behind for each in beside):
            return context.terminal
    return ""


class _Words:
    """The words of the lists that are terminals."""

    def __init__(self, lexicon: Lexicon, lists: Sequence[str]) -> None:
        self.terminals = {
            word: name for name in lists for word in lexicon.words[name.lower()] if word
        }
        self.divided = lexicon.spaces
        """Whether words are divided by blanks."""
        self._shapes = [
            (name, re.compile(shape)) for name, shape in lexicon.unlisted.items() if lists
        ]
        self._alike: dict[str, str] = {}
        """Words so far that are the same whatever stands beside them."""
        self._contexts: dict[str, list[AmbiguousWords]] = {}
        """For words whose class is told by those beside them, what these may be."""
        for context in lexicon.contexts if lists else ():
            for word in context.words:
                self._contexts.setdefault(word, []).append(context)
        self.by_letters: dict[str, list[str]] = {}
        """Where words are not divided: those that begin with two letters, the longest first."""
        words = () if self.divided else sorted(self.terminals, key=len, reverse=True)
        for word in words:
            self.by_letters.setdefault(word[:2], []).append(word)
        for letters, ranks in self.by_letters.items():
            if len(letters) > 1:
                ranks += self.by_letters.get(letters[0], ())
        self.phrases: tuple[str, ...] = ()
        """Several words that a list has as one, in small letters."""
        self.start = ""
        """The pattern of what may be a word of a list."""
        self.firsts: Firsts = ()
        if lists and self.divided:
            self.start = self._divided_start(lexicon.any_word)
            self.firsts = first_sets.of_pattern(self.start)

    def _divided_start(self, word: str) -> str:
        """Return the pattern of a word, or before it of phrases: `(?:[Oo]ut\\ of)\\b|\\w+`."""
        whole = re.compile(word)
        several = [phrase for phrase in self.terminals if not whole.fullmatch(phrase)]
        self.phrases = tuple(phrase.lower() for phrase in several)
        pattern = "|".join(
            f"[{phrase[0].upper()}{phrase[0]}]{re.escape(phrase[1:])}"
            for phrase in sorted(several, key=len, reverse=True)
        )
        return rf"(?:{pattern})\b|{word}" if several else word

    def at(self, paragraph: str, start: int, end: int) -> str:
        """Return the terminal of a divided word; "" if no list has it."""
        word = paragraph[start:end]
        terminal = self._alike.get(word)
        if terminal is not None:
            return terminal
        contexts = self._contexts.get(word) or self._contexts.get(word.lower())
        terminal = _by_neighbours(paragraph, start, end, contexts) if contexts else ""
        terminal = terminal or self.listed(word)
        if not contexts and len(self._alike) < CACHED_WORDS:
            self._alike[word] = terminal
        return terminal

    def begun(self, text: str, offset: int) -> str:
        """Return the longest listed word at an offset, where none are divided; "" for none."""
        by_letters = self.by_letters
        words = by_letters.get(text[offset : offset + 2]) or by_letters.get(
            text[offset : offset + 1]
        )
        return next((word for word in words or () if text.startswith(word, offset)), "")

    def listed(self, word: str) -> str:
        """Return the terminal of a word, whatever case it has, or that of its shape."""
        terminals = self.terminals
        if not self.divided:
            return terminals.get(word, "")
        small = word.lower() if word.isupper() else word[:1].lower() + word[1:]
        terminal = terminals.get(word) or terminals.get(small)
        if terminal is not None:
            return terminal
        return next((name for name, pattern in self._shapes if pattern.match(word)), "")
