"""Whoever uses nanori first from several threads gets what one thread gets, and no dead process."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

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


def begins_with(package: str) -> set[str]:
    """Return the modules that the package's own file imports."""
    spec = find_spec(package)
    if spec is None or not spec.parent or not (spec.origin or "").endswith("__init__.py"):
        return set()
    names: set[str] = set()
    for node in ast.parse(Path(str(spec.origin)).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            module = ".".join(filter(None, [package if node.level else "", node.module]))
            names |= {module, *(f"{module}.{each.name}" for each in node.names)}
    return names


def test_no_import_can_meet_another() -> None:
    """Of two threads that import a package and a module it begins with, one gets an error.

    What the first public name imports is imported under a lock.
    """
    first = subprocess.run(
        [sys.executable, "-c", "import sys, nanori; nanori.annotate; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    by_the_lock = set(first.stdout.split())
    met: list[str] = []
    for path in (ROOT / "src" / "nanori").rglob("*.py"):
        here = ".".join(path.relative_to(ROOT / "src").parent.parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = (isinstance(node, ast.ImportFrom) and node.module) or ""
            package = module.rpartition(".")[0]
            if package not in {"", here, *by_the_lock} and "surfaces" not in here:
                met += [f"{path.name}: {module}"] if module in begins_with(package) else []
    assert not met
