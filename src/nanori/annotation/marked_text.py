"""A text with its references marked."""

from __future__ import annotations

from collections.abc import Sequence

from nanori.model.values import Reference


def marked(text: str, references: Sequence[Reference]) -> str:
    """Return the text with each reference as ⟦form>target|words⟧; without them it is as before."""
    pieces: list[str] = []
    end = 0
    for reference in references:
        pieces += (
            text[end : reference.start],
            f"⟦{reference.form}>{reference.target}|{reference.text}⟧",
        )
        end = reference.end
    return "".join([*pieces, text[end:]])
