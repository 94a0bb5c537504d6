"""`nanori lint --format xlsx`: every finding is a row of text, and nothing is a formula."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from lint_command import HERON, cards, findings, lint
from nanori.linting.outputs import xlsx

openpyxl = pytest.importorskip("openpyxl")
pytest.importorskip("xlsxwriter")

FORMULAS = ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "＝1", '=HYPERLINK("http://x")', "http://x"]


def workbook(path: Path, *arguments: object) -> Any:  # noqa: ANN401
    out = path.with_suffix(".xlsx")
    lint(path, "-o", out, *arguments)
    return openpyxl.load_workbook(out)


def test_a_row_says_what_a_finding_says(tmp_path: Path) -> None:
    path = cards(tmp_path / "cards.jsonl", HERON, {**HERON, "id": 2, "name": "Owl"})
    book = workbook(path)
    heads, *rows = book["Findings"].iter_rows(values_only=True)
    assert list(heads) == list(xlsx.COLUMNS)
    said = findings(path)
    assert len(rows) == len(said) == 2
    for row, record in zip(rows, said, strict=True):
        cells = dict(zip(heads, row, strict=True))
        assert (cells["Check"], cells["Message"]) == (record["rule"], record["message"])
        assert (cells["Row"], cells["Column"]) == (record["line"], record["column"])
        name = cells["Card"].partition(" #")[0]
        assert cells["With the fix"] == f"Sacrifice {name}: Draw a card."
    assert [row[:2] for row in book["Checks"].iter_rows(min_row=2, values_only=True)] == [
        ("placeholder/leftover", 2)
    ]


@pytest.mark.parametrize("words", FORMULAS)
def test_nothing_is_a_formula_or_a_link(tmp_path: Path, words: str) -> None:
    card = {**HERON, "name": words, "text": f"~ {words}"}
    book = workbook(cards(tmp_path / "cards.jsonl", card))
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type in ("s", "n")
                assert not isinstance(cell.value, str) or cell.data_type == "s"
                assert cell.hyperlink is None
                if isinstance(cell.value, str) and cell.value[0] in "=+-@":
                    assert cell.quotePrefix


def test_control_characters_and_long_texts_are_shown(tmp_path: Path) -> None:
    text = "~ \x00\x1b[1m " + "🐉" * 60_000
    path = cards(tmp_path / "cards.jsonl", {**HERON, "text": text})
    cells = [cell for row in workbook(path)["Findings"].values for cell in row]
    assert "placeholder/leftover" in cells
    assert not any("\x1b" in cell or "_x001B_" in cell for cell in cells if isinstance(cell, str))


def test_what_has_no_room_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MAX_ROWS", 2)
    many = [{**HERON, "id": number, "name": f"Heron {number}"} for number in range(5)]
    rows = list(workbook(cards(tmp_path / "cards.jsonl", *many))["Findings"].values)
    assert len(rows) == 4
    assert rows[-1][0] == "3 more findings have no room here"


def test_without_the_library_it_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    done = lint(cards(tmp_path / "cards.jsonl", HERON), "-o", tmp_path / "out.xlsx")
    assert done.code == 2
    assert done.err == (
        "nanori: xlsxwriter is not installed; pip install 'nanori[xlsx]' brings it\n"
    )
    assert not (tmp_path / "out.xlsx").exists()
