"""Finds the constructions in a paragraph that announce a name: “named …”, 「…」という名前の."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from nanori.grammar.first_sets import END, led
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.scanner import Scanner
from nanori.grammar.tables import TerminalPattern
from nanori.model.values import Token

# Terminals that announce a name; where several begin at a place, they have priority in this order.
ANNOUNCING: Final = (
    *("NAMED", "ITS_NAME", "NAME_PART", "TOKEN_NAMED", "CREATED", "TURNED_INTO", "PARTNER"),
    *("KEYWORDED", "MENTIONED"),
)
# The ranks of no terminal.
NONE: Final = frozenset[int]()


class Announcement(NamedTuple):
    """A terminal that announces a name, at an offset of a paragraph."""

    start: int
    """First code point."""
    rank: int
    """The place of the terminal in their order; where several begin, the first of them wins."""
    type: str
    """The terminal's name."""
    end: int
    """One past the last code point."""
    name: tuple[int, int] | None
    """Where the name that the terminal captures is, if it captures one."""


# Returns the words of an announcement and the names in it; nothing if it announces none.
Cut = Callable[[Announcement], list[Token]]


class Announcing:
    """Finds the terminals that announce a name, each only in texts with its cue."""

    def __init__(self, lexicon: Lexicon, terminals: Sequence[TerminalPattern]) -> None:
        """Keep the terminals in order; a pattern is compiled when its cue first occurs."""
        self._terminals = terminals
        self._starts = lexicon.starts
        self.cues: dict[str, list[int]] = {}
        """The terminals for each cue; one without a cue may occur anywhere."""
        for rank, pattern in enumerate(terminals):
            for cue in pattern.cues:
                self.cues.setdefault(cue, []).append(rank)
        self._patterns: dict[int, re.Pattern[str]] = {}

    def ranks_but(self, *names: str) -> frozenset[int]:
        """Return the ranks of all terminals except these."""
        return frozenset(
            rank for rank, pattern in enumerate(self._terminals) if pattern.name not in names
        )

    def occurs(self, paragraph: str, cues: Iterable[str], but: frozenset[int] = NONE) -> bool:
        """Tell whether any occurs in a paragraph, given those of all cues that occur in it.

        Terminals whose ranks are in `but` are ignored.
        """
        tried = set(but)
        for cue in cues:
            for rank in self.cues[cue]:
                if rank in tried:
                    continue
                if self._pattern(rank).search(paragraph):
                    return True
                tried.add(rank)
        return False

    def scan(
        self, paragraph: str, nameless: Scanner, cut: Cut, cues: Iterable[str] | None = None
    ) -> list[Token]:
        """Return the tokens of the announcements and all other terminals, in order, apart.

        `cues` are those in the paragraph; without them they are looked for. In each turn
        `nameless` reads up to the nearest announcement, which is then cut:

            Tap a creature named Ash, Kin of Elms.
            ^^^ ^ ^^^^^^^^                          tokens of `nameless` up to `nearest.start`
                           ^^^^^^                   the announcement; `offset` is its end
                           ^^^^^^^^^^^^^^^^^^^^^^    what `cut` makes of it; `last` is its end
        """
        tokens: list[Token] = []
        last = 0  # nothing counts that begins before: a name may reach beyond what announces it
        ranks = self._cued(paragraph, cues)
        waiting: list[Announcement] = self._next(ranks, paragraph, 0)
        offset = 0
        while waiting:
            nearest = min(waiting)
            token_count = len(tokens)
            offset = nameless.scan(paragraph, offset, nearest.start, tokens)
            _drop_before(last, tokens, token_count)
            if offset == nearest.start:  # else a token reached over its beginning
                offset = nearest.end
                if nearest.start >= last:
                    announced = cut(nearest)
                    while announced and tokens and tokens[-1].end > announced[0].start:
                        tokens.pop()  # the name may stand before what announces it
                    tokens += announced
                    last = tokens[-1].end if tokens else 0
            passed = [each.rank for each in waiting if each.start < offset]
            waiting = [each for each in waiting if each.start >= offset]
            waiting += self._next(passed, paragraph, offset)
        token_count = len(tokens)
        nameless.scan(paragraph, offset, len(paragraph) + 1, tokens)  # one of no width may end it
        _drop_before(last, tokens, token_count)
        return tokens

    def _next(self, ranks: Iterable[int], paragraph: str, offset: int) -> list[Announcement]:
        return [
            Announcement(
                ahead.start(), rank, self._terminals[rank].name, ahead.end(END), _name(ahead)
            )
            for rank in ranks
            if (ahead := self._pattern(rank).search(paragraph, offset))
        ]

    def _cued(self, paragraph: str, cues: Iterable[str] | None) -> set[int]:
        if cues is None:
            cues = [cue for cue in self.cues if cue in paragraph]
        return {rank for cue in cues for rank in self.cues[cue]}

    def _pattern(self, rank: int) -> re.Pattern[str]:
        pattern = self._patterns.get(rank)
        if pattern is None:
            terminal = self._terminals[rank]
            written = led(f"(?:{self._starts})(?:{terminal.pattern})", terminal.firsts)
            pattern = self._patterns[rank] = re.compile(written)
        return pattern


def _drop_before(offset: int, tokens: list[Token], first: int) -> None:
    """Drop those tokens, from that index on, that begin before an offset."""
    while first < len(tokens) and tokens[first].start < offset:
        del tokens[first]


def _name(match: re.Match[str]) -> tuple[int, int] | None:
    """Return the place of the name that a terminal captures in a group of its own."""
    return next((span for span in match.regs[1:-1] if span[0] >= 0), None)
