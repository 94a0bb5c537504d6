"""A text with its references marked."""

from __future__ import annotations

from collections.abc import Sequence

from nanori.model.values import Reference


def marked(text: str, references: Sequence[Reference]) -> str:
    """Return the text with each reference as ⟦form>target|words⟧; without them it is as before."""
    pieces: list[str] = []
    end = 0
    for one in references:
        pieces += text[end : one.start], f"⟦{one.form}>{one.target}|{one.text}⟧"
        end = one.end
    return "".join([*pieces, text[end:]])
