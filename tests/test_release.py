"""What is needed for a release agrees: versions, pinned actions, the notes, the mirror."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import nanori
from nanori.formats import catalogue
from project import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMPOSED = [*WORKFLOWS, ROOT / "action.yml"]
PINNED = re.compile(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*$")


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_every_action_is_pinned_by_commit_with_its_tag_beside_it(path: Path) -> None:
    used = [line.strip().removeprefix("- ") for line in path.read_text("utf-8").splitlines()]
    assert all(PINNED.match(line) for line in used if line.startswith("uses: "))
    assert yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_unless_a_job_says_more(path: Path) -> None:
    assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_job_ends_in_time_and_leaves_no_credentials_in_its_folder(path: Path) -> None:
    for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
        assert job["timeout-minutes"]
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.name)
def test_no_script_has_what_comes_from_outside_in_its_text(path: Path) -> None:
    content = yaml.safe_load(path.read_text("utf-8"))
    jobs = content["jobs"].values() if "jobs" in content else [content["runs"]]
    scripts = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    assert scripts
    assert not [script for script in scripts if "${{" in script]


def test_all_have_one_version() -> None:
    mirror = tomllib.loads((ROOT / "mirrors/pre-commit/pyproject.toml").read_text("utf-8"))
    assert mirror["project"]["version"] == nanori.__version__
    assert mirror["project"]["dependencies"] == [f"nanori=={nanori.__version__}"]
    package = (ROOT / "editors/vscode/package.json").read_text("utf-8")
    assert f'"version": "{nanori.__version__}"' in package


def test_what_npm_leaves_behind_is_not_packed() -> None:
    """Hatchling heeds no .gitignore here: the sdist of a second `make dist` had 40 MB."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    excluded = project["tool"]["hatch"]["build"]["targets"]["sdist"]["exclude"]
    ignored = (ROOT / "editors" / "vscode" / ".gitignore").read_text("utf-8").split()
    names = {name.rpartition("/")[2] for name in excluded}
    assert {name.rstrip("/") for name in ignored} <= names


def test_the_mirror_has_the_hooks() -> None:
    name = ".pre-commit-hooks.yaml"
    assert (ROOT / name).read_bytes() == (ROOT / "mirrors/pre-commit" / name).read_bytes()


def test_the_hooks_take_every_file_that_can_be_mended() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    suffixes = {
        suffix
        for each in catalogue.listed().values()
        if each.ABOUT.writes
        for suffix in each.ABOUT.suffixes
    }
    assert suffixes
    for hook in hooks:
        names = ["Cards/set", "set", *(f"cards/a{suffix}" for suffix in suffixes - {".md"})]
        assert [name for name in names if not re.search(hook["files"], name)] == []
        assert not re.search(hook["files"], "LICENSE")


@pytest.mark.thorough
def test_the_action_says_findings_and_counts_them(tmp_path: Path) -> None:
    card = {"name": "Ash Wolf", "type": "Creature — Wolf", "text": "{R}: Untap Ash Wofl."}
    (tmp_path / "cards.jsonl").write_text(json.dumps(card) + "\n", "utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    told = {name: str(tmp_path / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    ran = subprocess.run(
        ["bash", str(ROOT / ".ci" / "action")],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "PATHS": "cards.jsonl", **told},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert "file=cards.jsonl,line=1" in ran.stdout
    assert Path(told["GITHUB_OUTPUT"]).read_text("utf-8") == "findings=1\n"
    assert "own-name/misspelled: 1" in Path(told["GITHUB_STEP_SUMMARY"]).read_text("utf-8")


def test_the_notes_of_a_version_are_those_of_the_changelog() -> None:
    script = str(ROOT / ".ci" / "release_notes")
    refused = subprocess.run([script, "0.0.1"], capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
