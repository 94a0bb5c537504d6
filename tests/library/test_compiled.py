"""Compiled modules and the Python they are made of: the same, whichever is imported."""

import importlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from nanori.grammar import driver
from project import ROOT, SAMPLE, SHARED, put

PROGRAM = """
import nanori
from nanori.grammar import driver
print(driver.__file__)
text = "Whenever Maren attacks, draw a card. (This creature can't block.)"
card = nanori.Card(name="Maren, Harbor Warden", text=text, type="Legendary Creature")
print([str(reference) for reference in nanori.annotate(card)])
"""


of_compiled = pytest.mark.skipif(
    str(driver.__file__).endswith(".py"),
    reason="nanori was not built with compiled modules (make compiled)",
)


def printed(**environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_whoever_wants_it_gets_the_python() -> None:
    assert printed(NANORI_PURE="1")[0].endswith(".py")


@of_compiled
def test_both_say_the_same() -> None:
    assert printed(NANORI_PURE="1")[1:] == printed()[1:]


@of_compiled
@pytest.mark.parametrize("file", [SAMPLE, SHARED / "data" / "custom.en.jsonl.xz"])
def test_the_default_command_writes_the_same_bytes(file: Path) -> None:
    if not file.exists():
        pytest.skip("no real texts beside the project")

    def written(**environment: str) -> bytes:
        command = [sys.executable, "-m", "nanori", "annotate", str(file)]
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True)
        assert done.stdout
        return done.stdout

    assert written(NANORI_PURE="1") == written()


def test_a_wheel_without_its_compiled_part_says_so(tmp_path: Path) -> None:
    put(
        tmp_path / "sitecustomize.py",
        "import sys\n"
        "class Lost:\n"
        "    def find_spec(name, path, target=None):\n"
        "        if name == 'nanori.annotation.pipeline':\n"
        "            raise ModuleNotFoundError('no module', name='0123__mypyc')\n"
        "sys.meta_path.insert(0, Lost)\n",
    )
    done = subprocess.run(
        [sys.executable, "-m", "nanori", "annotate", "--sample"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "0123__mypyc, the compiled part of this installation, is missing" in done.stderr


def test_every_module_that_is_compiled_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hooks = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]
    assert [path for path in hooks["mypyc"]["include"] if not (ROOT / path[1:]).exists()] == []


@of_compiled
def test_a_compiled_module_is_imported_where_there_is_one() -> None:
    assert not str(importlib.import_module("nanori.annotation.matcher").__file__).endswith(".py")
