"""A paragraph to the constructions in it that announce a name: “named …”, 「…」という名前の."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nanori.grammar.lexicon import Lexicon
from nanori.grammar.scanner import Scanner
from nanori.grammar.tables import Terminal
from nanori.model.values import Token


class Announcement(Token, frozen=True, array_like=True):
    """A terminal that announces a name, at a place of a paragraph."""

    name: tuple[int, int] | None = None
    """Where the name stands that the terminal captures, if it captures any."""


class _Construction(Struct):
    """A terminal that announces a name, and where it stands next in a paragraph."""

    terminal: str
    pattern: re.Pattern[str]
    ahead: re.Match[str] | None


class Announcing:
    """Finds the terminals that announce a name, each only in a text that has its cue."""

    def __init__(self, lexicon: Lexicon, terminals: Sequence[Terminal]) -> None:
        """Keep the terminals; where several begin at one place, the earlier one is meant."""
        self._terminals = terminals
        self._starts = lexicon.starts
        self.cues: dict[str, list[Terminal]] = {}
        """The terminals that each cue is one of; a terminal without a cue may stand anywhere."""
        for known in terminals:
            for cue in lexicon.cues.get(known.name, ("",)):
                self.cues.setdefault(cue, []).append(known)
        self._patterns: dict[str, re.Pattern[str]] = {}

    def occurs(self, paragraph: str) -> bool:
        """Tell whether any stands in a paragraph."""
        return any(pattern.search(paragraph) for _, pattern in self._cued(paragraph))

    def scan(self, paragraph: str, nameless: Scanner) -> Iterator[Token]:
        """Yield these and all other terminals, in order and without overlap."""
        waiting = [
            _Construction(name, pattern, ahead)
            for name, pattern in self._cued(paragraph)
            if (ahead := pattern.search(paragraph))
        ]
        place, behind = 0, len(paragraph) + 1
        while waiting:
            nearest = min(waiting, key=_start)
            start = _start(nearest)
            place = yield from nameless.scan(paragraph, place, start)
            if place == start and nearest.ahead:
                yield Announcement(nearest.terminal, start, nearest.ahead.end(), _name(nearest))
                place = nearest.ahead.end()
            for construction in waiting:
                if _start(construction) < place:
                    construction.ahead = construction.pattern.search(paragraph, place)
            waiting = [construction for construction in waiting if construction.ahead]
        yield from nameless.scan(paragraph, place, behind)

    def _cued(self, paragraph: str) -> list[tuple[str, re.Pattern[str]]]:
        """Return the terminals whose cue stands in a paragraph, in their order."""
        cued: list[Terminal] = []
        for cue, terminals in self.cues.items():
            if cue in paragraph:
                cued += terminals
        if len(cued) > 1:
            cued = [known for known in self._terminals if known in cued]
        return [(known.name, self._patterns.get(known.name) or self._made(known)) for known in cued]

    def _made(self, known: Terminal) -> re.Pattern[str]:
        made = re.compile(f"(?:{self._starts})(?:{known.pattern})")
        self._patterns[known.name] = made
        return made


def _start(construction: _Construction) -> int:
    return construction.ahead.start() if construction.ahead else -1


def _name(construction: _Construction) -> tuple[int, int] | None:
    """Return the place of the name that a terminal captures in a group of its own."""
    ahead = construction.ahead
    spans = ahead.regs[1:] if ahead else ()
    return next((span for span in spans if span[0] >= 0), None)
