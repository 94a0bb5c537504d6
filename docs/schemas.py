"""Writes the JSON Schema of nanori.toml from the types that it is read into.

`make docs` runs it. `made()` returns what it writes: it is proven to be fresh by the tests.
"""

from __future__ import annotations

import ast
import inspect
import json
from pathlib import Path
from typing import Any

import msgspec

from nanori.linting import checks, options
from nanori.rewriting.restyling import STYLES

HERE = Path(__file__).with_name("schemas")


def settings() -> dict[str, Any]:
    """Return the schema of nanori.toml, in the form that SchemaStore wants."""
    (found,), components = msgspec.json.schema_components([options.Settings])
    schema = components[found["$ref"].rpartition("/")[2]]
    names = {field.name: field.encode_name for field in msgspec.structs.fields(options.Settings)}
    for name, said in descriptions().items():
        schema["properties"][names[name]]["description"] = said
    listed = [*sorted(checks.listed()), "all"]
    for name in ("select", "ignore"):
        schema["properties"][name]["items"]["examples"] = listed
    schema["properties"]["style"]["enum"] = ["", *STYLES]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://json.schemastore.org/nanori.json",
        **schema,
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


def made() -> dict[str, str]:
    """Return each schema by the name of its file."""
    return {"nanori.json": json.dumps(settings(), ensure_ascii=False, indent=2) + "\n"}


if __name__ == "__main__":
    for name, text in made().items():
        (HERE / name).write_text(text, "utf-8")
