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
import collections, sys
from nanori.surfaces.cli import app

opened = collections.Counter()
sys.addaudithook(lambda event, given: opened.update([str(given[0])]) if event == "open" else None)
app.run(sys.argv[2:])
print(opened[sys.argv[1]])
"""
COMMANDS = ["annotate", "lint", "lint --fix", "lint --fix --unsafe-fixes"]
FILES = ["harbor.csv", "formats/mtgjson.json", "formats/cockatrice.xml", "formats/spoiler.txt"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_opened_once(command: str, name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(EXAMPLES / name, tmp_path))
    before = path.read_bytes()
    arguments = [sys.executable, "-c", PROGRAM, str(path), *command.split(), str(path)]
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    ran = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "1"
    assert path.read_bytes() == before or "--fix" in command


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
