"""Measures `nanori lint`: its time against that of annotating the same files, and its memory.

Times are those of the process, divided by each other in one run.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

import material
import measuring
import nanori
from measuring import timed_afresh
from nanori.linting.checks import Check, listed
from nanori.linting.context import Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card


def written(path: Path, cards: Sequence[Card]) -> str:
    """Return the path of a file of those cards."""
    path.write_bytes(b"".join(msgspec.json.encode(card) + b"\n" for card in cards))
    return str(path)


def checks() -> int:
    """Print the time of each check alone over real texts, against that of annotating them."""
    for lang in material.measured():
        cards = material.cards(lang)[:: max(1, len(material.cards(lang)) // 3000)]
        index = Index(cards)
        base = timed_afresh(lambda: [nanori.annotate(card) for card in cards])  # noqa: B023
        found = [nanori.annotate(card) for card in cards]
        pairs = list(zip(cards, found, strict=True))
        costs: dict[str, float] = {}
        for check in listed().values():
            if check.kind == "check":
                subjects = [Subject(card, one, index, Settings()) for card, one in pairs]
                costs[check.name] = timed_afresh(partial(finding, check, subjects)) / base
        shown = sorted(costs.items(), key=lambda one: -one[1])[:8]
        words = ", ".join(f"{name} {cost:.2f}" for name, cost in shown)
        print(f"  {lang}: together {sum(costs.values()):.2f} times annotating; {words}")
    return 0


def finding(check: Check, subjects: Sequence[Subject]) -> int:
    """Return how much a check finds in texts."""
    return sum(len(list(check.find(subject))) for subject in subjects)


def memory() -> int:
    """Print peak memory of linting ten times a file against once."""
    with tempfile.TemporaryDirectory() as folder:
        cards = material.cards("en")
        once = written(Path(folder, "once.jsonl"), cards)
        tenfold = Path(folder, "tenfold.jsonl")
        with tenfold.open("wb") as file:
            for _ in range(10):
                file.write(Path(once).read_bytes())
        small = written(Path(folder, "small.jsonl"), cards[: len(cards) // 10])
        figures = [
            measuring.nanori("lint", path, "--format", "statistics", "--exit-zero")
            for path in (small, once, str(tenfold))
        ]
    tenth, whole, tenfold_ = (figure.peak for figure in figures)
    print(f"  peak of {len(cards)} cards: {whole / tenth:.2f} times that of a tenth of them,")
    print(f"  of ten times as many: {tenfold_ / whole:.2f} times")
    return 0
