"""A copy of the examples as a workspace, and an editor that has it open."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from editor_client import Editor
from project import ROOT

pytest.importorskip("pygls")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Return a folder with the invented set in every format."""
    folder = tmp_path / "cards"
    shutil.copytree(ROOT / "examples", folder)
    return folder


@pytest.fixture
def editor(workspace: Path) -> Iterator[Editor]:
    """Return an editor with a server of its own for that folder."""
    with Editor(workspace) as editor:
        yield editor
