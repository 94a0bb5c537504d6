"""The schema of nanori.toml takes what nanori takes, and refuses what it refuses."""

from __future__ import annotations

import json
import runpy
import tomllib

import pytest
from jsonschema import Draft7Validator

from nanori.linting import configuration
from nanori.model.errors import NanoriError
from project import ROOT

PLACE = ROOT / "docs" / "schemas" / "nanori.json"


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    schema = json.loads(PLACE.read_text("utf-8"))
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


def test_it_is_fresh() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "schemas.py"))["made"]()
    assert made[PLACE.name] == PLACE.read_text("utf-8"), "run `make docs`"


def test_every_setting_says_what_it_is() -> None:
    assert all(
        each["description"] for each in json.loads(PLACE.read_text("utf-8"))["properties"].values()
    )


@pytest.mark.parametrize(
    ("settings", "right"),
    [
        ("", True),
        ('select = ["all"]\nignore = ["mixed-style"]\nlanguages = ["en", "ja"]', True),
        ('style = "foundations"\nnames = "names.txt"\ntemplating = true', True),
        ('[per-file-ignores]\n"old/*" = ["mixed-style"]', True),
        ('selct = ["all"]', False),
        ('select = "all"', False),
        ("style = 3", False),
        ('style = "foundation"', False),
    ],
)
def test_both_take_the_same(validator: Draft7Validator, settings: str, right: bool) -> None:
    table = tomllib.loads(settings)
    assert validator.is_valid(table) == right
    try:
        configuration.of_table(table)
    except NanoriError:
        assert not right
    else:
        assert right
