"""Restyling in files: every file of corpus/formats/ in every style, and what is refused."""

import json
import shutil
from pathlib import Path

import pytest

from command import Captured
from format_files import FILES
from nanori.formats import reader
from nanori.formats.entries import Entry
from nanori.model.errors import NanoriError
from nanori.rewriting import restyling
from nanori.surfaces.cli import app
from project import put

TOLD_BY_TEXT = {"chat.txt"}
"""Files with a name that only its text tells from a name with a mana cost behind it."""

PRINTED = [restyling.FOUNDATIONS, restyling.ORACLE, "tilde", "xmage"]


def entries(path: Path) -> list[Entry]:
    try:
        read = list(reader.entries(str(path)))
    except NanoriError:
        return []
    return [entry for entry in read if isinstance(entry, Entry)]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("style", PRINTED)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_texts_are_reworded_and_all_else_is_as_it_was(
    path: Path, style: str, tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "all"
    shutil.copytree(path.parent, folder)
    copy = folder / path.name
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    old = entries(copy)
    code = app.run(["restyle", str(copy), "--style", style, "--in-place"])
    capsys.readouterr()
    if code == 2:
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
        return
    for was, now in zip(old, entries(copy), strict=True):
        rewordings = restyling.changes(was.card, style)
        if was.markup or path.name in TOLD_BY_TEXT:
            continue
        if was.card.text and "text" not in was.places:  # a formula, or what is translated
            assert now.card.text == was.card.text
            continue
        if "text" in was.places and was.places["text"].escaping == restyling.KEYWORD:
            assert now.card.text == was.card.text
            continue
        assert now.card.text == restyling.restyled(was.card.text, rewordings)
        assert (now.card.name, now.card.type, now.extra) == (
            was.card.name,
            was.card.type,
            was.extra,
        )


def test_names_in_a_magic_set_editor_set_are_marked(tmp_path: Path, capsys: Captured) -> None:
    words = "\trule_text: When {} enters, draw a card.\n"
    head = "mse_version: 2.0.2\ngame: magic\ncard:\n\tname: Ember Pot\n\tsuper_type: Artifact\n"
    path = put(tmp_path / "set", head + words.format("Ember Pot"))
    assert app.run(["restyle", str(path), "--style", "mse", "--in-place"]) == 0
    mark = "<atom-cardname><nospellcheck>Ember Pot</nospellcheck></atom-cardname>"
    assert path.read_text("utf-8") == head + words.format(mark)
    assert app.run(["restyle", str(path), "--style", "foundations", "--diff"]) == 0
    assert capsys.readouterr() == ("", "")


def test_marks_are_written_in_no_other_format(tmp_path: Path, capsys: Captured) -> None:
    path = put(tmp_path / "cards.csv", "name,text\nEmber Pot,Sacrifice Ember Pot.\n")
    assert app.run(["restyle", str(path), "--style", "mse", "--in-place"]) == 2
    assert "marks of Magic Set Editor were asked for" in capsys.readouterr().err
    assert path.read_text("utf-8") == "name,text\nEmber Pot,Sacrifice Ember Pot.\n"


def test_a_card_file_can_be_written_elsewhere(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out.csv"
    path = tmp_path / "cards.csv"
    path.write_bytes(b"name,text,type\r\nEmber Pot,Sacrifice Ember Pot.,Artifact\r\n")
    arguments = ["restyle", str(path), "--style", "foundations"]
    assert app.run([*arguments, "--as-file", "-o", str(out)]) == 0
    assert out.read_bytes() == b"name,text,type\r\nEmber Pot,Sacrifice this artifact.,Artifact\r\n"
    assert app.run([*arguments, "-o", str(out)]) == 2
    out.unlink()
    assert app.run([*arguments, "-o", str(out)]) == 0
    assert json.loads(out.read_text("utf-8"))["text"] == "Sacrifice this artifact."
    for wrong in (["--in-place", "--diff"], ["--in-place", "-o", str(out)]):
        assert app.run([*arguments, *wrong]) == 2
    assert app.run([*arguments[:2], str(path), *arguments[2:], "--as-file"]) == 2
    assert app.run(["restyle", "-", "--style", "oracle", "--in-place"]) == 2
    capsys.readouterr()


def test_a_keyword_of_a_script_keeps_the_sign_it_is_known_by(
    tmp_path: Path, capsys: Captured
) -> None:
    keyword = "K:CARDNAME can't be blocked by Walls.\n"
    path = put(
        tmp_path / "script.txt",
        f"Name:Fenlight Kid\nTypes:Creature Kithkin\n{keyword}"
        "Oracle:Fenlight Kid can't be blocked by Walls.\n",
    )
    assert app.run(["restyle", str(path), "--style", "foundations", "--in-place"]) == 0
    after = path.read_text()
    assert keyword in after
    assert "Oracle:This creature can't be blocked by Walls.\n" in after
    assert capsys.readouterr().err == ""
