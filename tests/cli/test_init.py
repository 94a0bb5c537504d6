"""`nanori init` looks at a folder, writes its settings, and never over what is there."""

import os
import shutil
from pathlib import Path

import pytest

from command import nanori
from project import ROOT

SET = ROOT / "examples" / "harbor.csv"
JAPANESE = '{"lang": "ja", "name": "提灯鴎", "text": "このクリーチャーを手札に戻す。"}\n'


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Return a folder with the example set, in a repository."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "cards").mkdir()
    shutil.copy(SET, tmp_path / "cards")
    return tmp_path / "cards"


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_writes_settings_that_lint_reads(cards: Path) -> None:
    ran = nanori("init", cards)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == ["harbor.csv: tables (en: 8, ja: 8)", "nanori.toml: written"]
    assert set(state(cards)) == {str(cards / "harbor.csv"), str(cards / "nanori.toml")}
    assert 'languages = ["en", "ja"]' in (cards / "nanori.toml").read_text("utf-8")
    ran = nanori("lint", cards, "--format", "concise")
    assert (ran.code, len(ran.out.splitlines())) == (1, 6)


def test_a_second_run_changes_nothing(cards: Path) -> None:
    nanori("init", cards)
    before = state(cards)
    ran = nanori("init", cards)
    assert ran.code == 0
    assert ran.out.endswith("nanori.toml: is there, left as it is\n")
    assert state(cards) == before


def test_settings_in_a_shared_file_above_are_enough(cards: Path) -> None:
    (cards.parent / "pyproject.toml").write_text("[tool.nanori]\n", "utf-8")
    ran = nanori("init", cards)
    assert "nanori.toml: settings are in " in ran.out
    assert not (cards / "nanori.toml").exists()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_languages_are_those_of_the_cards(tmp_path: Path, lang: str) -> None:
    text = JAPANESE if lang == "ja" else JAPANESE.replace("ja", "en").replace("提灯鴎", "Gull")
    (tmp_path / "cards.jsonl").write_text(text, "utf-8")
    assert nanori("init", tmp_path).code == 0
    assert f'languages = ["{lang}"]' in (tmp_path / "nanori.toml").read_text("utf-8")


def test_a_folder_that_is_none_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none", SET, tmp_path):
        ran = nanori("init", path)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_link_that_leads_nowhere_is_not_written_through(cards: Path) -> None:
    target = cards.parent / "elsewhere.toml"
    (cards / "nanori.toml").symlink_to(target)
    assert nanori("init", cards).code == 0
    assert not target.exists()


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="everything is writable for root")
def test_a_folder_that_cannot_be_written_is_one_line(cards: Path) -> None:
    cards.chmod(0o500)
    ran = nanori("init", cards)
    cards.chmod(0o700)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_shared_settings_that_are_broken_are_one_line(cards: Path) -> None:
    (cards.parent / "pyproject.toml").write_text("[tool.\n", "utf-8")
    ran = nanori("init", cards)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert not (cards / "nanori.toml").exists()


def test_of_a_repository_that_publishes_sets_they_alone_are_looked_at(cards: Path) -> None:
    text = '{"cards": [{"card_name": "Gull", "rules_text": "Gull can\'t block"}]}'
    for name in ("sets/TID-files/TID.json", "sets/versions/1_TID.json", "lists/all-cards.json"):
        (cards / name).parent.mkdir(parents=True, exist_ok=True)
        (cards / name).write_text(text, "utf-8")
    assert nanori("init", cards).code == 0
    assert 'include = ["sets/*-files/*.json"]' in (cards / "nanori.toml").read_text("utf-8")
    ran = nanori("lint", cards, "--select", "all", "--format", "concise")
    files = {line.partition(":")[0] for line in ran.out.splitlines()}
    assert files == {str(cards / "sets/TID-files/TID.json")}
    named = nanori("lint", cards / "lists/all-cards.json", "--select", "all")
    assert "all-cards.json" in named.out  # what is named is looked at


def test_exports_of_a_set_are_not_looked_at_again(tmp_path: Path) -> None:
    shutil.copy(ROOT / "corpus/formats/mse/lanterns.mse-set", tmp_path / "a.mse-set")
    assert nanori("convert", tmp_path / "a.mse-set", "-o", tmp_path / "a.csv").code == 0
    assert nanori("init", tmp_path).code == 0
    assert 'include = ["a.mse-set"]' in (tmp_path / "nanori.toml").read_text("utf-8")
