"""A text and edits of it to the new text, and to where everything else then stands."""

from __future__ import annotations

from collections.abc import Sequence

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
