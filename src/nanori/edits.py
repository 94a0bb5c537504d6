"""A text and edits of it to the new text, and to where everything else then stands."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from nanori.model import Edit


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with each span replaced; what no edit spans stays as it is.

    Edits are in order and do not overlap, else ValueError.
    """
    pieces: list[str] = []
    end = 0
    for edit in edits:
        if not end <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit.start}–{edit.end} overlaps, or is beyond the text")
        pieces += text[end : edit.start], edit.text
        end = edit.end
    return "".join([*pieces, text[end:]])


def moved(spans: Iterable[tuple[int, int]], edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Return where each span of the text stands in the new text, in code points.

    A span that an edit replaces is where the new words are; one that it cuts into takes all of
    them. Words put in at the edge of a span stay outside of it.
    """
    starts = [edit.start for edit in edits]
    ends = [edit.end for edit in edits]
    growth = [len(edit.text) - (edit.end - edit.start) for edit in edits]
    shifts = [0, *accumulate(growth)]
    found: list[tuple[int, int]] = []
    for start, end in spans:
        first = bisect_right(ends, start)  # the edits before this one end before the span
        behind = bisect_left(starts, end)  # this one and the next begin behind it
        if first and (starts[first - 1], ends[first - 1]) == (start, end):
            first -= 1  # words put in at a span of no width
            behind = first + 1
        left = min(start, starts[first]) if first < len(edits) else start
        right = max(end, ends[behind - 1]) if behind > first else end
        found.append((left + shifts[first], right + shifts[max(first, behind)]))
    return found
