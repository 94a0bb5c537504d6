"""Measures commands as whole processes: of many texts beside the naive peer and decoding alone,
and of next to nothing beside a bare interpreter; and single calls in a process that goes on.

Times swing by a third on a shared machine, so the instructions of a sample are counted, too, where
valgrind is installed: these are the same in every run, and it is they that have the limits.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

import material
import measuring
from nanori import Card, annotate
from nanori.annotation import binding, pipeline

TRANSLATION = material.ROOT / "examples" / "translation"
ROUNDS = 3
"""How often all commands are timed, one after another."""
FEW, MANY = 300, 900
"""Texts whose instructions are counted: those of many less those of few, as what is made once is
made by then; counting takes fifty times the time."""
COMPILED = not binding.__file__.endswith(".py")
"""Whether it is the compiled package that is measured, such as that of `make compiled`."""
MOST = {"en": 1.2, "ja": 2.5} if COMPILED else {"en": 2.1, "ja": 6.0}
"""By language, how many times the peer `annotate` may take, in time as in instructions."""
MOST_LINT = {"en": (350.0, 10.0), "ja": (400.0, 24.0)}
"""The same of `lint`: microseconds a text, and times the peer in either measure.

It takes 200 and 340, 7 and 21 times in time, 6.4 and 17 times the instructions."""
LINT = ("lint", "--no-cache", "--format", "statistics")
_COUNTED = re.compile(rb"I\s+refs:\s+([\d,]+)")
Measure = Callable[[Sequence[str]], float]
"""What a command takes, in seconds or in instructions."""


class _Costs(NamedTuple):
    """What a text costs, and what a start does."""

    decode: float
    """Reading the card."""
    peer: float
    """Finding references as the naive peer does."""
    annotate: float
    """`nanori annotate`, which reads the card, too, and writes what it found."""
    lint: float
    """`nanori lint` without what it remembers of earlier runs; 0 if not measured."""
    start: float
    """`nanori annotate` of the smaller file, in bare interpreters."""

    @property
    def ratio(self) -> float:
        """How many times what the peer takes `annotate` does."""
        return self.annotate / self.peer


def commands() -> int:
    """Print what `nanori annotate FILE` takes as a process beside the peer, and what misses."""
    with tempfile.TemporaryDirectory() as folder:
        return sum(_measured(lang, Path(folder)) for lang in material.measured())


def _measured(lang: str, folder: Path) -> int:
    """Print the costs in a language, and return how many limits are missed."""
    cards = material.cards(lang)
    if not cards:
        return 0
    most = MOST[lang if lang in MOST else "en"]
    sample = cards[:: max(1, len(cards) // MANY)][:MANY]
    one, every, few, many = (
        _written(folder / f"{number}.{lang}.jsonl", kept)
        for number, kept in enumerate((cards[:1], cards, sample[:FEW], sample))
    )
    texts = len(cards) - 1
    rounds = [_costs(_seconds, one, every, texts, lint=not number) for number in range(ROUNDS)]
    _show(f"{lang}, µs a text", min(rounds, key=lambda costs: costs.ratio), 1e6)
    ratio = median(costs.ratio for costs in rounds)
    missed = measuring.limited(f"{lang}: times the peer", ratio, most)
    (most_micros, most_lint), linted = MOST_LINT[lang if lang in MOST_LINT else "en"], rounds[0]
    missed += measuring.limited(f"{lang}: lint, µs a text", linted.lint * 1e6, most_micros)
    missed += measuring.limited(f"{lang}: lint", linted.lint / linted.peer, most_lint)
    if not shutil.which("valgrind") or len(sample) <= FEW:
        print("    instructions are not counted: that takes valgrind, and the real texts")
        return missed
    counted = _costs(_instructions, few, many, len(sample) - FEW, lint=True)
    _show(f"{lang}, thousand instructions a text", counted, 1e-3)
    missed += measuring.limited(f"{lang}: the same in instructions", counted.ratio, most)
    what = f"{lang}: lint in instructions"
    return missed + measuring.limited(what, counted.lint / counted.peer, most_lint)


MOST_MICROSECONDS = 35.0, 200.0
"""What a call may take in a process that has done others: half of all, and ninety-nine of 100.

