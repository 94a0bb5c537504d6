"""Measures `nanori lint`: its time against that of annotating the same files, and its memory.

Times are those of the process, divided by each other in one run.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

import material
import nanori
from bench import _run  # type: ignore[reportPrivateUsage]
from nanori.annotation import pipeline
from nanori.cli import inputs
from nanori.formats import catalogue
from nanori.linting import engine
from nanori.linting.files import discovery
from nanori.linting.gathering import gathered
from nanori.linting.options import Settings
from nanori.linting.runs import Reading, Run
from nanori.linting.settings.selecting import Selection
from nanori.model.values import Card

SET = 300
"""Cards of a set."""

ALLOWED = 3.0
"""How many times as long as annotating a set linting it may take."""


def main() -> None:
    """Run every measurement, or those whose names are given."""
    parts: dict[str, Callable[[], None]] = {"sets": sets, "checks": checks, "memory": memory}
    print("texts:", "real, from ../shared" if material.is_real() else "the shipped sample")
    for name in sys.argv[1:] or parts:
        print(f"\n{name}")
        parts[name]()


def sets() -> None:
    """Print how many times as long as annotating it linting a set takes."""
    for lang in nanori.grammar.languages.codes():
        cards = material.cards(lang)
        ratios: list[float] = []
        for number in range(6):
            start = number * len(cards) // 6
            with tempfile.TemporaryDirectory() as folder:
                path = written(Path(folder, "set.jsonl"), cards[start : start + SET])
                ratios.append(ratio(path))
        worst = max(ratios[1:])
        shown = ", ".join(f"{one:.2f}" for one in ratios[1:])
        print(f"  {lang}: {shown}; allowed {ALLOWED}: {'met' if worst <= ALLOWED else 'MISSED'}")


def written(path: Path, cards: Sequence[Card]) -> str:
    """Return the path of a file of those cards."""
    path.write_bytes(b"".join(msgspec.json.encode(card) + b"\n" for card in cards))
    return str(path)


def ratio(path: str) -> float:
    """Return the least time of linting a file over the least of annotating it, of five each."""
    annotated, linted = [], []
    for _ in range(5):
        annotated.append(taken(lambda: annotate(path)))
        linted.append(taken(lambda: lint(path)))
    return min(linted) / min(annotated)


def taken(work: Callable[[], object]) -> float:
    """Return the process time of some work, with nothing remembered from before."""
    pipeline.forget()
    re.purge()
    start = time.process_time()
    work()
    return time.process_time() - start


def annotate(path: str) -> int:
    """Return how many references a file has."""
    records = inputs.records([path], "", inputs.Failures([path]))
    return sum(len(nanori.annotate(record.card)) for record in records)


def lint(path: str) -> int:
    """Return how many findings a file has."""
    targets = list(discovery.targets([path], {path: path}))
    settings, reading = Settings(), Reading()
    index, originals = gathered(targets, reading, None, pairs=True)
    run = Run(settings, index, Selection(settings), originals, reading)
    return sum(1 for _ in engine.reports(targets, run, inputs.Failures([path])))


def checks() -> None:
    """Print the time of each check alone over real texts, against that of annotating them."""
    from nanori.linting import checks as every
    from nanori.linting.context import Subject
    from nanori.linting.indexes import Index

    for lang in nanori.grammar.languages.codes():
        cards = material.cards(lang)[:: max(1, len(material.cards(lang)) // 3000)]
        index = Index(cards)
        pipeline.forget()
        base = taken(lambda: [nanori.annotate(card) for card in cards])  # noqa: B023
        found = [nanori.annotate(card) for card in cards]
        pairs = list(zip(cards, found, strict=True))
        costs: dict[str, float] = {}
        for check in every.listed().values():
            if check.kind == "check":
                subjects = [Subject(card, one, index, Settings()) for card, one in pairs]
                costs[check.name] = taken(lambda: [list(check.find(s)) for s in subjects]) / base  # noqa: B023
        shown = sorted(costs.items(), key=lambda one: -one[1])[:8]
        words = ", ".join(f"{name} {cost:.2f}" for name, cost in shown)
        print(f"  {lang}: together {sum(costs.values()):.2f} times annotating; {words}")


def memory() -> None:
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
            _run("lint", path, "--statistics", "--exit-zero")
            for path in (small, once, str(tenfold))
        ]
    for (seconds, peak), count in zip(figures, (0.1, 1, 10), strict=True):
        print(f"  {int(len(cards) * count)} cards: {seconds:.1f} s, {peak / 1024:.0f} MiB")


if __name__ == "__main__":
    assert catalogue.listed()
    main()
