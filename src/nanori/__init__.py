"""nanori reads trading-card rules text and says what each reference in it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nanori.errors import NanoriError
from nanori.model import Card, Node, Reference, Token

if TYPE_CHECKING:
    from nanori.annotation import annotate, parse
    from nanori.names import KnownNames

__all__ = ["Card", "KnownNames", "NanoriError", "Node", "Reference", "Token", "annotate", "parse"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Return what needs the grammar only when it is asked for, so that importing stays quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nanori import annotation, names

    globals().update(
        annotate=annotation.annotate, parse=annotation.parse, KnownNames=names.KnownNames
    )
    return globals()[name]
