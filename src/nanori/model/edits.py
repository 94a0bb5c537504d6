"""A text and its edits to the new text, and to where everything else is in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from nanori.model import arguments
from nanori.model.values import Edit


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with each span replaced; what no edit spans stays as it is.

    `edits` are in order and do not overlap, else ValueError.

        >>> card = nanori.Card(name="Ash Wolf", type="Creature — Wolf", text="Untap Ash Wolf.")
        >>> nanori.apply(card.text, nanori.restyle(card, "foundations"))
        'Untap this creature.'
    """
    arguments.prove("text", text, str)
    arguments.prove_all("edits", edits, Edit)
    pieces: list[str] = []
    end = 0
    for edit in edits:
        if not end <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit.start}–{edit.end} overlaps, or is beyond the text")
        pieces += text[end : edit.start], edit.text
        end = edit.end
    return "".join([*pieces, text[end:]])


def moved(spans: Iterable[tuple[int, int]], edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Return where each span of the text is in the new text, in code points.

    Untap Ash Wolf or tap it.     edit 6–14, “it”: span 6–14 → 6–8, the new words; 10–17,
          ^start ^end             “Wolf or”, → 6–11, all of them; 0–6, at its edge, stays
    """
    starts = [edit.start for edit in edits]
    ends = [edit.end for edit in edits]
    growth = [len(edit.text) - (edit.end - edit.start) for edit in edits]
    shifts = [0, *accumulate(growth)]
    moved_spans: list[tuple[int, int]] = []
    for start, end in spans:
        first = bisect_right(ends, start)  # the first edit that ends after the span begins
        next_edit = bisect_left(starts, end)  # the first that begins where the span ends, or later
        if first and (starts[first - 1], ends[first - 1]) == (start, end):
            first -= 1  # an insertion at a span of no width
            next_edit = first + 1
        left = min(start, starts[first]) if first < len(edits) else start
        right = max(end, ends[next_edit - 1]) if next_edit > first else end
        moved_spans.append((left + shifts[first], right + shifts[max(first, next_edit)]))
    return moved_spans


def composed(text: str, first: Sequence[Edit], second: Sequence[Edit]) -> list[Edit]:
    """Return edits that do what `first` and then `second` do, the second counting in its result.

        Untap Ash Wolf.    first (6, 14, "it"): “Untap it.”, its span there 6–8, `longer` -6
        Untap it.          second (6, 8, "~") touches it: together (6, 14, "~")

    Both are in order and do not overlap, else ValueError. What comes out unchanged is not an edit.
    """
    between = apply(text, first)
    spans: list[_Changed] = []
    shift = 0
    for edit in first:
        start = edit.start + shift
        longer = len(edit.text) - (edit.end - edit.start)
        spans.append(_Changed(start, start + len(edit.text), longer))
        shift += longer
    spans += [_Changed(edit.start, edit.end, 0) for edit in second]
    edits: list[Edit] = []
    waiting = list(second)[::-1]
    shift = 0
    for start, end, longer in _merged(spans):
        inside: list[Edit] = []
        while waiting and waiting[-1].start <= end:
            edit = waiting.pop()
            inside.append(Edit(edit.start - start, edit.end - start, edit.text))
        words = apply(between[start:end], inside)
        old_start = start - shift
        shift += longer
        if words != text[old_start : end - shift]:
            edits.append(Edit(old_start, end - shift, words))
    return edits


class _Changed(NamedTuple):
    """The span of an edit in the intermediate text, and how much longer it made that text."""

    start: int
    end: int
    longer: int


def _merged(spans: list[_Changed]) -> list[_Changed]:
    merged: list[_Changed] = []
    for each in sorted(spans):
        if merged and each.start <= merged[-1].end:
            first, last, so_far = merged[-1]
            merged[-1] = _Changed(first, max(last, each.end), so_far + each.longer)
        else:
            merged.append(each)
    return merged
