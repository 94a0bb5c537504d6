"""A text that was edited to its cards, of which only those near the edit are read again.

These are read as a file that begins as the text does, has but a few of its cards, and ends as it
does. Cards before and behind the edit that must come out as they were guard it: where one does not,
as where a quotation mark was opened, all of the text is to be read.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from nanori.formats.entries import Element
from nanori.surfaces.lsp import splitting
from nanori.surfaces.lsp.readings import ElementKey, key_of

# Cards on either side of an edit that are read again: the next may join what was edited.
GUARDS = 2


class Region(NamedTuple):
    """What edits left of a text as it was."""

    before: int
    """Code points at its beginning."""
    behind: int
    """Code points at its end."""

    def widened(self, start: int, behind: int) -> Region:
        """Return what is left after one more edit."""
        return Region(min(self.before, start), min(self.behind, behind))


class GuardedCard(NamedTuple):
    """A card of the text before, by where it stands and what it was read from."""

    start: int
    end: int
    key: ElementKey


class Reread(NamedTuple):
    """The cards that take the place of some."""

    first: int
    """The first card of those before that they take the place of."""
    last: int
    """One past the last."""
    elements: list[Element]
    further: int
    """Code points by which the cards behind them have moved."""


def reread(
    path: str,
    text: str,
    format_name: str,
    cards: Sequence[GuardedCard],
    length: int,
    region: Region,
) -> Reread | None:
    """Return what is read near an edit; nothing where all of the text has to be read.

    `text` is what it is now, `cards` those that were in it before, when it had so many code points.
    """
    if not cards or region.before < cards[0].start or region.behind < length - cards[-1].end:
        return None
    further = len(text) - length
    touched = bisect_left(cards, region.before, key=lambda card: card.end)
    behind = bisect_right(cards, length - region.behind, key=lambda card: card.start)
    first, last = max(0, touched - GUARDS), min(len(cards), behind + GUARDS)
    if last - first >= len(cards):
        return None
    head, begin = cards[0].start, cards[first].start
    end = cards[last - 1].end + further
    small = text[:head] + text[begin:end] + text[cards[-1].end + further :]
    result = splitting.at_once(splitting.split(path, small, format_name))
    elements = [element._replace(start=element.start + begin - head) for element in result.elements]
    if result.error or not elements:
        return None
    guarded = (first == touched or key_of(elements[0]) == cards[first].key) and (
        last == behind or key_of(elements[-1]) == cards[last - 1].key
    )
    return Reread(first, last, elements, further) if guarded else None
