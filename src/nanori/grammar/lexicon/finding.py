"""How a compiled pattern is asked: the types of its methods, and what is compiled on first use."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
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


class Finder(ABC):
    """What finds things in texts by a pattern that is compiled when it is first asked for.

    Its methods are kept once they were asked for, so that a call goes right to the compiled
    pattern's own.
    """

    @cached_property
    @abstractmethod
    def compiled(self) -> re.Pattern[str]:
        """The compiled pattern."""

    @cached_property
    def search(self) -> Find:
        """Find the first match in a text."""
        return self.compiled.search

    @cached_property
    def match(self) -> Find:
        """Find a match where a text, or a part of it, begins."""
        return self.compiled.match

    @cached_property
    def finditer(self) -> FindEach:
        """Find every match in a text."""
        return self.compiled.finditer
