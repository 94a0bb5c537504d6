"""The files that nanori brings along: a path goes in, a text or a typed table comes out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from nanori.model.errors import DataFileError

Table = TypeVar("Table")


def text(path: Path) -> str:
    """Return what a file says; DataFileError if it is missing or no UTF-8."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise DataFileError(str(path), (error.strerror or str(error)).lower()) from error
    except UnicodeDecodeError as error:
        raise DataFileError(str(path), f"not UTF-8: {error.reason}") from error


def table(
    path: Path, kind: type[Table], decode: Callable[[type, Any], object] | None = None
) -> Table:
    """Return a TOML file as a value of that type; `decode` makes those that msgspec does not know.

    DataFileError if it cannot be read, is no TOML, or lacks a field or has one of another type.
    """
    try:
        return msgspec.convert(tomllib.loads(text(path)), kind, dec_hook=decode)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise DataFileError(str(path), str(error)) from error
