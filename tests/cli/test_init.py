"""`nanori init` looks at a folder, writes what is not there, and never over what is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
import yaml

from command import nanori
from project import ROOT

SET = ROOT / "examples" / "harbor.csv"
JAPANESE = '{"lang": "ja", "name": "提灯鴎", "text": "このクリーチャーを手札に戻す。"}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the top of a repository with the example set in its folder `cards`."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "cards").mkdir()
    shutil.copy(SET, tmp_path / "cards")
    return tmp_path


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_writes_settings_workflow_and_hook(project: Path) -> None:
    ran = nanori("init", "--root", project / "cards")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:2] == ["harbor.csv: tables (en: 8, ja: 8)", "nanori.toml: written"]
    assert 'languages = ["en", "ja"]' in (project / "cards/nanori.toml").read_text("utf-8")
    workflow = yaml.safe_load((project / ".github/workflows/nanori.yml").read_text("utf-8"))
    assert workflow["jobs"]["lint"]["steps"][-1]["run"] == "nanori lint --format github -- cards"
    (repo,) = yaml.safe_load((project / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert re.search(repo["hooks"][0]["files"], "cards/harbor.csv")
    assert not re.search(repo["hooks"][0]["files"], "other/harbor.csv")


def test_the_hook_takes_the_file_of_a_set_that_is_a_folder(project: Path) -> None:
    shutil.copytree(ROOT / "examples" / "formats" / "harbor.mse-set", project / "cards" / "Harbor")
    assert nanori("init", "--root", project / "cards").code == 0
    (repo,) = yaml.safe_load((project / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    pattern = repo["hooks"][0]["files"]
    assert re.search(pattern, "cards/Harbor/set")
    assert re.search(pattern, "cards/harbor.csv")
    assert not re.search(pattern, "cards/Harbor/image1")


def test_what_it_writes_is_read_by_lint(project: Path) -> None:
    assert nanori("init", "--root", project / "cards").code == 0
    ran = nanori("lint", project / "cards", "--format", "concise")
    assert (ran.code, len(ran.out.splitlines())) == (1, 6)


def test_a_second_run_changes_nothing(project: Path) -> None:
    nanori("init", "--root", project / "cards")
    before = state(project)
    ran = nanori("init", "--root", project / "cards")
    assert ran.code == 0
    assert ran.out.count("is there, left as it is\n") == 3
    assert state(project) == before


def test_hooks_of_others_stay_and_the_entry_is_shown(project: Path) -> None:
    hooks = project / ".pre-commit-config.yaml"
    hooks.write_text("repos: []  # ours\n", "utf-8")
    ran = nanori("init", "--root", project / "cards")
    assert hooks.read_text("utf-8") == "repos: []  # ours\n"
    assert "left as it is; to be added:\n  - repo: " in ran.out


def test_settings_in_a_shared_file_are_enough(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.nanori]\n", "utf-8")
    ran = nanori("init", "--root", project / "cards")
    assert "nanori.toml: settings are in " in ran.out
    assert not (project / "cards/nanori.toml").exists()


def test_it_writes_nothing_if_it_is_to_show_only(project: Path) -> None:
    before = state(project)
    ran = nanori("init", project / "cards", "--dry-run", "--root")
    assert (ran.code, ran.out.count("would be written:")) == (0, 3)
    assert state(project) == before


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_languages_are_those_of_the_cards(tmp_path: Path, lang: str) -> None:
    text = JAPANESE if lang == "ja" else JAPANESE.replace("ja", "en").replace("提灯鴎", "Gull")
    (tmp_path / "cards.jsonl").write_text(text, "utf-8")
    assert nanori("init", tmp_path).code == 0
    assert f'languages = ["{lang}"]' in (tmp_path / "nanori.toml").read_text("utf-8")


@pytest.mark.parametrize("name", ["my 'set: #1", "港の灯", "-x", "$(touch y)", "a{b}", 'q"q'])
def test_odd_names_of_folders_stand_whole_in_what_is_written(project: Path, name: str) -> None:
    (project / "cards").rename(project / name)
    assert nanori("init", "--root", "--", project / name).code == 0
    workflow = yaml.safe_load((project / ".github/workflows/nanori.yml").read_text("utf-8"))
    run = workflow["jobs"]["lint"]["steps"][-1]["run"]
    assert shlex.split(run) == ["nanori", "lint", "--format", "github", "--", name]
    (repo,) = yaml.safe_load((project / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert re.search(repo["hooks"][0]["files"], f"{name}/harbor.csv")


@pytest.mark.parametrize("name", ["${{ github.token }}", "a\nb"])
def test_names_that_would_be_orders_are_refused(project: Path, name: str) -> None:
    (project / "cards").rename(project / name)
    before = state(project)
    ran = nanori("init", "--root", project / name)
    assert (ran.code, state(project)) == (2, before)
    assert ran.err.rstrip("\n").endswith("the name of the folder cannot stand in a workflow")


def test_a_folder_that_is_none_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none", SET, tmp_path):
        ran = nanori("init", path)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_link_that_leads_nowhere_is_not_written_through(project: Path) -> None:
    target = project / "elsewhere.toml"
    (project / "cards/nanori.toml").symlink_to(target)
    assert nanori("init", "--root", project / "cards").code == 0
    assert not target.exists()


def test_a_file_where_a_folder_belongs_is_one_line(project: Path) -> None:
    (project / ".github").write_text("", "utf-8")
    ran = nanori("init", "--root", project / "cards")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert (project / ".github").read_text("utf-8") == ""


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="everything is writable for root")
def test_a_folder_that_cannot_be_written_is_one_line(project: Path) -> None:
    (project / "cards").chmod(0o500)
    ran = nanori("init", "--root", project / "cards")
    (project / "cards").chmod(0o700)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_shared_settings_that_are_broken_are_one_line(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.\n", "utf-8")
    ran = nanori("init", "--root", project / "cards")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert not (project / ".github").exists()


def test_what_belongs_above_the_folder_is_shown_and_written_only_if_asked(project: Path) -> None:
    ran = nanori("init", project / "cards")
    assert ran.code == 0
    assert "../.github/workflows/nanori.yml: would be written with --root:" in ran.out
    assert (project / "cards/nanori.toml").is_file()
    assert not (project / ".github").exists()
    assert not (project / ".pre-commit-config.yaml").exists()


def test_of_a_repository_that_publishes_sets_they_alone_are_looked_at(project: Path) -> None:
    cards = '{"cards": [{"card_name": "Gull", "rules_text": "Gull can\'t block."}]}'
    for name in ("sets/TID-files/TID.json", "sets/versions/1_TID.json", "lists/all-cards.json"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(cards, "utf-8")
    assert nanori("init", project).code == 0
    workflow = yaml.safe_load((project / ".github/workflows/nanori.yml").read_text("utf-8"))
    steps = [step["run"] for step in workflow["jobs"]["lint"]["steps"] if "run" in step]
    assert steps[-1] == "nanori lint --format github -- sets/*-files/*.json"
    assert steps[-2].endswith('-- sets/*-files/*.json >> "$GITHUB_STEP_SUMMARY"')
    (repo,) = yaml.safe_load((project / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert re.search(repo["hooks"][0]["files"], "sets/TID-files/TID.json")
    assert not re.search(repo["hooks"][0]["files"], "sets/versions/1_TID.json")
