"""How words are written in a stretch of a file: escapes, tags, quotation marks.

A way of writing is an instance of a class of `ways`, known by name; a module here has the ways of
one family of files.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import cast

from nanori.formats.entries import SourceMap
from nanori.formats.escaping.ways import Escaping
from nanori.model.values import Edit

# The names of the ways by the module that has them, which is imported on first use.
WAYS = {
    "json": ("json", "bracketed", "starred", "conjured"),
    "xml": ("xml", "cdata", "inline", "html"),
    "office": ("sheet", "paragraphs"),
    "cells": ("quoted", "delimited", "tabbed", "unquoted"),
    "scripts": ("script", "piped", "piped_cell", "keyword", "condition"),
    "strings": ("po", "property", "strings"),
    "lines": ("plain", "line"),
    "tagged": ("tagged", "marked", "tagged_string"),
}

_MODULES = {name: module for module, names in WAYS.items() for name in names}


@cache
def listed() -> dict[str, Escaping]:
    """Return the ways by name."""
    return {name: named(name) for name in sorted(_MODULES)}


@cache
def named(name: str) -> Escaping:
    """Return the way with that name, which is known to exist."""
    module = import_module(f"{__name__}.{_MODULES[name]}")
    return cast("Escaping", getattr(module, name.upper()))


def decode(name: str, raw: str) -> SourceMap:
    """Return what a stretch of a file says in the way with that name, and where."""
    return named(name).decode(raw)


def edits(name: str, raw: str, of_words: Sequence[Edit], newline: str) -> list[Edit]:
    """Return edits of words as edits of the stretch of a file, as by `Escaping.edits`."""
    return named(name).edits(raw, of_words, newline)
