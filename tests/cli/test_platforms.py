"""What differs between systems, as far as Linux can show it (docs/platforms.md)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from project import ROOT

pytestmark = pytest.mark.thorough

LOCALES = [{"PYTHONUTF8": "0", "LANG": "C", "LC_ALL": "C"}, {"PYTHONUTF8": "1", "LANG": "C.UTF-8"}]
COMMANDS = [
    ["show", "set.csv"],
    ["lint", "set.csv"],
    ["restyle", "set.csv", "--style", "tilde"],
    ["mentions", "article.txt"],
    ["--help"],
]
CARDS = (ROOT / "examples" / "harbor.csv").read_text("utf-8")


def nanori(folder: Path, *words: str, **more: str) -> tuple[int, bytes, bytes]:
    """Run the command as a process in a folder, with an environment of its own."""
    kept = {key: os.environ[key] for key in ("PATH", "XDG_DATA_HOME", "NANORI_CACHE")}
    done = subprocess.run(
        [sys.executable, "-m", "nanori", *words],
        cwd=folder,
        env={**kept, **more},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a set and an article."""
    (tmp_path / "set.csv").write_bytes(CARDS.encode())
    (tmp_path / "article.txt").write_bytes((ROOT / "examples" / "article.txt").read_bytes())
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_is_printed_does_not_depend_on_the_locale(words: list[str], folder: Path) -> None:
    bare, utf8 = (nanori(folder, *words, **each) for each in LOCALES)
    assert b"Traceback" not in bare[2]
    assert bare == utf8
    assert bare[1].decode("utf-8")
    assert bare[0] in (0, 1)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"], ids=["CRLF", "CR", "LF"])
def test_lines_end_as_they_ended(end: str, folder: Path) -> None:
    cards = CARDS.replace("\n", end)
    (folder / "set.csv").write_bytes(cards.encode())
    found = nanori(folder, "annotate", "set.csv", "--to", "summary")
    (folder / "set.csv").write_bytes(CARDS.encode())
    assert found == nanori(folder, "annotate", "set.csv", "--to", "summary")


def test_files_that_differ_in_capitals_alone_are_each_read(folder: Path) -> None:
    (folder / "sets").mkdir()
    for path, name in (("Set.jsonl", "Ash Fox"), ("set.jsonl", "Salt Hare")):
        record = {"id": name, "lang": "en", "name": name, "text": f"Untap {name}."}
        (folder / "sets" / path).write_text(json.dumps(record), "utf-8")
    code, out, _ = nanori(folder, "annotate", "sets")
    assert (code, [json.loads(line)["id"] for line in out.splitlines()]) == (
        0,
        ["Ash Fox", "Salt Hare"],
    )


def test_an_input_by_another_of_its_names_is_not_written_over(folder: Path) -> None:
    # As SET.CSV is where capitals do not count: the system says that both are one file.
    (folder / "SET.CSV").hardlink_to(folder / "set.csv")
    code, out, err = nanori(folder, "annotate", "set.csv", "-o", "SET.CSV")
    assert (code, out, err.count(b"\n")) == (2, b"", 1)
    assert (folder / "set.csv").read_bytes() == CARDS.encode()
