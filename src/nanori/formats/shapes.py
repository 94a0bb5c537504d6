"""A JSON value to the places of the strings in it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TypeAlias, cast

from nanori.entries import Place
from nanori.errors import NanoriError
from nanori.spellings import decode

SPELLING = "json"

Shape: TypeAlias = "dict[str, Shape] | list[Shape] | Place | None"
"""A value with the place of each string, between its quotation marks, where the string was."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]:]|[^"{}\[\]:,\s]+', re.DOTALL)
_NOTHING: dict[str, Shape] = {}


def shape_of(value: bytes) -> Shape:
    """Return the shape of a JSON value; of two equal keys the last counts, as it does in `json`.

    Places count code points of the value, decoded; the time grows with its length, whatever its
    depth. What is no JSON is an error only where that shows.
    """
    try:
        text = value.decode()
    except UnicodeDecodeError as error:
        raise NanoriError(f"not UTF-8: {error.reason}") from None
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


def place_of(shape: Shape, *keys: str) -> Place | None:
    """Return the place of the first of these members that is a string and not empty."""
    members = keys_of(shape)
    found = (members.get(key) for key in keys)
    return next((one for one in found if isinstance(one, Place) and one.end > one.start), None)


def parts_of(place: Place | None, value: bytes, between: str) -> list[Place]:
    """Return the places of the parts that words stand between in a string."""
    if place is None:
        return []
    raw = value.decode()[place.start : place.end]
    spelt = decode(place.spelling, raw)
    found: list[Place] = []
    start = 0
    for part in spelt.text.split(between):
        end = start + len(part)
        if part:
            ends = place.start + spelt.ends[end - 1]
            found.append(Place(place.start + spelt.starts[start], ends, place.spelling))
        start = end + len(between)
    return found


def placed(**places: Place | Sequence[Place] | None) -> dict[str, Place]:
    """Return the places there are by field, the items of a list as fields of their own."""
    found: dict[str, Place] = {}
    for field, place in places.items():
        if isinstance(place, Place):
            found[field] = place
        else:
            found |= {f"{field}/{number}": one for number, one in enumerate(place or ())}
    return found
