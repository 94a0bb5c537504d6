"""A file is opened once a command; to be fixed it is written anew, and the new one is proven."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from project import ROOT

EXAMPLES = ROOT / "examples"
PROGRAM = """
import collections, os, sys
from nanori.surfaces.cli import app

opened = collections.Counter()
sys.addaudithook(
    lambda event, given: event == "open" and opened.update([os.path.abspath(str(given[0]))])
)
app.run(sys.argv[2:])
print(opened[sys.argv[1]])
"""
FIX, RESTYLE = "lint --fix --unsafe-fixes", "restyle --style tilde"
COMMANDS = ["annotate", "lint", "show", FIX, RESTYLE, f"{RESTYLE} --in-place"]
FILES = ["harbor.csv", "formats/mtgjson.json", "formats/cockatrice.xml", "formats/spoiler.txt"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_opened_once(command: str, name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / name, tmp_path))
    before = path.read_bytes()
    assert times_opened(path, *command.split(), path) == 1
    assert path.read_bytes() == before or "--fix" in command or "--in-place" in command


@pytest.mark.parametrize("option", ["--diff", "--write"])
def test_a_file_is_opened_once_to_rename_a_card(option: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / "harbor.csv", tmp_path))
    assert times_opened(path, "rename", path, "Tidebell Heron", "Ash Heron", option) == 1
    assert ("Ash Heron" in path.read_text()) == (option == "--write")


@pytest.mark.parametrize("options", [["--pair", "en.json", "ja.json", "--by", "key"], ["."]])
def test_files_are_opened_once_to_be_paired(options: list[str], tmp_path: Path) -> None:
    for name in ("en.json", "ja.json"):
        (tmp_path / name).write_text('{"a": {"name": "Ash", "text": "Draw a card."}}')
    assert times_opened(tmp_path / "en.json", "lint", *options) == 1


def times_opened(path: Path, *arguments: object) -> int:
    """Return how often a command opens a file in whose folder it runs."""
    every = [sys.executable, "-c", PROGRAM, str(path), *map(str, arguments)]
    environment = os.environ | {"XDG_CACHE_HOME": str(path.parent / "cache")}
    ran = subprocess.run(
        every, env=environment, cwd=path.parent, capture_output=True, text=True, check=True
    )
    return int(ran.stdout.splitlines()[-1])


def test_a_file_that_changes_while_it_is_checked_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nanori.linting import fixing
    from nanori.surfaces.cli import app

    path = Path(shutil.copy(EXAMPLES / "harbor.csv", tmp_path))
    write = fixing.write

    def late(*given: object) -> object:
        path.write_text("name,text\nA,B\n")
        return write(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(fixing, "write", late)
    assert app.run(["lint", "--fix", str(path)]) == 1
    assert path.read_text() == "name,text\nA,B\n"
