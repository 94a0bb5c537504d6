"""The schema of nanori.toml takes what nanori takes, and refuses what it refuses."""

from __future__ import annotations

import json
import runpy
import tomllib
from collections.abc import Iterator

import pytest
import yaml
from jsonschema import Draft7Validator

import corpus
from nanori.linting import configuration
from nanori.model.errors import NanoriError
from project import ROOT
from scenario_cases import read

PLACE = ROOT / "docs" / "schemas" / "nanori.json"


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    schema = json.loads(PLACE.read_text("utf-8"))
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


def test_they_are_fresh() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "schemas.py"))["made"]()
    for name, text in made.items():
        assert text == PLACE.with_name(name).read_text("utf-8"), "run `make docs`"


def test_the_schema_of_scenarios_takes_the_corpus_and_refuses_a_slip() -> None:
    schema = json.loads(PLACE.with_name("nanori-scenario.json").read_text("utf-8"))
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    scenarios = [
        yaml.safe_load((ROOT / "examples" / "scenario.yaml").read_text("utf-8")),
        *(
            case.scenario(lang)
            for path in corpus.files("scenarios")
            for case in read(path)
            if not case.wrong
            for lang in corpus.LANGUAGES
        ),
    ]
    assert not [error for scenario in scenarios for error in validator.iter_errors(scenario)]
    assert not validator.is_valid({"objects": [], "events": [{"gian": {}}]})


def test_the_schemas_are_in_the_form_of_schemastore() -> None:
    """What its `node cli.js check` asks: its own address, no list of types, plain words."""
    entries = json.loads(PLACE.with_name("catalog.json").read_text("utf-8"))["schemas"]
    for entry in entries:
        assert not entry["name"].endswith((",", ".", " ", "-"))
        assert not entry["description"].endswith((",", ".", " ", "-"))
        assert "schema" not in f"{entry['name']} {entry['description']}".lower()
        name = entry["url"].removeprefix("https://www.schemastore.org/")
        schema = json.loads(PLACE.with_name(name).read_text("utf-8"))
        assert schema["$id"] == entry["url"]
        assert not list(lists_of_types(schema))


def lists_of_types(schema: object) -> Iterator[object]:
    if isinstance(schema, dict):
        if isinstance(schema.get("type"), list):
            yield schema
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        yield from lists_of_types(part)


def test_every_setting_says_what_it_is() -> None:
    assert all(
        each["description"] for each in json.loads(PLACE.read_text("utf-8"))["properties"].values()
    )


@pytest.mark.parametrize(
    ("settings", "right"),
    [
        ("", True),
        ('select = ["all"]\nignore = ["self-style/set"]\nlanguages = ["en", "ja"]', True),
        ('style = "foundations"\nnames = "names.txt"\nprofile = "set"', True),
        ('[per-file-ignores]\n"old/*" = ["self-style/set"]', True),
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
