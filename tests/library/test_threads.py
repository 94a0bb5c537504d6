"""Whoever uses nanori first from several threads gets what one thread gets, and no dead process."""

import ast
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


def test_a_pool_of_two_begins() -> None:
    started(2, "pool")


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
@pytest.mark.parametrize("how", ["spawned", "forked"])
def test_threads_of_processes_begin(how: str) -> None:
    started(8, how)


IMPORTED = """
import importlib, sys, nanori
nanori.annotate  # and all that it begins with, under a lock
for module in sys.argv[1:]:
    package = module.rpartition(".")[0]
    if package not in sys.modules:
        importlib.import_module(package)
        print(*{*sys.argv[1:]} & {each for each in sys.modules if each.startswith(f"{package}.")})
"""


def test_no_import_can_meet_another() -> None:
    """Of two threads that import a package and a module it begins with, one gets an error."""
    modules = {
        node.module
        for path in (ROOT / "src" / "nanori").glob("[a-r]*/**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and "." in (node.module or "")
        if (node.module or "").rpartition(".")[0]
        != ".".join(path.relative_to(ROOT / "src").parent.parts)
    }
    asked = [sys.executable, "-c", IMPORTED, *sorted(filter(None, modules))]
    assert not subprocess.check_output(asked, text=True).split()
