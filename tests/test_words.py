"""The words of the house: one meaning each, and the pages about it name what is there."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from nanori.grammar import languages
from project import ROOT

PACKAGE = ROOT / "src" / "nanori"
MEANINGLESS = {"one", "found", "wanted"}
"""Names of variables that do not say what is in them."""
CLEAN = (
    *("annotation", "documents", "formats", "game", "grammar", "linting", "model", "names"),
    *("rewriting", "surfaces/arrow", "surfaces/cli", "surfaces/spark"),
)
"""Rooms that are free of them."""


def trees(*rooms: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules of some rooms, or of all, parsed."""
    for room in rooms or ("",):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def classes_and_types(module: ast.Module) -> Iterator[str]:
    """Yield the classes of a module, and what it gives another name, as types are named."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            if isinstance(target, ast.Name) and re.match("_?[A-Z].*[a-z]", target.id):
                yield target.id


def test_a_class_or_type_has_its_name_alone() -> None:
    places: defaultdict[str, list[str]] = defaultdict(list)
    for path, module in trees():
        for name in classes_and_types(module):
            places[name].append(str(path.relative_to(PACKAGE)))
    assert not {name: where for name, where in places.items() if len(where) > 1}


@pytest.mark.parametrize("room", CLEAN)
def test_a_variable_says_what_is_in_it(room: str) -> None:
    silent = [
        f"{path}:{node.lineno} {name}"
        for path, module in trees(room)
        for node in ast.walk(module)
        if isinstance(node, ast.Name | ast.arg)
        for name in [node.id if isinstance(node, ast.Name) else node.arg]
        if name in MEANINGLESS
    ]
    assert not silent


def tasks() -> list[tuple[str, list[str]]]:
    """Return the tasks of the table in CONTRIBUTING.md with the files that each touches."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| (an? [^|]+) \|([^|]+)\|([^|]+)\|$", text)
    return [(task, re.findall("`([^`]+)`", first + second)) for task, first, second in rows]


def test_every_file_of_a_task_is_there() -> None:
    lang = languages.reference_language()
    assert tasks()
    for task, files in tasks():
        for file in files:
            name = file.replace("xx", lang)
            assert (ROOT / name).exists() or (PACKAGE / name).exists(), f"{task}: {file}"


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
