"""A JSON value to the places of the strings in it."""

from __future__ import annotations

import json
import re
from typing import TypeAlias, cast

from nanori.entries import Place
from nanori.errors import NanoriError

SPELLING = "json"

Shape: TypeAlias = "dict[str, Shape] | list[Shape] | Place | None"
"""A value with the place of each string, between its quotation marks, where the string was."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:]|[^"{}\[\]:,\s]+', re.DOTALL)
_NOTHING: dict[str, Shape] = {}


def shape_of(text: str) -> Shape:
    """Return the shape of a JSON value, in time that grows with its length; of two equal keys the
    last counts, as for `json`. The value must be JSON: NanoriError where that shows.
    """
    top: list[Shape] = []
    stack: list[dict[str, Shape] | list[Shape]] = [top]
    key: str | None = None
    for token in _TOKEN.finditer(text):
        found: Shape = None
        match text[token.start()]:
            case ":":
                continue
            case "}" | "]":
                stack.pop()
                if not stack:
                    break
                continue
            case '"':
                into = stack[-1]
                if isinstance(into, dict) and key is None:
                    key = _string(token[0])
                    continue
                found = Place(token.start() + 1, token.end() - 1, SPELLING)
            case "{":
                found = {}
            case "[":
                found = []
            case _:
                pass
        into = stack[-1]
        if isinstance(into, list):
            into.append(found)
        elif key is not None:
            into[key] = found
            key = None
        if isinstance(found, dict | list):
            stack.append(found)
    if len(stack) != 1 or len(top) != 1:
        raise NanoriError("not JSON: brackets that do not match")
    return top[0]


def _string(quoted: str) -> str:
    return cast("str", json.loads(quoted)) if "\\" in quoted else quoted[1:-1]


def keys_of(shape: Shape) -> dict[str, Shape]:
    """Return the members of an object; none of what is no object."""
    return shape if isinstance(shape, dict) else _NOTHING


def items_of(shape: Shape) -> list[Shape]:
    """Return the items of an array; none of what is no array."""
    return shape if isinstance(shape, list) else []
