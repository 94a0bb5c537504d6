"""`nanori names matrix`: how often each file says each name, by form."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from command import nanori
from lint_command import HERON, cards
from project import ROOT

TRANSLATION = ROOT / "examples" / "translation"
HOSTILE = "=1+<script>alert(1)</script>\x1b[1m"


def rows(*arguments: object) -> list[dict[str, str]]:
    out = nanori("names", "matrix", *arguments, "--to", "csv").out
    return list(csv.DictReader(io.StringIO(out)))


def test_names_are_counted_by_file_and_form(tmp_path: Path) -> None:
    card = {**HERON, "text": "Elder Heron flies. This creature flies. Tap this creature."}
    other = {"name": "Owl", "text": "Find a card named Elder Heron."}
    first = cards(tmp_path / "first.jsonl", card)
    second = cards(tmp_path / "second.jsonl", card, other)
    counts = {
        (row["name"], Path(row["file"]).name, row["form"]): row["count"]
        for row in rows(first, second)
    }
    assert counts == {
        ("Elder Heron", "first.jsonl", "full"): "1",
        ("Elder Heron", "first.jsonl", "this"): "2",
        ("Elder Heron", "second.jsonl", "full"): "1",
        ("Elder Heron", "second.jsonl", "named"): "1",
        ("Elder Heron", "second.jsonl", "this"): "2",
    }


def test_text_and_page_say_the_same(tmp_path: Path) -> None:
    said = rows(TRANSLATION)
    text = nanori("names", "matrix", TRANSLATION).out
    out = tmp_path / "names.html"
    assert nanori("names", "matrix", TRANSLATION, "-o", out).code == 0
    page = out.read_text("utf-8")
    assert all(row["name"] in text and row["name"] in page for row in said)
    assert (
        len(text.splitlines())
        == page.count("<tr>")
        == len({(row["name"], row["file"]) for row in said}) + 1
    )


@pytest.mark.parametrize("shape", ["text", "csv", "html"])
def test_markup_formulas_and_control_characters_are_text(tmp_path: Path, shape: str) -> None:
    card = {**HERON, "name": HOSTILE, "text": "Tap this creature."}
    out = nanori("names", "matrix", cards(tmp_path / "a.jsonl", card), "--to", shape).out
    assert "\x1b" not in out
    assert not [line for line in out.splitlines() if line.startswith("=")] or shape == "text"
    assert shape != "html" or "<script>" not in out


def test_a_file_that_is_missing_is_one_line(tmp_path: Path) -> None:
    done = nanori("names", "matrix", tmp_path / "missing.csv")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
