"""What measurements share: processor time, whole processes."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from nanori.annotation import pipeline


class Whole(NamedTuple):
    """What a process took."""

    seconds: float
    peak: int
    """In KiB."""
    processor: float
    """Seconds of processor time."""


def timed(work: Callable[[], object]) -> float:
    """Return the seconds of processor time that some work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def timed_afresh(work: Callable[[], object]) -> float:
    """Return the same for work that remembers nothing from before."""
    pipeline.forget()
    re.purge()
    return timed(work)


def nanori(*arguments: str, codes: Sequence[int] = (0,)) -> Whole:
    """Return what the command line with those arguments takes as a process."""
    return whole([sys.executable, "-m", "nanori", *arguments], codes)


_MEASURER = """
import os, subprocess, sys, time
begun = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(process.returncode, time.perf_counter() - begun, usage.ru_maxrss, end=' ')
print(usage.ru_utime + usage.ru_stime)
"""
"""What starts a process from a small one: a process counts its parent's memory as its own peak."""


def whole(command: list[str], codes: Sequence[int] = (0,)) -> Whole:
    """Return what a process takes; its output is thrown away.

    SystemExit if it does not end with one of those codes.
    """
    measurer = [sys.executable, "-S", "-c", _MEASURER, *command]
    done = subprocess.run(measurer, capture_output=True, text=True, check=True)
    code, seconds, peak, processor = done.stdout.split()
    if int(code) not in codes:
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return Whole(float(seconds), int(peak), float(processor))


def limited(what: str, ratio: float, most: float) -> int:
    """Print a ratio that has a limit; return whether it misses it."""
    missed = ratio > most
    print(f"  {what}: {ratio:.3g}, at most {most:.3g}{' FAILED' if missed else ''}")
    return missed
