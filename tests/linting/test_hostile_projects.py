"""A project that is checked is not trusted: its settings, links and databases reach no further."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import pytest
import yaml

from command import GOOD, nanori
from nanori.names import schema
from project import ROOT

CARD = '{"name": "Reed Ox", "text": "Untap Reid Ox. Tap Reed Ox."}\n'


def project(folder: Path, settings: str = "") -> Path:
    inside = folder / "project"
    inside.mkdir()
    (inside / "cards.jsonl").write_text(CARD)
    (inside / "nanori.toml").write_text(settings)
    return inside


def database(path: Path) -> None:
    (path.parent / "n.jsonl").write_text('{"name": "Ember Mage"}\n')
    assert nanori("names", "build", path.parent / "n.jsonl", "-o", path).code == 0


def test_a_file_name_is_no_option_of_a_hook() -> None:
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")):
        assert not hook["pass_filenames"]


@pytest.mark.parametrize("name", ["../names.txt", "/names.txt", "link", "a\\u0000b"])
def test_settings_name_no_file_outside_their_folder(name: str, tmp_path: Path) -> None:
    outside = tmp_path / "names.txt"
    outside.write_text("Ember Pot\n")
    inside = project(tmp_path, f'names = "{name.replace("/names", f"{tmp_path}/names")}"')
    (inside / "link").symlink_to(outside)
    ran = nanori("lint", inside / "cards.jsonl")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "not in the folder of the settings" in ran.err
    assert nanori("lint", inside / "cards.jsonl", "--config", inside / "nanori.toml").code == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
@pytest.mark.parametrize("what", ["pipe", "link to a device", "sparse"])
@pytest.mark.parametrize("name", ["nanori.toml", "pyproject.toml", "names.txt", "terms.csv"])
def test_what_comes_with_a_project_is_a_small_plain_file(
    name: str, what: str, tmp_path: Path
) -> None:
    if (name, what) == ("names.txt", "sparse"):
        pytest.skip("a database of names may be large")
    setting = {"names.txt": "names", "terms.csv": "terms"}.get(name)
    inside = project(tmp_path, f'{setting} = "{name}"' if setting else "")
    place = inside / name
    if not setting:
        (inside / "nanori.toml").unlink()
    if what == "pipe":
        os.mkfifo(place)
    elif what == "sparse":
        with place.open("wb") as file:
            file.truncate(1 << 32)
    elif setting:
        pytest.skip("links out of the folder are refused above")
    else:
        place.symlink_to("/dev/zero")
    for command in ("lint", "annotate"):
        if not (setting and command == "annotate"):
            ran = nanori(command, inside / "cards.jsonl")
            assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
            assert f"{place}: {'larger' if what == 'sparse' else 'no plain file'}" in ran.err


def test_the_command_line_may_name_any_file(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Ember Pot\n")
    inside = project(tmp_path)
    assert nanori("lint", inside, "--names", tmp_path / "names.txt").code == 1


def test_no_link_out_of_the_folder_is_followed(tmp_path: Path) -> None:
    outside = tmp_path / "mine.jsonl"
    outside.write_text(CARD)
    inside = project(tmp_path)
    (inside / "link.jsonl").symlink_to(outside)
    (inside / "same.jsonl").symlink_to(inside / "cards.jsonl")
    words = f"{inside / 'link.jsonl'}: a link out of the folder, passed over"
    assert nanori("lint", "--fix", inside).err.startswith(f"{words}\n1 fixed\n")
    assert outside.read_text() == CARD
    assert "Reed Ox." in (inside / "cards.jsonl").read_text()
    assert (inside / "same.jsonl").is_symlink()
    (inside / "more").symlink_to(tmp_path)
    assert nanori("lint", inside).err.startswith(f"{words}, and 1 more like it\n")
    # Who names the link means the file.
    assert nanori("lint", "--fix", inside / "link.jsonl").err.startswith("1 fixed\n")
    assert outside.read_text() != CARD


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW v AS SELECT 1",
        "CREATE TRIGGER t AFTER INSERT ON forms BEGIN DELETE FROM forms; END",
        "CREATE TABLE more (a)",
        "DROP TABLE faces",
        "DROP TABLE keys; CREATE VIEW keys AS WITH RECURSIVE r(id, kind, key, form) AS "
        "(SELECT 1, 'a', 'a', 1 UNION ALL SELECT id + 1, kind, key, form FROM r) SELECT * FROM r",
    ],
)
def test_a_database_with_other_tables_is_asked_nothing(statement: str, tmp_path: Path) -> None:
    path = tmp_path / "names.sqlite"
    database(path)
    connection = sqlite3.connect(path)
    connection.executescript(statement)
    connection.close()
    for arguments in (
        ["names", "find", "x", "--db", path],
        ["annotate", "--sample", "--names", path],
        ["lint", tmp_path / "n.jsonl", "--names", path],
    ):
        ran = nanori(*arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "its tables are not those" in ran.err


def test_a_question_that_takes_too_long_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "names.sqlite"
    database(path)
    monkeypatch.setattr(schema, "STEPS_BETWEEN_CHECKS", 10)
    monkeypatch.setattr(schema, "MAX_STEPS", 40)
    ran = nanori("names", "find", "Ember", "--db", path)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert re.search("takes too long|damaged", ran.err)


@pytest.mark.parametrize("piece", ["*a", "?*", "[a-z]*", "*[!b]", "**", "["])
def test_patterns_do_not_run_away(piece: str, tmp_path: Path) -> None:
    for times, code in ((100, 0), (10_000, 2)):
        (tmp_path / str(times)).mkdir()
        pattern = f"{piece * times}b"
        inside = project(tmp_path / str(times), f'[per-file-ignores]\n"{pattern}" = ["all"]\n')
        (inside / f"{'a' * 200}.jsonl").write_text(GOOD)
        ran = nanori("lint", inside / f"{'a' * 200}.jsonl")
        assert (ran.code, ran.err.count("\n")) == (code, 1)
        assert ran.err.endswith("1 card in 1 file read, nothing found; profile: set\n") == (
            code == 0
        )
