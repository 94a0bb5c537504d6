"""Compiled modules and the Python they are made of: the same, whichever is imported."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib

import pytest

from project import ROOT

PROGRAM = """
import nanori
from nanori.grammar import driver
print(driver.__file__)
text = "Whenever Maren attacks, draw a card. (This creature can't block.)"
card = nanori.Card(name="Maren, Harbor Warden", text=text, type="Legendary Creature")
print([str(reference) for reference in nanori.annotate(card)])
"""


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


def test_both_say_the_same() -> None:
    assert printed(NANORI_PURE="1")[1:] == printed()[1:]


def test_every_module_that_is_compiled_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    hooks = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]
    assert [path for path in hooks["mypyc"]["include"] if not (ROOT / path[1:]).exists()] == []


@pytest.mark.parametrize("module", ["nanori.grammar.driver", "nanori.annotation.matcher"])
def test_a_compiled_module_is_imported_where_there_is_one(module: str) -> None:
    imported = importlib.import_module(module)
    if "site-packages" not in str(imported.__file__) or str(imported.__file__).endswith(".py"):
        pytest.skip("nanori was not built with compiled modules (make compiled)")
    assert not str(imported.__file__).endswith(".py")
