"""Tells at a glance what a text may have: demonstratives, and names that are announced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from nanori.grammar import automata
from nanori.grammar.name_announcements import Announcing

# How many combinations of cues are remembered; whole corpora have 300.
CACHED_COMBINATIONS: Final = 4096


class Cues(NamedTuple):
    """Characters without which there is no terminal of a kind."""

    demonstratives: tuple[str, ...] = ()
    announcements: tuple[str, ...] = ()

    def within(self, paragraph: str) -> Cues:
        """Return the cues that stand in a paragraph of the text."""
        demonstratives = [cue for cue in self.demonstratives if cue in paragraph]
        announcements = [cue for cue in self.announcements if cue in paragraph]
        if not demonstratives and not announcements:
            return NOTHING
        return Cues(tuple(demonstratives), tuple(announcements))


# No cues of demonstratives or announced names.
NOTHING: Final = Cues()


class CueFinder:
    """Finds the cues of a language in texts."""

    def __init__(self, demonstratives: Sequence[str], announcing: Announcing) -> None:
        """Keep the cues of demonstratives, and those of what announces names."""
        self._demonstratives = frozenset(demonstratives)
        self._announcing = announcing
        cues = (*demonstratives, *announcing.cues)
        self._letters = [*dict.fromkeys(cues)]
        self._presence = automata.Presence(self._letters)
        self._known: dict[frozenset[int], Cues] = {}
        """Those of the texts so far, by which of all letters stand in them."""

    def find(self, text: str) -> Cues:
        """Return the cues that stand in a text."""
        written = text.encode("utf-8", "replace")  # in no cue is half of a surrogate pair
        present = self._presence.within(written)
        cues = self._known.get(present)
        if cues is None:
            letters = {self._letters[number]: None for number in sorted(present)}
            cues = Cues(
                tuple([cue for cue in letters if cue in self._demonstratives]),
                tuple([cue for cue in letters if cue in self._announcing.cues]),
            )
            if len(self._known) < CACHED_COMBINATIONS:
                self._known[present] = cues
        return cues