The compiled package keeps both (144 µs in English, 176 in Japanese). As plain Python, the latter is
218 and 272, many of them cards that a tree is asked of. It is half of that for a card that is
annotated again at once, when what it takes is at hand in the processor.
"""
WARMING, CALLS = 3000, 7000
"""Cards that are annotated first, and those that are measured, none twice."""


def calls() -> int:
    """Print what one call of the library takes, and what misses.

    The least of several rounds counts, each of which forgets what the one before has seen: what
    else the machine does would be most of the slowest hundredth.
    """
    missed = 0
    for lang in material.measured():
        cards = material.cards(lang)
        random.Random(5).shuffle(cards)
        warming, asked = cards[:WARMING], cards[WARMING : WARMING + CALLS]
        rounds = [_calls(warming, asked) for _ in range(ROUNDS)]
        once = sorted(rounds[0])
        least = sorted(map(min, zip(*rounds, strict=True)))
        for what, share, most in zip(("median", "p99"), (50, 99), MOST_MICROSECONDS, strict=True):
            place = len(asked) * share // 100
            print(f"  {lang}: {what} {once[place]:.0f} µs as it came")
            missed += measuring.limited(f"{lang}: {what} of the least, µs", least[place], most)
    return missed


def _calls(warming: Sequence[Card], cards: Sequence[Card]) -> list[float]:
    """Return the microseconds of each card's call after others were annotated."""
    pipeline.forget()
    for card in warming:
        annotate(card)
    taken: list[float] = []
    for card in cards:
        begun = time.perf_counter()
        annotate(card)
        taken.append((time.perf_counter() - begun) * 1e6)
    return taken


STARTS_TIMED = 7
QUIET = 20
"""Milliseconds of a bare interpreter on a quiet machine, by which those wanted become ratios."""
STARTS: dict[str, tuple[Sequence[str], int, float]] = {
    "annotate, a card in English": (("annotate", "en.jsonl"), 120, 5.0),
    "annotate, a card in Japanese": (("annotate", "ja.jsonl"), 120, 5.0),
    "show --sample": (("show", "--sample"), 250, 11.4),
    "--help": (("--help",), 150, 2.8),
    "names find, without a database": (("names", "find", "Ada"), 200, 6.8),
    "lint, two small files": (("lint", "--no-cache", str(TRANSLATION)), 300, 19.4),
}
"""What is started, in how many milliseconds it is wanted, and with how many times the instructions
of a bare interpreter: a tenth more than it took in November 2026."""


def start() -> int:
    """Print what commands take from their start to their end, in bare interpreters."""
    # Python keeps what it compiles for who uses it, so that only a first start has to.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    bare = [sys.executable, "-c", "import json, re"]
    least = min(_seconds(bare) for _ in range(STARTS_TIMED))
    instructions = _instructions(bare) if shutil.which("valgrind") else 0
    missed = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.environ["XDG_DATA_HOME"] = folder  # where a database would be
        for lang in ("en", "ja"):
            _written(Path(f"{lang}.jsonl"), material.cards(lang)[:1])
        for what, (words, wanted, most) in STARTS.items():
            command = [sys.executable, "-m", "nanori", *words]
            seconds = min(_seconds(command) for _ in range(STARTS_TIMED))
            missed += measuring.limited(what, seconds / least, wanted / QUIET)
            if instructions:
                counted = _instructions(command) / instructions
                missed += measuring.limited("  in instructions", counted, most)
    return missed


def _written(path: Path, cards: Sequence[Card]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(card) + b"\n" for card in cards))
    return path


def _costs(measure: Measure, less: Path, more: Path, texts: int, *, lint: bool) -> _Costs:
    """Return what each text costs that only the second file has."""
    here = str(Path(__file__).parent)
    python = [sys.executable, "-c"]
    before, after = (
        [
            measure([*python, _DECODE, str(path)]),
            measure([*python, _DECODE + _PEER, str(path), here]),
            measure([sys.executable, "-m", "nanori", "annotate", str(path)]),
            measure([sys.executable, "-m", "nanori", *LINT, str(path)]) if lint else 0,
        ]
        for path in (less, more)
    )
    decode, peer, annotated, linted = ((b - a) / texts for a, b in zip(before, after, strict=True))
    bare = measure([*python, "pass"])
    return _Costs(decode, peer - decode, annotated, linted, before[2] / bare)


def _show(what: str, costs: _Costs, unit: float) -> None:
    """Print what a text costs, and how often decoding it would fit in that."""
    print(
        f"  {what}: annotate {costs.annotate * unit:.1f}, peer {costs.peer * unit:.1f}, decoding "
        f"{costs.decode * unit:.1f}, {costs.annotate / costs.decode:.1f} × of that; "
        f"the start is {costs.start:.1f} bare interpreters"
    )


_DECODE = """
import sys
import msgspec
decoder = msgspec.json.Decoder()
cards = [decoder.decode(line) for line in open(sys.argv[1], "rb")]
"""
_PEER = """
sys.path.append(sys.argv[2])
from naive import naive
for card in cards:
    kind = card["type"]
    naive(card["name"], card["text"], legendary="Legendary" in kind or "伝説の" in kind)
"""


def _seconds(command: Sequence[str]) -> float:
    """Return the processor time of a process."""
    return measuring.whole([*command], (0, 1)).processor


def _instructions(command: Sequence[str]) -> float:
    """Return the instructions of a process, which are always the same."""
    counting = [
        "valgrind",
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
    ]
    done = subprocess.run([*counting, *command], capture_output=True, check=False)
    counted = _COUNTED.search(done.stderr)
    if counted is None:
        raise SystemExit(f"valgrind has counted nothing: {done.stderr[-200:]!r}")
    return float(counted[1].replace(b",", b""))
