"""A pattern to the characters that what it matches can begin with."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from typing import Any

from nanori.grammar.tables import ANY

_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
_WIDTHLESS = ("AT", "ASSERT", "ASSERT_NOT")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def of_pattern(pattern: str) -> str:
    """Return a class of characters, as a pattern, that holds all with which a match can begin.

    It is `ANY` where a match may be empty, or where what the pattern begins with is not known.
    """
    # Python has no public way to ask a regular expression for its parts.
    parser: Any = importlib.import_module("re._parser")
    classes, empty = _of_sequence(parser.parse(pattern))
    if empty or not classes or ANY in classes:
        return ANY
    return "|".join(sorted(classes))


def _of_sequence(parts: Iterable[tuple[Any, Any]]) -> tuple[set[str], bool]:
    """Return the classes that a sequence can begin with, and whether it may match nothing."""
    classes: set[str] = set()
    for kind, content in parts:
        more, empty = _of_part(str(kind), content)
        classes |= more
        if not empty:
            return classes, False
    return classes, True


def _of_part(kind: str, content: Any) -> tuple[set[str], bool]:  # noqa: ANN401 - as `re` has it
    if kind in _WIDTHLESS:
        return set(), True
    if kind == "LITERAL":
        return {re.escape(chr(content))}, False
    if kind == "IN":
        return {_of_class(content)}, False
    if kind == "BRANCH":
        ways = [_of_sequence(way) for way in content[1]]
        return set[str]().union(*(way[0] for way in ways)), any(way[1] for way in ways)
    if kind == "SUBPATTERN" and not content[1]:
        return _of_sequence(content[3])
    if kind == "ATOMIC_GROUP":
        return _of_sequence(content)
    if kind in _REPEATS:
        classes, empty = _of_sequence(content[2])
        return classes, empty or content[0] == 0
    return {ANY}, False


def _of_class(content: Iterable[tuple[Any, Any]]) -> str:
    written = ""
    for kind, what in content:
        match str(kind):
            case "NEGATE":
                written = "^"
            case "LITERAL":
                written += re.escape(chr(what))
            case "RANGE":
                written += f"{re.escape(chr(what[0]))}-{re.escape(chr(what[1]))}"
            case _:
                written += _CATEGORIES[str(what)]
    return f"[{written}]"
