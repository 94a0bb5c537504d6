"""`nanori restyle` as a user meets it: output and exit codes."""

import json
import os
from pathlib import Path

import pytest

from command import Captured, nanori
from nanori.surfaces.cli import app
from project import put

CARD = {"id": 7, "name": "Timberline Ox", "type": "Creature — Ox", "絵": "x"}


@pytest.fixture
def cards(tmp_path: Path) -> str:
    lines = [{**CARD, "text": "Sacrifice Timberline Ox."}, {**CARD, "text": "Flying"}]
    path = put(tmp_path / "cards.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


def test_a_line_has_the_new_text_and_its_changes(cards: str, capsys: Captured) -> None:
    assert app.run(["restyle", cards, "--style", "foundations"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["id"], first["text"], first["絵"]) == (7, "Sacrifice this creature.", "x")
    change = {"start": 10, "end": 23, "text": "Timberline Ox", "new": "this creature"}
    change |= {"form": "full", "new_form": "this", "scope": "rules", "rule": "201.5"}
    assert first["changes"] == [change]
    assert (second["text"], second["changes"]) == ("Flying", [])


def test_the_output_can_be_a_file(cards: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert app.run(["restyle", cards, "--style", "tilde", "-o", str(out)]) == 0
    assert json.loads(out.read_text("utf-8").splitlines()[0])["text"] == "Sacrifice ~."


def test_a_record_that_cannot_be_read_does_not_stop_the_rest(
    tmp_path: Path, capsys: Captured
) -> None:
    broken = ['{"name": 3}', json.dumps({**CARD, "text": "Tap Timberline Ox."})]
    path = put(tmp_path / "cards.jsonl", "\n".join(broken) + "\n")
    assert app.run(["restyle", str(path), "--style", "forge"]) == 1
    out, err = capsys.readouterr()
    broken, good = map(json.loads, out.splitlines())
    assert (broken["line"], good["text"]) == (1, "Tap CARDNAME.")
    assert f"{path}:1" in err


def test_standard_input_is_written_whole_though_it_is_read_twice(tmp_path: Path) -> None:
    line = b'{"lang": "en", "name": "Ash Ox", "text": "Untap Ash Ox."}\n'
    out = tmp_path / "out.jsonl"
    ran = nanori("restyle", "--style", "tilde", "--as-file", "-", "-o", out, stdin=line * 3)
    assert (ran.code, out.read_bytes()) == (0, line.replace(b"Untap Ash Ox", b"Untap ~") * 3)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_changed_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for words in (["restyle", "--style", "tilde", "--in-place"], ["rename"]):
        ran = nanori(*words, tmp_path / "pipe", *(["Ash", "Elm"] if words == ["rename"] else []))
        assert (ran.code, ran.out) == (2, "")
        assert "is a pipe, a file that can be changed was wanted" in ran.err


CODED = [
    ("CU Blue Cat", "When this creature enters, draw a card."),
    ("CW White Dog", "When White Dog enters, draw a card."),
    ("UB Black Owl", "When Black Owl enters, draw a card."),
    ("RG Green Elk", "{T}: Add {G}."),
    ("UR Red Fox", "When CARDNAME enters, draw a card."),
]


def coded(path: Path) -> str:
    """Write a set whose names begin with codes that its texts leave out."""
    records = [
        {"name": name, "type": "Creature — Beast", "text": text, "lang": "en"}
        for name, text in CODED
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return str(path)


def test_no_code_is_written_into_a_text_that_names_its_card_neither_way(tmp_path: Path) -> None:
    path = coded(tmp_path / "set.jsonl")
    rows = nanori("restyle", path, "--style", "oracle").records()
    first, *_ = (row["text"] for row in rows)
    assert first == "When Blue Cat enters, draw a card."
    assert nanori("lint", path, "--fix", "--select", "placeholder/leftover").code == 0
    assert "When Red Fox enters" in Path(path).read_text("utf-8")


def test_a_word_before_a_name_that_no_text_leaves_out_is_written(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    lines = [
        {"name": name, "type": "Creature — Robot", "text": "When this creature enters, scry 1."}
        for name in ("TV Set", "UV Lamp", "PC Tower")
    ]
    path.write_text("".join(json.dumps({**line, "lang": "en"}) + "\n" for line in lines), "utf-8")
    first, *_ = nanori("restyle", path, "--style", "oracle").out.splitlines()
    assert json.loads(first)["text"] == "When TV Set enters, scry 1."
