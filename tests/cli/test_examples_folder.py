"""The folder `examples`: one set in every format, with faults that are found, each where it is."""

import re
import runpy
import shutil
from pathlib import Path

import pytest

import nanori
from command import Captured
from command import nanori as command
from project import ROOT

EXAMPLES = ROOT / "examples"
SET = EXAMPLES / "harbor.csv"
FILES = [
    *sorted(path for path in (EXAMPLES / "formats").iterdir() if path.name != "forge"),
    *sorted((EXAMPLES / "formats" / "forge").iterdir()),
]
SYMBOLS = re.compile(r"[{}]")
"""Magic Set Editor marks symbols by tags, not by braces."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the examples, in which the test runs."""
    copy = shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(copy)
    return copy


def texts(path: Path) -> set[tuple[str, str]]:
    return {
        (record.card.name, SYMBOLS.sub("", record.card.text)) for record in nanori.read(str(path))
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_of_the_set_has_the_same_cards(path: Path) -> None:
    assert texts(path)
    assert texts(path) <= texts(SET)
    assert len(texts(path)) in (1, 8, 16)


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["lint", "harbor.csv", "--format", "jsonl"], 6),
        (["lint", "translation", "--format", "jsonl"], 3),
        (["lint", "rules.txt", "--format", "jsonl"], 2),
    ],
)
def test_the_planted_faults_are_found(folder: Path, arguments: list[str], count: int) -> None:
    ran = command(*arguments)
    assert (ran.code, len(ran.out.splitlines())) == (1, count)


def test_the_wrong_names_of_the_article_are_found(folder: Path) -> None:
    assert command("names", "build", "harbor.csv", "-o", "names.sqlite").code == 0
    ran = command("mentions", "article.txt", "--db", "names.sqlite")
    assert ran.code == 1
    assert len(ran.out.splitlines()) == 4
    assert ran.out.endswith("article.txt: 4 right, 2 wrong, 1 short, 1 unknown\n")


def test_every_safe_fix_of_the_examples_can_be_made(folder: Path) -> None:
    assert command("lint", ".", "--fix").code == 1
    again = command("lint", ".", "--fix")
    assert "0 fixed\n" in again.err


def test_the_scenario_is_answered(folder: Path) -> None:
    ran = command("bind", "scenario.yaml")
    assert ran.code == 0
    assert "Sacrifice Lantern Gull: Draw a card." in ran.out


def test_the_script_runs_without_a_data_frame(capsys: Captured) -> None:
    rows = runpy.run_path(str(EXAMPLES / "self_references.py"))["rows"]
    assert len(rows) == 22
    assert "Mooring Rope: “this creature” is whoever has the ability (201.5a)" in (
        capsys.readouterr().out
    )
