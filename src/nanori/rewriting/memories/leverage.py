"""New texts to how much of them a translation memory has: exactly, or nearly."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.model.values import Card

BANDS = (100, 95, 85, 75, 50)
"""The least likeness of each band, in percent, as translators' programs divide them."""
NONE = 0
"""The band of segments to which no segment of the memory is like."""

ALL, SELF = "all", "self-references"
"""The rows: all new segments, and those that have a reference of the card to itself."""


class NewSegment(NamedTuple):
    """A segment that is to be translated."""

    words: str
    refers: bool
    """Whether it has a reference of its card to itself outside reminder text."""


class Leverage(Struct, frozen=True):
    """How many new segments of a kind are in a band, with the memory as it was and reworded."""

    kind: str
    band: int
    """Its least likeness in percent, 0 for those that no segment is like."""
    before: int
    after: int
    count: int
    """All new segments of the kind."""


def segments(
    cards: Iterable[Card], known: KnownNames | None, *, whole: bool = False
) -> Iterator[NewSegment]:
    """Yield each line of cards' texts that has words, or with `whole` each text."""
    for card in cards:
        own = [
            each
            for each in pipeline.annotate(card, known)
            if each.target == "self" and each.scope != "reminder"
        ]
        place = 0
        for line in [card.text] if whole else card.text.split("\n"):
            end = place + len(line)
            if line.strip():
                yield NewSegment(line.strip(), any(place <= each.start < end for each in own))
            place = end + 1


def measured(
    new: Sequence[NewSegment], before: Iterable[str], after: Iterable[str]
) -> list[Leverage]:
    """Return for each kind of segments and each band how many there are."""
    bands = [_bands(new, Segments(memory)) for memory in (before, after)]
    rows: list[Leverage] = []
    for kind in (ALL, SELF):
        counts = [
            Counter(
                band
                for segment, band in zip(new, each, strict=True)
                if kind == ALL or segment.refers
            )
            for each in bands
        ]
        rows += [
            Leverage(kind, band, counts[0][band], counts[1][band], counts[0].total())
            for band in (*BANDS, NONE)
        ]
    return rows


def _bands(new: Sequence[NewSegment], memory: Segments) -> list[int]:
    known: dict[str, int] = {}
    for segment in new:
        if segment.words not in known:
            known[segment.words] = memory.band(segment.words)
    return [known[segment.words] for segment in new]


class Segments:
    """The segments of a memory in one language, by their length."""

    def __init__(self, words: Iterable[str]) -> None:
        """Keep each once."""
        self._every = frozenset(each.strip() for each in words)
        self._sorted = sorted(self._every, key=len)
        self._lengths = [len(each) for each in self._sorted]

    def band(self, words: str) -> int:
        """Return the band of the segment that is most like these words."""
        if words in self._every:
            return BANDS[0]
        likeness = self._likeness(words)
        return next((band for band in BANDS[1:] if likeness >= band), NONE)

    def _likeness(self, words: str) -> float:
        """Return in percent how like these words the most like segment is; 0 below all bands."""
        from rapidfuzz import process
        from rapidfuzz.distance import Levenshtein

        for band in BANDS[1:]:
            # A segment that is so much longer or shorter cannot be in the band.
            first = bisect_left(self._lengths, len(words) * band / 100)
            last = bisect_right(self._lengths, len(words) * 100 / band)
            nearest = process.extractOne(
                words,
                self._sorted[first:last],
                scorer=Levenshtein.normalized_similarity,
                score_cutoff=band / 100,
            )
            if nearest:
                return 100 * nearest[1]
        return 0.0
