"""Whoever uses nanori first from several threads gets what one thread gets, and no dead process."""

import subprocess
import sys

import pytest

from project import EXHAUSTIVE, ROOT

PROGRAM = ROOT / "tests" / "library" / "program" / "first_use_by_threads.py"
STARTS = 100 if EXHAUSTIVE else 4
"""Fresh processes of each kind; one in ten to thirty died before types were made under a lock."""
EXPECTED = [
    "annotated: [3, 2]",
    "bound: ['{R}: Untap Gull Brand.']",
    "linted: ['type-against-text/contradiction']",
    "looked_up: ['Aru, the Quiet Lamp']",
    "restyled: Enchanted creature has "
    '"Sacrifice Gull Brand: Tap this creature." Gull Brand enters tapped.',
    "was_read: ['Gull Brand']",
]


def started(threads: int, how: str) -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM, str(threads), how], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout.splitlines()) == (0, EXPECTED), done.stderr


@pytest.mark.sampled(4)
@pytest.mark.parametrize("start", range(STARTS))
def test_sixteen_threads_begin_at_the_same_moment(start: int) -> None:
    started(16, "threads")


@pytest.mark.parametrize("start", range(STARTS // 4))
def test_a_pool_of_two_begins(start: int) -> None:
    started(2, "pool")


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["spawned", "forked"])
def test_threads_of_processes_begin(how: str) -> None:
    if how == "forked" and sys.platform == "win32":
        pytest.skip("Windows does not fork")
    started(8, how)
