"""Measures the database of names beside rapidfuzz: building it, exact and inexact look-up."""

from __future__ import annotations

import json
import lzma
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from rapidfuzz import fuzz, process

import inexact
import material
import measuring
from nanori.names.database import Database

NAMES = material.SHARED / "data" / "names.jsonl.xz"
QUERIES = 1000
BASELINE_QUERIES = 300


def names() -> int:
    """Print every figure."""
    with real() as (register, lines):
        if register is None:
            print("  no real names here")
            return 0
        building()
        compared(register, lines)
    return 0


@contextmanager
def real() -> Generator[tuple[Database | None, list[inexact.Line]]]:
    """Return a database of the real names, and their lines; none where they are absent."""
    if not NAMES.exists():
        yield None, []
        return
    with lzma.open(NAMES) as source:
        lines = [msgspec.json.decode(line, type=inexact.Line) for line in source]
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder, "names.sqlite"))
        measuring.nanori("names", "build", str(NAMES), "-o", database)
        with Database.open(database) as register:
            yield register, lines


def building() -> None:
    """Print how much longer than json's reading the whole command takes."""
    ratios: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        with lzma.open(NAMES, "rt", encoding="utf-8") as source:
            records = [json.loads(line) for line in source]
        read = time.perf_counter() - start
        del records
        with tempfile.TemporaryDirectory() as folder:
            database = str(Path(folder, "names.sqlite"))
            ratios.append(
                measuring.nanori("names", "build", str(NAMES), "-o", database).seconds / read
            )
    print(f"  build: {statistics.median(ratios):.1f} times reading with json")


def compared(register: Database, lines: list[inexact.Line]) -> None:
    """Print the share of right first answers and the time of each against rapidfuzz."""
    queries = inexact.queries(lines, QUERIES)
    faces: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        for name in (line.name, *(str(printed["name"]) for printed in line.ja)):
            faces[name].add(line.name)
    choices = list(faces)
    register.find("warm up")

    def ours(text: str) -> set[str]:
        hits = register.find(text, limit=1)
        return {hits[0].name_en} if hits else set()

    def exactly(text: str) -> set[str]:
        return {hit.name_en for hit in register.exact(text)}

    def ratio(text: str) -> set[str]:
        nearest = process.extractOne(text, choices, scorer=fuzz.ratio)
        return faces[nearest[0]] if nearest else set()

    shown, base = measured(ratio, queries[:BASELINE_QUERIES])
    print(f"  extractOne with fuzz.ratio: {shown} right, its time is 1")
    for name, finder in (("find", ours), ("find, again", ours), ("exact", exactly)):
        shown, median = measured(finder, queries)
        print(f"  {name}: {shown} right, {median / base:.4f} of its time")


def measured(finder: Callable[[str], set[str]], queries: list[inexact.Query]) -> tuple[str, float]:
    """Return the share of right answers, in all and by kind, and the median of the times."""
    times: list[float] = []
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for query in queries:
        start = time.perf_counter()
        answers = finder(query.text)
        times.append(time.perf_counter() - start)
        asked[query.kind] += 1
        right[query.kind] += bool(answers & query.right)
    kinds = ", ".join(f"{kind} {right[kind] / count:.2f}" for kind, count in asked.items())
    return f"{right.total() / asked.total():.3f} ({kinds})", statistics.median(times)
