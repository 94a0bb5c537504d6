"""Writes the JSON Schemas of nanori.toml and of scenarios from the types that they are read into.

Both are in the form that SchemaStore wants; catalog.json has what its catalog says of them.
`make docs` runs it. `made()` returns what it writes: it is proven to be fresh by the tests.
"""

from __future__ import annotations

import ast
import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from nanori.game import schema
from nanori.linting import checks, options
from nanori.rewriting.restyling import STYLES

DRAFT = "http://json-schema.org/draft-07/schema#"
STORE = "https://www.schemastore.org"
HERE = Path(__file__).with_name("schemas")


def settings() -> dict[str, Any]:
    """Return the schema of nanori.toml, in the form that SchemaStore wants."""
    (found,), components = msgspec.json.schema_components([options.Settings])
    table = components[found["$ref"].rpartition("/")[2]]
    names = {field.name: field.encode_name for field in msgspec.structs.fields(options.Settings)}
    for name, said in descriptions().items():
        table["properties"][names[name]]["description"] = said
    listed = [*sorted({*checks.listed(), *checks.rules()}), "all"]
    for name in ("select", "ignore"):
        table["properties"][name]["items"]["examples"] = listed
    table["properties"]["style"]["enum"] = ["", *STYLES]
    return {
        "$schema": DRAFT,
        "$id": f"{STORE}/nanori.json",
        **table,
        "title": "Settings of nanori",
        "description": "nanori.toml, or the table tool.nanori of a pyproject.toml",
        "type": "object",
    }


def descriptions() -> dict[str, str]:
    """Return what stands below each field of the settings."""
    (body,) = ast.parse(inspect.getsource(options.Settings)).body
    assert isinstance(body, ast.ClassDef)
    said: dict[str, str] = {}
    for field, words in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(words, ast.Expr)
            said[field.target.id] = inspect.cleandoc(ast.literal_eval(words.value))
    return said


def scenarios() -> dict[str, Any]:
    """Return the schema of scenarios as draft 7, the newest that every editor knows."""
    text = json.dumps(schema.schema()).replace('"#/$defs/', '"#/definitions/')
    found = of_one_type_each(json.loads(text))
    found["definitions"] = found.pop("$defs")
    return {
        **found,
        "$schema": DRAFT,
        "$id": f"{STORE}/nanori-scenario.json",
        "title": "Scenario of nanori",
    }


OF_TYPE = {
    "object": ("properties", "required", "additionalProperties", "minProperties"),
    "array": ("items",),
}
"""Keywords that say something of values of one type."""


def of_one_type_each(schema: Any) -> Any:  # noqa: ANN401 (any part of a schema)
    """Return a schema with a branch for each type where several may stand.

    SchemaStore takes no list of types: its Ajv is strict, and so are the editors that follow it.
    """
    if isinstance(schema, list):
        return [of_one_type_each(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    said = {key: of_one_type_each(value) for key, value in schema.items()}
    if not isinstance(said.get("type"), list):
        return said
    branches = [
        {"type": kind, **{key: said[key] for key in OF_TYPE.get(kind, ()) if key in said}}
        for kind in said["type"]
    ]
    everywhere = said.keys() - {"type", *(key for keys in OF_TYPE.values() for key in keys)}
    return {**{key: said[key] for key in said if key in everywhere}, "anyOf": branches}


CATALOG = {
    "nanori.json": ["nanori.toml"],
    "nanori-scenario.json": ["*.nanori-scenario.yaml", "*.nanori-scenario.json"],
}
"""Which files each schema is of."""


def made() -> dict[str, str]:
    """Return each schema, and the entries of SchemaStore's catalog, by the name of its file."""
    schemas = {"nanori.json": settings(), "nanori-scenario.json": scenarios()}
    entries = [
        {
            "name": schemas[name]["title"],
            "description": schemas[name]["description"].rstrip("."),  # its catalog wants none
            "fileMatch": files,
            "url": f"{STORE}/{name}",
        }
        for name, files in CATALOG.items()
    ]
    return {
        name: json.dumps(value, ensure_ascii=False, indent=2) + "\n"
        for name, value in [*schemas.items(), ("catalog.json", {"schemas": entries})]
    }


if __name__ == "__main__":
    for name, text in made().items():
        (HERE / name).write_text(text, "utf-8")
