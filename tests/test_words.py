"""The pages about the house name what is there."""

import re

import pytest

from nanori.grammar import languages
from project import ROOT

PACKAGE = ROOT / "src" / "nanori"


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "grammar/README.md"])
def test_every_path_that_a_page_names_is_there(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    paths = set(re.findall(r"`((?!\.\./)(?:[\w.-]+/)+[\w.-]*)`", text))
    lang = languages.reference_language()
    named = {path: path.replace("xx.", f"{lang}.") for path in paths}
    assert not [
        path
        for path, name in named.items()
        if not any((root / name).exists() for root in (ROOT, PACKAGE, ROOT / "grammar"))
    ]


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rooms = [path.parent.name for path in PACKAGE.glob("*/__init__.py")]
    rooms += [f"surfaces/{path.parent.name}" for path in PACKAGE.glob("surfaces/*/__init__.py")]
    assert all(re.search(rf"(?m)^ {room} +\S", text) for room in rooms)
    packages = [path.parent.name for path in PACKAGE.rglob("__init__.py")]
    modules = {path.stem for path in PACKAGE.rglob("*.py")} | set(packages)
    for line in re.findall(r"(?m)^ (?:[\w/]+) .*→.*$", text):
        names = re.split(r"[,·\s]+", line.partition(": ")[2] or line.split("→")[-1])
        assert {name.strip("/") for name in names if name.endswith("/")} <= modules
