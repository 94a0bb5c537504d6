"""`nanori table`: a row for each text, with every form by which it calls itself."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from command import nanori
from project import ROOT

SET = ROOT / "examples" / "harbor.csv"


@pytest.mark.parametrize(
    ("number", "names", "demonstratives", "for_holder"),
    [
        (0, ["Maren"], [], ["this creature"]),
        (1, ["マレン"], [], ["このクリーチャー"]),
        (4, [], ["this creture"], []),
        (5, [], ["このクリーチャー"], []),
        (12, ["Mooring Rope"], [], ["this creature"]),
        (13, ["CARDNAME"], [], ["このクリーチャー"]),
    ],
)
def test_a_row_has_each_form_once(
    number: int, names: list[str], demonstratives: list[str], for_holder: list[str]
) -> None:
    rows = nanori("table", SET).records()
    assert len(rows) == 16
    row = rows[number]
    assert (row["names"], row["demonstratives"], row["for_holder"]) == (
        names,
        demonstratives,
        for_holder,
    )


def test_the_own_names_become_a_sign_and_nothing_else_changes() -> None:
    for row in nanori("table", SET).records():
        (name,) = row["names"] or ["~"]
        assert row["text"].replace(name, "~") == row["text_nameless"]


def test_csv_says_the_same_as_json_lines(tmp_path: Path) -> None:
    out = tmp_path / "self.csv"
    assert nanori("table", SET, "-o", out) == (0, "", "")
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8"), newline="")))
    expected = nanori("table", SET).records()
    assert [[*row] for row in rows] == [[*row] for row in expected]
    for row, other in zip(rows, expected, strict=True):
        cells = ["|".join(cell) if isinstance(cell, list) else str(cell) for cell in other.values()]
        assert [*row.values()] == cells


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    card = {"name": "=1+1", "lang": "en", "text": "+1: Draw a card."}
    (tmp_path / "cards.jsonl").write_text(json.dumps(card) + "\n", "utf-8")
    ran = nanori("table", tmp_path / "cards.jsonl", "--to", "csv")
    assert ran.code == 0
    assert ",en, =1+1,,,,,, +1: Draw a card., +1: Draw a card.\n" in ran.out


def test_the_same_is_written_twice() -> None:
    assert nanori("table", SET, "--to", "csv") == nanori("table", SET, "--to", "csv")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.csv"], "no such file"),
        ([], "a FILE was wanted"),
        ([SET, "-o", SET], "is an input"),
        ([SET, "--to", "jsnl"], "did you mean “jsonl”?"),
    ],
)
def test_wrong_usage_is_one_line(arguments: list[object], said: str) -> None:
    before = SET.read_bytes()
    ran = nanori("table", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert SET.read_bytes() == before
