"""Paths that `nanori lint` is given, and what files are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_command import findings, lint


def test_a_set_in_the_current_folder_is_called_like_its_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = "card:\n\tname: Elder Heron\n\trule text: Sacrifice Elder Herno.\n"
    (tmp_path / "set").write_text(f"mse version: 2.0.2\ngame: magic\n{card}", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert [one["path"] for one in findings(Path())] == ["set"]


def test_a_link_that_leads_to_itself_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    code, out, err = lint(tmp_path / "loop")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "loop" in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_card_without_a_text_in_a_file_of_its_own_is_no_error_in_a_folder(
    tmp_path: Path, jobs: str
) -> None:
    for name, text in (("Reed Ox", ""), ("Elder Heron", "Sacrifice Elder Herno.")):
        card = f'{{"card_name": "{name}", "type": "Creature", "rules_text": "{text}"}}'
        (tmp_path / f"{name}.json").write_text(card, "utf-8")
    code, out, err = lint(tmp_path, "--jobs", jobs)
    summary = "2 cards in 2 files read, 1 without text: 1 finding, 1 with --fix --unsafe-fixes"
    assert (code, out.count("own-name/misspelled"), err) == (1, 1, f"{summary}; profile: set\n")
    code, out, err = lint(tmp_path / "Reed Ox.json")
    assert (code, err.count("none with a rules text")) == (2, 1)


def test_what_is_not_read_in_a_folder_is_said(tmp_path: Path) -> None:
    for name in ("a.ods", "b.resx", "c.strings", "d.properties", "e.sqlite"):
        (tmp_path / name).write_text("x")
    (tmp_path / "cards.csv").write_text("name,text\nAsh Wall,Ash Wall attacks.\n")
    err = lint(tmp_path).err.splitlines()
    assert err[0] == (
        f"{tmp_path}/a.ods: spreadsheets of OpenDocument: not read; convert to XLSX or CSV"
    )
    assert err[3] == "2 more files not read"
    assert err[4].startswith("1 card in 1 file read")
