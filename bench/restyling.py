"""Measures restyling beside annotating, in one run: process time, each text once a round."""

from __future__ import annotations

import material
import nanori
from measuring import timed_afresh
from nanori.rewriting.restyling import STYLES, restyle

ROUNDS = 3
SHARE = 8
"""One text of so many is measured."""


def restyling() -> int:
    """Print for each language and style how many times as long as annotating it takes."""
    for lang in material.measured():
        cards = material.cards(lang)[::SHARE]
        for style in STYLES:
            restyle(cards[0], style)  # grammar and patterns are built once
            ratios: list[float] = []
            for _ in range(ROUNDS):
                annotating = timed_afresh(lambda: [nanori.annotate(card) for card in cards])  # noqa: B023
                restyled = timed_afresh(lambda: [restyle(card, style) for card in cards])  # noqa: B023
                ratios.append(restyled / annotating)
            shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            print(f"  {lang} {style:<12} {len(cards)} texts, annotating times {shown}")
    return 0
