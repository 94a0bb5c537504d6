"""Which formats are asked for what a file is: no more than may know it."""

from __future__ import annotations

from pathlib import Path

import pytest

from format_files import FILES
from nanori.formats import catalogue
from nanori.formats.detection import head_of
from nanori.formats.io.streams import opened
from nanori.model.errors import NanoriError
from project import ROOT

EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*.json*") if path.is_file())


@pytest.mark.parametrize("path", [*FILES, *EXAMPLES], ids=lambda path: path.name)
def test_no_other_format_knows_a_file_of_json(path: Path) -> None:
    try:
        with opened(str(path), folder=True) as source:
            head = head_of(source)
    except NanoriError:
        return
    if head.outline is None:
        return
    knowing = {name for name, module in catalogue.listed().items() if module.recognises(head)}
    assert knowing <= set(catalogue.JSON)


def test_every_format_of_json_is_one() -> None:
    assert set(catalogue.JSON) <= set(catalogue.listed())
