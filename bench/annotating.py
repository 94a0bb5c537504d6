"""Measures annotating: accuracy beside the naive peer, and what two processes are worth."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from statistics import median

import msgspec

import material
import measuring
import nanori
from commands import LINT
from measuring import limited
from naive import references as naive_references
from nanori import Card
from nanori.grammar import languages

ROUNDS = 3
"""How often each is measured."""
COPIES = 10
"""How often the texts are in the file that several processes do: 230,000 texts of a language."""
MOST_OF_ONE = 1 / 1.8
"""What part of the time of one process two may take."""
Scored = set[tuple[int, int, str, str]]


def accuracy() -> int:
    """Print exact F1 on the annotated texts."""
    for lang in languages.codes():
        records = material.gold(lang)
        if not records:
            print(f"  {lang}: no annotated texts here")
            continue
        pairs: dict[str, list[tuple[Scored, Scored]]] = {"nanori": [], "naive": []}
        for record in records:
            gold = {(r["start"], r["end"], r["form"], r["target"]) for r in record["references"]}
            card = msgspec.convert(
                {k: v for k, v in record.items() if k in Card.__struct_fields__}, Card
            )
            mine = {(r.start, r.end, r.form, r.target) for r in nanori.annotate(card)}
            pairs["nanori"].append((gold, mine))
            peer = naive_references(card.name, card.text, legendary=_legend(card))
            pairs["naive"].append((gold, peer))
        scores = ", ".join(f"{who} F1 {_f1(found):.4f}" for who, found in pairs.items())
        print(f"  {lang}: {scores}")
    return 0


def _f1(pairs: Iterable[tuple[Scored, Scored]]) -> float:
    right = wrong = 0
    for gold, found in pairs:
        right += len(gold & found)
        wrong += len(gold ^ found)
    return 2 * right / (2 * right + wrong) if right else 0.0


def _legend(card: Card) -> bool:
    return "Legendary" in card.type or "伝説の" in card.type


def processes() -> int:
    """Print how much faster two processes do a large file than one, and what misses."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for lang in material.measured():
            path = Path(folder, f"{lang}.jsonl")
            lines = b"".join(msgspec.json.encode(card) + b"\n" for card in material.cards(lang))
            with path.open("wb") as file:
                for _ in range(COPIES):
                    file.write(lines)
            for command in (("annotate",), LINT):
                ratios: list[float] = []
                for _ in range(ROUNDS):
                    one, two = (
                        measuring.nanori(*command, str(path), "--jobs", jobs).seconds
                        for jobs in ("1", "2")
                    )
                    ratios.append(two / one)
                print("   ", ", ".join(f"{ratio:.3f}" for ratio in ratios))
                what = f"{lang}: {command[0]}, seconds with two processes over those with one"
                missed += limited(what, median(ratios), MOST_OF_ONE)
    return missed
