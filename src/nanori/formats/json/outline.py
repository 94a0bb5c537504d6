"""The first bytes of a JSON file to what can be told from them about its format."""

import re
from collections.abc import Iterator
from json import JSONDecodeError
from typing import Literal

from msgspec import Struct

from nanori.formats.entries import Element
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import lines, pull, scan, values
from nanori.model.errors import NanoriError

_BLANK = re.compile(r"\s*+")
_COLON = re.compile(r"\s*+.?\s*+", re.DOTALL)


class Outline(Struct, frozen=True):
    """What a JSON file looks like from its beginning."""

    arrangement: Literal["array", "lines", "values"]
    """One array; a value on each line; or values that go over several lines."""
    keys: frozenset[str]
    """Keys of the first object, as far as they can be seen: the file's, or the array's first."""


def outline_of(text: str) -> Outline:
    """Return the outline of a JSON file that begins with that text.

    A file without any content is JSON Lines without any line.
    """
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line]
    if not lines:
        return Outline("lines", frozenset())
    if lines[0].startswith("["):
        # Lines that each hold an array of their own are no format; as one array they say why.
        return Outline("array", frozenset(_keys(" ".join(lines)[1:].lstrip())))
    objects = [line for line in lines if line.startswith("{")]
    if len(lines) > 1 and lines[1][0] in '"}' and lines[0].startswith("{"):
        return Outline("values", frozenset(_keys(" ".join(lines))))
    return Outline("lines", frozenset(_keys(objects[0])) if objects else frozenset())


def elements_of(source: Source, outline: Outline | None, encoding: str) -> Iterator[Element]:
    """Yield the values of a file in which each line, array item or value is one card."""
    if outline is None:
        if source.head.strip():
            raise NanoriError("not JSON: neither “{” nor “[” begins a line", path=source.path)
        outline = Outline("lines", frozenset())
    if outline.arrangement == "array":
        return pull(source, lambda keys: not keys, encoding)
    if outline.arrangement == "values":
        return values(source, encoding)
    return lines(source, encoding)


def _keys(text: str) -> Iterator[str]:
    """Yield the keys of the object that the text begins with, until the text is cut off."""
    place = 0
    while text[place : place + 1] in ("{", ","):
        try:
            key, place = scan(text, _after(_BLANK, text, place + 1))
            if not isinstance(key, str):
                return
            yield key
            place = scan(text, _after(_COLON, text, place))[1]
        except (JSONDecodeError, RecursionError):
            return
        place = _after(_BLANK, text, place)


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place


_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENTS = re.compile(rf"{_STRING}|(?P<out>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)", re.DOTALL)
_COMMAS = re.compile(rf"{_STRING}|(?P<out>,)(?=[ \t\r\n]*+[}}\]])", re.DOTALL)
_SIGN = re.compile(r"[^\r\n]")


def strict(text: str) -> str:
    """Return the text, as long as it was, with blanks for comments and for commas at an end."""
    for pattern in (_COMMENTS, _COMMAS):
        text = pattern.sub(
            lambda match: match[0] if match["out"] is None else _SIGN.sub(" ", match[0]), text
        )
    return text
