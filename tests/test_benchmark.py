"""The benchmark is whole, and can be used without nanori."""

import ast
import json
import runpy
import subprocess
import sys
from typing import Any

import pytest

from project import ROOT

FOLDER = ROOT / "corpus" / "benchmark"
SCORE: dict[str, Any] = runpy.run_path(str(FOLDER / "score.py"))
GOLD: list[dict[str, Any]] = SCORE["gold"]()
MOST_LINES = 200


def test_there_are_three_hundred_texts_and_each_has_its_own_id() -> None:
    assert len({record["id"] for record in GOLD}) == len(GOLD) == 300


def test_references_are_in_order_do_not_overlap_and_equal_their_slice() -> None:
    for record in GOLD:
        last = 0
        for reference in record["references"]:
            assert last <= reference["start"] < reference["end"], record["id"]
            words = record["text"][reference["start"] : reference["end"]]
            assert words == reference["text"], record["id"]
            last = reference["end"]


@pytest.mark.parametrize("name", ["score.py", "peers.py"])
def test_scorer_and_peers_are_short_and_need_python_alone(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    imported = {
        alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {str(node.module) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    own = {"score"}
    assert {module.split(".")[0] for module in imported} - own <= sys.stdlib_module_names
    assert len(text.splitlines()) < MOST_LINES


def test_the_marks_themselves_score_one_and_nothing_scores_nought() -> None:
    records = [record for record in GOLD if record["lang"] in ("en", "ko")]
    right = {
        record["id"]: record
        | ({"reworded": SCORE["reworded"](record)} if record["lang"] == "en" else {})
        for record in records
    }
    whole = SCORE["table"](records, right, "lang")["all"]
    assert all(whole[task][0] == 1 for task in ("find", "names", "bind", "exact", "reword"))
    assert SCORE["table"](records, {}, "lang")["all"]["find"][0] == 0
    assert not list(SCORE["failures"](records, right))


def test_a_peer_answers_in_the_form_that_is_scored() -> None:
    said = subprocess.run(
        [sys.executable, str(FOLDER / "peers.py"), "nickname"], capture_output=True, check=True
    ).stdout.decode()
    answers = {answer["id"]: answer for answer in map(json.loads, said.splitlines())}
    assert len(answers) == len(GOLD)
    figures = SCORE["scored"](GOLD, answers)
    assert 0 < figures["find"][1] <= figures["find"][0] <= figures["find"][2] < 1
