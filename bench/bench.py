"""Runs the measurements: `python bench/bench.py [PART]…`, as `make bench` does.

Figures are ratios of two things measured in the same run, so that runs on other machines can be
compared; only single calls are told in microseconds, as was asked of them. A measurement that has a
limit and misses it is a failure, and the exit code is 1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import annotating
import benchmark
import commands
import growing
import journeys
import material
import memory

Part = Callable[[], int]
"""Prints a measurement and returns how many limits were missed."""

PARTS: dict[str, Part] = {
    "accuracy": annotating.accuracy,
    "commands": commands.commands,
    "calls": commands.calls,
    "processes": annotating.processes,
    "start": commands.start,
    "memory": memory.memory,
    "growing": growing.growing,
    "journeys": journeys.journey,
}
"""What is measured where no part is named: ten minutes."""

ASKED: dict[str, Part] = {"benchmark": benchmark.benchmark}
"""What is measured only if it is named."""


def main(*parts: str) -> int:
    """Run those parts, and return the exit code."""
    every = PARTS | ASKED
    if unknown := [part for part in parts if part not in every]:
        print(f"no part {', '.join(unknown)}; there are {', '.join(every)}", file=sys.stderr)
        return 2
    print("texts:", "real, from ../shared" if material.is_real() else "the shipped sample")
    missed = 0
    for part in parts or PARTS:
        print(f"\n{part}", flush=True)
        missed += every[part]()
    if missed:
        print(f"\nFAILED: {missed} limit{'' if missed == 1 else 's'} missed")
    return bool(missed)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
