"""nanori reads trading-card rules text and says what each reference in it means.

A `Card` has a text; `annotate` returns the references in it. `read` yields the cards of a file in
any supported format, on disk or in memory, or of rows. `abilities` says of which kind each ability
is. `lint` checks cards and files, `restyle` rewords a card's references to itself, `rename` gives a
card another name, `bind` says what an ability means on another object (`scenarios` has its typed
values), `mentions` finds names in an article, `convert` writes records or a table, and `Names`
looks names up. The types of results are in `results`. Nothing changes what it is given.

Spans count code points of the text as given, from 0; lines and columns count from 1. A text,
however broken, never raises; `NanoriError` is about a file or an argument, `DataFileError` about
one of nanori's own files. docs/library.md shows all of this by example.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import TYPE_CHECKING

if os.environ.get("NANORI_PURE"):
    from importlib import machinery
    from sys import path_hooks

    # Python finds a compiled module before the source that lies beside it; this finds it second.
    source = machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES
    compiled = machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES
    path_hooks.insert(0, machinery.FileFinder.path_hook(source, compiled))

if TYPE_CHECKING:
    from nanori.annotation.known_names import KnownNames
    from nanori.annotation.marked_text import to_html
    from nanori.annotation.pipeline import annotate, parse
    from nanori.annotation.shared_names import annotate_many
    from nanori.documents.prose_mentions import mentions
    from nanori.formats.card_records import read
    from nanori.formats.conversion import convert
    from nanori.game import scenarios
    from nanori.game.answering import bind
    from nanori.game.card_abilities import abilities
    from nanori.linting.diagnosing import lint
    from nanori.model.edits import apply
    from nanori.model.errors import DataFileError, NanoriError
    from nanori.model.values import Card, Edit, NameMarkup
    from nanori.names.lookup import Names
    from nanori.rewriting.renaming import rename
    from nanori.rewriting.restyling import restyle
    from nanori.surfaces import results

__all__ = [
    "Card",
    "DataFileError",
    "Edit",
    "KnownNames",
    "NameMarkup",
    "Names",
    "NanoriError",
    "abilities",
    "annotate",
    "annotate_many",
    "apply",
    "bind",
    "convert",
    "lint",
    "mentions",
    "parse",
    "read",
    "rename",
    "restyle",
    "results",
    "scenarios",
    "to_html",
]
__version__ = "0.3.0"


# Where each lazily imported name lives, so that importing nanori stays quick.
_MODULES = {
    "annotation.known_names": ["KnownNames"],
    "annotation.marked_text": ["to_html"],
    "annotation.pipeline": ["annotate", "parse"],
    "annotation.shared_names": ["annotate_many"],
    "documents.prose_mentions": ["mentions"],
    "formats.card_records": ["read"],
    "formats.conversion": ["convert"],
    "game.card_abilities": ["abilities"],
    "game.answering": ["bind"],
    "linting.diagnosing": ["lint"],
    "model.edits": ["apply"],
    "model.errors": ["DataFileError", "NanoriError"],
    "model.values": ["Card", "Edit", "NameMarkup"],
    "names.lookup": ["Names"],
    "rewriting.renaming": ["rename"],
    "rewriting.restyling": ["restyle"],
}


# Modules that are public as a whole.
_NAMESPACES = {"results": "surfaces.results", "scenarios": "game.scenarios"}

# One thread at a time: of two that import a package and a module it begins with, one gets an error.
_IMPORTING = RLock()


def __getattr__(name: str) -> object:
    """Return a public name, importing its module on first use."""
    from importlib import import_module

    with _IMPORTING:
        if name in _NAMESPACES:
            return import_module(f"nanori.{_NAMESPACES[name]}")
        for module, names in _MODULES.items():
            if name in names:
                value = getattr(import_module(f"nanori.{module}"), name)
                globals()[name] = value
                return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, imported or not, and the ones every module has."""
    own = ("__getattr__", "__dir__")
    return sorted([*__all__, *(name for name in globals() if name[:2] == "__" and name not in own)])
