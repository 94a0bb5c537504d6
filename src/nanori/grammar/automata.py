"""Finds many words in a text in one pass.

It needs the package ahocorasick_rs, which has no wheel for some machines: callers use it only where
it is installed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from operator import itemgetter
from typing import Final

from nanori.grammar.lexicon.pattern import SAMPLE_TEXTS

# Tells whether a name can be one wherever it occurs in texts of a language.
MayStand = Callable[[str], bool]


@cache
def are_installed() -> bool:
    """Tell whether automata can be built here."""
    return find_spec("ahocorasick_rs") is not None


class Automaton:
    """Finds words, none of which is empty."""

    def __init__(self, words: Sequence[str]) -> None:
        """Build it, which takes a microsecond or two per word."""
        from ahocorasick_rs import AhoCorasick, Implementation

        self.words = [*words]
        # The other implementations take twice the time, or many times the memory.
        contiguous = Implementation.ContiguousNFA
        plain = self.words
        if _SURROGATE.search("".join(plain)):  # without an error these would be left out
            plain = [_SURROGATE.sub(_UNKNOWN, word) for word in plain]
        automaton = AhoCorasick(plain, implementation=contiguous, store_patterns=False)
        self._find: Callable[[str, bool], list[tuple[int, int, int]]] = (
            automaton.find_matches_as_indexes
        )

    def places(self, text: str) -> list[int]:
        """Return the offsets of the words in a text, in the order of their ends.

        At a lone surrogate an offset may be a false one.
        """
        try:
            return list(map(_START, self._find(text, True)))
        except UnicodeEncodeError:
            return list(map(_START, self._find(_SURROGATE.sub(_UNKNOWN, text), True)))


class NameFinder:
    """Finds the names that may occur in texts of a language, and grows with the known names.

    It looks for their beginnings: building an automaton takes time for each letter.
    """

    def __init__(self, openings: Iterable[str]) -> None:
        """Begin without names; `openings` are marks that may stand before one."""
        self.asked = 0
        """In how many texts they were looked for."""
        self._known = 0
        self._openings = [*openings]
        self._beginnings: set[str] = set()
        self._automata: list[Automaton] = []

    def places(self, text: str, names: list[str], may_stand: MayStand) -> list[int]:
        """Return where names, or marks before them, may begin in a text, in order."""
        if self._known < len(names):
            self._learn(names[self._known :], may_stand)
            self._known = len(names)
        offsets: list[int] = []
        for automaton in self._automata:
            offsets += automaton.places(text)
        return sorted(set(offsets)) if len(offsets) > 1 else offsets

    def _learn(self, names: list[str], may_stand: MayStand) -> None:
        """Add names: an automaton cannot grow, so those no larger than the new one are rebuilt.

        So a name is put into few automata, and few are asked, though names come one at a time.
        """
        few = PREFIX_LENGTH // 2  # of those that have more bytes each
        beginnings: dict[str, None] = dict.fromkeys(self._openings)
        for name in names:
            if may_stand(name):
                beginnings[name[:PREFIX_LENGTH] if name.isascii() else name[:few]] = None
        words = [word for word in beginnings if word not in self._beginnings]
        if not words:
            return
        self._beginnings.update(words)
        while self._automata and len(self._automata[-1].words) <= len(words):
            words = self._automata.pop().words + words
        self._automata.append(Automaton(words))


class Presence:
    """Tells which of some words occur in a text, without saying where."""

    def __init__(self, words: Sequence[str]) -> None:
        """Keep the words; an automaton is built from them once it is worth its import."""
        self._words = [word.encode() for word in words]
        self._asked = 0
        self._find: Callable[[bytes, bool], list[tuple[int, int, int]]] | None = None

    def within(self, written: bytes) -> frozenset[int]:
        """Return the numbers of the words that occur in a text, which is UTF-8."""
        if self._find is not None:
            return frozenset(map(_NUMBER, self._find(written, True)))
        self._asked += 1
        if self._asked > MIN_TEXTS_FOR_AUTOMATON and all(self._words) and are_installed():
            from ahocorasick_rs import BytesAhoCorasick, Implementation

            # For few words this one is small, and the fastest.
            automaton = BytesAhoCorasick(self._words, implementation=Implementation.DFA)
            self._find = automaton.find_matches_as_indexes
        return frozenset([n for n, word in enumerate(self._words) if word in written])


class CuedPatterns:
    """Tells at once which patterns of a table may match in a text, by the letters they need."""

    def __init__(self, cues: Sequence[Sequence[str]]) -> None:
        """Keep what each pattern needs one of."""
        self._cues = cues
        self._first: list[str] = []
        self._told: dict[frozenset[int], tuple[int, ...]] = {}
        self._look_for({""})

    def _look_for(self, usual: set[str]) -> None:
        """Look for what patterns need, but not for what most texts have, of which each has many."""
        self._told.clear()
        numbered = [*enumerate(self._cues)]
        self._always = {row for row, each in numbered if not usual.isdisjoint(each)}
        by_cue: dict[str, set[int]] = {}
        for row, each in numbered:
            for cue in each if row not in self._always else ():
                by_cue.setdefault(cue, set()).add(row)
        self._presence = Presence([*by_cue])
        self._by_cue = [*by_cue.values()]

    def within(self, text: str) -> Sequence[int]:
        """Return the numbers of those that may match in a text, in order."""
        if len(self._first) < SAMPLE_TEXTS:
            self._first.append(text[:SAMPLE_LENGTH])
            if len(self._first) == SAMPLE_TEXTS:
                every = {cue for each in self._cues for cue in each}
                half = SAMPLE_TEXTS / 2
                often = {cue for cue in every if sum(cue in each for each in self._first) > half}
                self._look_for({"", *often})
        present = self._presence.within(text.encode("utf-8", "replace"))
        found_before = self._told.get(present)
        if found_before is None:
            found_before = tuple(
                sorted(self._always.union(*(self._by_cue[cue] for cue in present)))
            )
            if len(self._told) < CACHED_CUE_SETS:
                self._told[present] = found_before
        return found_before


# The number of the word found, and where it begins.
_NUMBER, _START = itemgetter(0), itemgetter(1)
# Code points of a name by which it is looked for: more would hardly narrow the places, and an
# automaton is built for each.
PREFIX_LENGTH: Final = 10
# Code points from which on an automaton, which lists names inside names, may find too many.
MAX_AUTOMATON_TEXT: Final = 8000
# Texts from which on building an automaton is quicker than doing without.
MIN_TEXTS_FOR_AUTOMATON: Final = 64
# Code points at the beginning of the first texts that tell what most texts have.
SAMPLE_LENGTH: Final = 400
# How many sets of letters are remembered with the patterns that may match.
CACHED_CUE_SETS: Final = 4096
# Lone surrogates: a `str` may have them, UTF-8 may not.
_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_UNKNOWN: Final = "\ufffd"
