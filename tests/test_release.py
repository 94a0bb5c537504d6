"""What is needed for a release agrees: versions, pinned actions, the notes, the mirror."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

import nanori
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


def test_the_mirror_has_the_hooks() -> None:
    name = ".pre-commit-hooks.yaml"
    assert (ROOT / name).read_bytes() == (ROOT / "mirrors/pre-commit" / name).read_bytes()


def test_the_notes_of_a_version_are_those_of_the_changelog() -> None:
    script = str(ROOT / ".ci" / "release_notes")
    refused = subprocess.run([script, "0.0.1"], capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (1, "")
