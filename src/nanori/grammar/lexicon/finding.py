"""How a compiled pattern is asked, as types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

NEVER = r"(?!)"
"""What matches nothing, not even an empty text."""


Match = re.Match[str]


class Find(Protocol):
    """A method of a compiled pattern that finds a match in a text, or between two places of it."""

    def __call__(self, text: str, start: int = ..., end: int = ..., /) -> Match | None: ...  # noqa: D102


class FindEach(Protocol):
    """The one that finds every match, in order and without overlap."""

    def __call__(self, text: str, start: int = ..., end: int = ..., /) -> Iterator[Match]: ...  # noqa: D102
