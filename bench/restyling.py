"""Measures restyling beside annotating, in one run: process time, each text once a round."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import material
import nanori
import nanori.annotation.pipeline
import nanori.grammar.languages
from nanori.rewriting import restyling

ROUNDS = 3
SHARE = 8
"""One text of so many is measured."""


def main() -> None:
    """Print for each language and style how many times as long as annotating it takes."""
    print("texts:", "real, from ../shared" if material.is_real() else "the shipped sample")
    for lang in nanori.grammar.languages.codes():
        cards = material.cards(lang)[::SHARE]
        for style in restyling.STYLES:
            restyling.restyle(cards[0], style)  # grammar and patterns are built once
            ratios: list[float] = []
            for _ in range(ROUNDS):
                annotating = _timed(lambda: [nanori.annotate(card) for card in cards])  # noqa: B023
                restyled = _timed(lambda: [restyling.restyle(card, style) for card in cards])  # noqa: B023
                ratios.append(restyled / annotating)
            shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
            print(f"  {lang} {style:<12} {len(cards)} texts, annotating times {shown}")


def _timed(work: Callable[[], object]) -> float:
    """Return the process time of some work that remembers nothing from before."""
    nanori.annotation.pipeline.forget()
    re.purge()
    begun = time.process_time()
    work()
    return time.process_time() - begun


if __name__ == "__main__":
    main()
