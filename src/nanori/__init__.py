"""nanori reads trading-card rules text and says what each reference in it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nanori.model.errors import NanoriError
from nanori.model.values import Card, Edit, Node, Reference, Token

if TYPE_CHECKING:
    from nanori.annotation.known_names import KnownNames
    from nanori.annotation.pipeline import annotate, parse
    from nanori.game.scenarios.answering import bind
    from nanori.rewriting.renaming import rename
    from nanori.rewriting.restyling import restyle

__all__ = [
    "Card",
    "Edit",
    "KnownNames",
    "NanoriError",
    "Node",
    "Reference",
    "Token",
    "annotate",
    "bind",
    "parse",
    "rename",
    "restyle",
]
__version__ = "0.1.0"


_LATER = {
    "KnownNames": "nanori.annotation.known_names",
    "annotate": "nanori.annotation.pipeline",
    "bind": "nanori.game.scenarios.answering",
    "parse": "nanori.annotation.pipeline",
    "rename": "nanori.rewriting.renaming",
    "restyle": "nanori.rewriting.restyling",
}
"""Where what needs the grammar is, so that importing nanori stays quick."""


def __getattr__(name: str) -> object:
    """Return what needs the grammar only when it is asked for."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(_LATER[name]), name)
    globals()[name] = found
    return found
