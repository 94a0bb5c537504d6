"""The JSON Schema of scenarios, for editors."""

from __future__ import annotations

from importlib.resources import files


def text() -> bytes:
    """Return the schema as it lies in the package (JSON Schema 2020-12)."""
    return files(__package__ or "").joinpath("scenario.schema.json").read_bytes()
