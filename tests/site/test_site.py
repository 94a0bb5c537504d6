"""The site of the documentation: built without a warning, its links checked, fit for all."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from chromium import chromium, unreachable
from project import ROOT

PAGES = [
    "index.html",
    "tutorials/designers/index.html",
    "commands/index.html",
    "reference/api/index.html",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for module in ("mkdocs", "material", "mkdocstrings"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed (make site installs the group docs)")
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "site.py"), str(folder / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "site"


@pytest.mark.xdist_group("chromium")
def test_axe_has_nothing_serious_to_say_of_the_site(site: Path, tmp_path: Path) -> None:
    said: list[str] = []
    for dark in (False, True):
        with chromium(tmp_path / f"profile-{dark}", dark=dark) as driver:
            for page in PAGES:
                driver.get((site / page).as_uri())
                said += [f"{page}, dark {dark}: {line}" for line in unreachable(driver)]
    assert said == []


def test_every_public_name_is_on_the_page_of_the_library(site: Path) -> None:
    import nanori

    page = (site / "reference" / "api" / "index.html").read_text("utf-8")
    assert [
        name for name in nanori.__all__ if f'.{name}"' not in page and name != "scenarios"
    ] == []
