"""nanori reads trading-card rules text and says what each reference in it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nanori.errors import NanoriError
from nanori.model import Card, Edit, Node, Reference, Token

if TYPE_CHECKING:
    from nanori.annotation import annotate, parse
    from nanori.names import KnownNames
    from nanori.renaming import rename
    from nanori.restyling import restyle
    from nanori.scenarios.answering import bind

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
    "KnownNames": "nanori.names",
    "annotate": "nanori.annotation",
    "bind": "nanori.scenarios.answering",
    "parse": "nanori.annotation",
    "rename": "nanori.renaming",
    "restyle": "nanori.restyling",
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
