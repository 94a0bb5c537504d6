"""Measures nanori beside the naive peer, in one run: accuracy, speed, memory, hostile text.

Figures are ratios measured in this run; seconds are printed only to show what was divided.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

import material
import nanori
import nanori.annotation.pipeline
import nanori.grammar.languages
import scenarios
from naive import naive
from naive import references as naive_references
from nanori import Card

Scored = set[tuple[int, int, str, str]]


def main() -> None:
    """Run every measurement, or those whose names are given."""
    parts: dict[str, Callable[[], None]] = {
        "accuracy": accuracy,
        "speed": speed,
        "processes": processes,
        "memory": memory,
        "start": start,
        "hostile": hostile,
        "scenarios": scenarios.scenarios,
    }
    print("texts:", "real, from ../shared" if material.is_real() else "the shipped sample")
    for name in sys.argv[1:] or parts:
        print(f"\n{name}")
        parts[name]()


def accuracy() -> None:
    """Print exact F1 on the annotated texts."""
    for lang in nanori.grammar.languages.codes():
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
        print(
            f"  {lang}: " + ", ".join(f"{who} F1 {_f1(found):.4f}" for who, found in pairs.items())
        )


def _f1(pairs: Iterable[tuple[Scored, Scored]]) -> float:
    right = wrong = 0
    for gold, found in pairs:
        right += len(gold & found)
        wrong += len(gold ^ found)
    return 2 * right / (2 * right + wrong) if right else 0.0


def _legend(card: Card) -> bool:
    return "Legendary" in card.type or "伝説の" in card.type


def speed() -> None:
    """Print the time of annotating against the peer's, in turn, each text once a round."""
    for lang in nanori.grammar.languages.codes():
        cards = material.cards(lang)
        nanori.annotate(Card(text="", name="-", lang=lang))  # the grammar is built once
        ratios: list[float] = []
        for _ in range(3):
            nanori.annotation.pipeline.forget()
            re.purge()
            peer = _timed(lambda: [naive(c.name, c.text, legendary=_legend(c)) for c in cards])  # noqa: B023
            mine = _timed(lambda: [nanori.annotate(c) for c in cards])  # noqa: B023
            ratios.append(mine / peer)
            rate = sum(len(card.text) for card in cards) / mine
        shown = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"  {lang}: {len(cards)} texts, {rate / 1e6:.1f} M characters/s, peer times {shown}")


def processes() -> None:
    """Print how much faster two processes annotate a whole file than one."""
    for lang in nanori.grammar.languages.codes():
        one, two = (
            min(_run("annotate", str(material.path(lang)), "--jobs", jobs)[0] for _ in range(3))
            for jobs in ("1", "2")
        )
        print(f"  {lang}: one {one:.2f} s, two {two:.2f} s, {one / two:.2f} times faster")


def memory() -> None:
    """Print peak memory for ten times a file against once."""
    with tempfile.TemporaryDirectory() as folder:
        once, tenfold = Path(folder, "once.jsonl"), Path(folder, "tenfold.jsonl")
        lines = b"".join(msgspec.json.encode(card) + b"\n" for card in material.cards("en"))
        once.write_bytes(lines)
        with tenfold.open("wb") as file:
            for _ in range(10):
                file.write(lines)
        small, large = (_run("annotate", str(path))[1] for path in (once, tenfold))
    print(f"  {small / 1024:.0f} MiB, {large / 1024:.0f} MiB: {large / small:.2f} times as much")


def start() -> None:
    """Print the time of `nanori --version` against a bare interpreter."""
    bare = min(_whole([sys.executable, "-c", "import json, re"])[0] for _ in range(7))
    mine = min(_run("--version")[0] for _ in range(7))
    allowed = 2 * bare + 0.15
    print(f"  bare {bare:.3f} s, nanori {mine:.3f} s, allowed {allowed:.3f} s")


HOSTILE = {
    "en": [
        *('"', "(", '("', "(this creature) ", "named A ", "create A, ", "this ", "A of B dies. "),
        *("Partner with A ", "{", "~ — ", "'A ", "has "),
    ],
    "ja": [
        *("「", "（", "「（", "「これ」", "という名前", "これは", "この", "「甲」", "、甲に変身"),
        *("「という名前の", "《", "を持つ", "との共闘"),
    ],
}
"""Pieces that, repeated, would hurt a grammar that looks back or nests without bound."""


def hostile() -> None:
    """Print time for each character of repeated pieces, at four lengths; flat is linear."""
    lengths = (10_000, 100_000, 1_000_000)
    for lang, pieces in HOSTILE.items():
        nanori.annotate(Card(text=" ".join(pieces), name="A of B", lang=lang))  # builds the grammar
        for piece in pieces:
            costs: list[float] = []
            for length in lengths:
                text = piece * (length // len(piece))
                taken = _timed(lambda: nanori.annotate(Card(text=text, name="A of B", lang=lang)))  # noqa: B023
                taken += _timed(lambda: nanori.parse(text, lang))  # noqa: B023
                costs.append(taken / len(text) * 1e9)
            shown = "  ".join(f"{cost:7.0f}" for cost in costs)
            print(f"  {lang} {piece!r:<20} ns a character at 10 k, 100 k, 1 M: {shown}")


def _timed(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _run(*arguments: str) -> tuple[float, int]:
    return _whole([sys.executable, "-m", "nanori", *arguments])


def _whole(command: list[str]) -> tuple[float, int]:
    """Return the seconds and the peak KiB of a whole process; its output is thrown away."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - begun, usage.ru_maxrss


if __name__ == "__main__":
    main()
