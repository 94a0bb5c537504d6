"""The types of the public library, as the checkers see them in a program outside the project."""

import ast
import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import nanori
from project import put

pytestmark = pytest.mark.thorough

PROGRAM = Path(__file__).with_name("program") / "every_public_name.py"
PYRIGHT = {"typeCheckingMode": "strict", "include": ["."]}


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Return a folder that has the program and nothing else of the project."""
    shutil.copy(PROGRAM, tmp_path)
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )


def test_the_program_names_every_public_name() -> None:
    tree = ast.parse(PROGRAM.read_text("utf-8"))
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    named |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert set(nanori.__all__) <= named


def test_the_program_runs(outside: Path) -> None:
    done = run(outside, PROGRAM.name)
    assert (done.returncode, done.stderr) == (0, "")
    assert "own-name/misspelled" in done.stdout


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_finds_no_fault_in_it_at_its_strictest(outside: Path) -> None:
    done = run(outside, "-m", "mypy", "--strict", "--no-incremental", PROGRAM.name)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_finds_no_fault_in_it_at_its_strictest(outside: Path) -> None:
    put(outside / "pyrightconfig.json", json.dumps(PYRIGHT))
    done = run(outside, "-m", "pyright", "--pythonpath", sys.executable)
    assert done.returncode == 0, done.stdout + done.stderr
