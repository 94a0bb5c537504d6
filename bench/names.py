"""Measures the database of names beside rapidfuzz, in one run: building, exact, inexact look-up.

Run as: PYTHONPATH=src python bench/names.py [NAMES-FILE] — the real names of ../shared by default.
"""

from __future__ import annotations

import json
import lzma
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import msgspec
from rapidfuzz import fuzz, process

import inexact
from nanori.names.database import Register

NAMES = Path(__file__).parents[2] / "shared" / "data" / "names.jsonl.xz"
QUERIES = 1000
BASELINE_QUERIES = 300


def main() -> None:
    """Print every figure."""
    path = Path(sys.argv[1]) if sys.argv[1:] else NAMES
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "names.sqlite"
        building(path, database)
        with lzma.open(path) as source:
            lines = [msgspec.json.decode(line, type=inexact.Line) for line in source]
        with Register.open(database) as register:
            exact(register, lines)
            compared(register, lines)


def building(path: Path, database: Path) -> None:
    """Print how much longer than json's reading the whole command takes, and its work alone."""
    run = [sys.executable, "-m", "nanori", "names", "build", str(path), "-o", str(database)]
    readings, commands, works = [], [], []
    for _ in range(3):
        start = time.perf_counter()
        with lzma.open(path, "rt", encoding="utf-8") as source:
            records = [json.loads(line) for line in source]
        readings.append(time.perf_counter() - start)
        del records
        start = time.perf_counter()
        subprocess.run(run, check=True, capture_output=True)
        commands.append(time.perf_counter() - start)
        start = time.perf_counter()
        subprocess.run([*run[:3], "--version"], check=True, capture_output=True)
        works.append(commands[-1] - (time.perf_counter() - start))
    read = statistics.median(readings)
    print(f"build: {statistics.median(commands) / read:.1f} × reading with json ({read:.3f} s),")
    print(f"       {statistics.median(works) / read:.1f} × without the start of the program")


def exact(register: Register, lines: list[inexact.Line]) -> None:
    """Print exact look-ups a second."""
    names = [line.name for line in lines] + [str(one["name"]) for line in lines for one in line.ja]
    register.exact(names[0])
    start = time.perf_counter()
    for name in names:
        register.exact(name)
    print(f"exact: {len(names) / (time.perf_counter() - start):,.0f} a second")


def compared(register: Register, lines: list[inexact.Line]) -> None:
    """Print the share of right first answers and the time of each, by kind and in all."""
    queries = inexact.queries(lines, QUERIES)
    faces: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        for name in (line.name, *(str(one["name"]) for one in line.ja)):
            faces[name].add(line.name)
    choices = list(faces)
    register.find("warm up")

    def ours(text: str) -> set[str]:
        hits = register.find(text, limit=1)
        return {hits[0].name_en} if hits else set()

    def wratio(text: str) -> set[str]:
        found = process.extractOne(text, choices)
        return faces[found[0]] if found else set()

    def ratio(text: str) -> set[str]:
        found = process.extractOne(text, choices, scorer=fuzz.ratio)
        return faces[found[0]] if found else set()

    for name, finder, asked in (
        ("nanori, first time asked", ours, queries),
        ("nanori, again", ours, queries),
        ("extractOne", wratio, queries[:BASELINE_QUERIES]),
        ("extractOne, fuzz.ratio", ratio, queries),
    ):
        print(name, *measured(finder, asked), sep="\n  ")


def measured(finder: Callable[[str], set[str]], queries: list[inexact.Query]) -> list[str]:
    """Return lines with the share right and the times, in all and by kind."""
    times: list[float] = []
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for query in queries:
        start = time.perf_counter()
        found = finder(query.text)
        times.append(time.perf_counter() - start)
        asked[query.kind] += 1
        right[query.kind] += bool(found & query.right)
    late = statistics.quantiles(times, n=20)[-1]
    share = right.total() / asked.total()
    return [
        f"right first: {share:.3f}; median {statistics.median(times) * 1000:.3f} ms, "
        f"95th percentile {late * 1000:.3f} ms",
        ", ".join(f"{kind} {right[kind] / count:.2f}" for kind, count in asked.items()),
    ]


if __name__ == "__main__":
    main()
