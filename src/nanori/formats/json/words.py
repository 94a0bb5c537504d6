"""JSON whose strings know where they stand: what a card says of them, the file can be edited for.

A type says which keys an object has. Decoded from the bytes it has plain strings, fast; `located`
makes the same type of `Words`, which know their places. So a format says once what the keys mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from json import decoder
from typing import Any, Final, TypeVar, cast

import msgspec

from nanori.formats import headings
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import strict
from nanori.formats.records import decoded
from nanori.formats.words import Words, placed, trimmed
from nanori.model import typed_values
from nanori.model.errors import NanoriError

Kind = TypeVar("Kind")

_BLANK: Final = re.compile(r"[ \t\r\n]*+")
# Python makes no integers of more than 4,300 digits.
_scalar: Final = json.JSONDecoder(parse_int=lambda digits: int(digits[:4000])).raw_decode
# The value of a string and its end, from behind its opening mark; its marks need not be escaped.
_string: Final = cast("Callable[[str, int, bool], tuple[str, int]]", decoder.scanstring)  # type: ignore[attr-defined]
_NEXT: Final = re.compile(r"[ \t\r\n]*+,?[ \t\r\n]*+")


def said(value: object, way: str = "json") -> str:
    """Return what a string in that way says without blanks around it; empty if it is no string.

    A list says its strings, one a line, and of an object its `text`.
    """
    if isinstance(value, list | dict):
        return _lines(cast("object", value))
    if not isinstance(value, Words):
        return ""
    words = placed(value.text, value.start, value.end, way)
    stripped = trimmed(words)
    return stripped if isinstance(stripped, Words) or not stripped else words


def _lines(value: object) -> str:
    """Return the strings in a value, one a line; they have a place if it is a list of strings."""
    lines = [each for each in _strings(value) if each.strip()]
    items = cast("list[object]", value) if isinstance(value, list) else []
    if lines and len(lines) == len(items) and all(isinstance(item, Words) for item in items):
        first, last = lines[0], lines[-1]
        way = "listed" if len(lines) > 1 else first.way
        return Words("\n".join(lines), first.text, first.start, last.end, way)
    return "\n".join(lines)


def _strings(value: object) -> Iterator[Words]:
    if isinstance(value, Words):
        yield value
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _strings(item)
    elif isinstance(value, dict):
        for key in ("text", "children"):
            yield from _strings(under(cast("object", value), key))


def _value(text: str, offset: int) -> tuple[Any, int]:
    match text[offset]:
        case '"':
            words, end = _string(text, offset + 1, False)
            return Words(words, text, offset + 1, end - 1, "json"), end
        case "{":
            members: dict[str, Any] = {}
            offset = _after(_BLANK, text, offset + 1)
            while text[offset] != "}":
                key, offset = _string(text, offset + 1, False)
                offset = _after(_BLANK, text, text.index(":", offset) + 1)
                members[key], offset = _value(text, offset)
                offset = _after(_NEXT, text, offset)
            return members, offset + 1
        case "[":
            items: list[Any] = []
            offset = _after(_BLANK, text, offset + 1)
            while text[offset] != "]":
                item, offset = _value(text, offset)
                items.append(item)
                offset = _after(_NEXT, text, offset)
            return items, offset + 1
        case _:
            return _scalar(text, offset)


def _after(pattern: re.Pattern[str], text: str, offset: int) -> int:
    return pattern.match(text, offset).end()  # type: ignore[union-attr]


def located(text: str, kind: type[Kind]) -> Kind:
    """Return a value of a type whose strings are `Words`; NanoriError if the text is not JSON."""
    try:
        value = _value(text, _after(_BLANK, text, 0))[0]
        return typed_values.from_plain(value, kind)
    except (ValueError, IndexError, RecursionError) as error:
        if isinstance(error, msgspec.ValidationError):
            raise
        raise NanoriError("not JSON: nested too deeply") from None


def text_of(value: bytes) -> str:
    """Return the text of a JSON value; NanoriError if it is not UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise NanoriError(f"not UTF-8: {error.reason}") from None


def read(element: Element, kind: type[Kind]) -> Kind:
    """Return an element as that type, of `Words`; NanoriError, saying why, if it is none."""
    decoded(typed_values.decoder(kind), element.text)
    return located(element.text.decode(), kind)


def prove_once(element: Element, key: str) -> None:
    """Raise NanoriError if the object of an element has that key twice."""

    def keys_of(pairs: list[tuple[str, object]]) -> object:
        return [name for name, _ in pairs]  # the outermost object is the last that is asked

    with suppress(ValueError, RecursionError):  # said by whoever reads it
        keys = json.loads(strict(element.text.decode()), object_pairs_hook=keys_of)
        if keys.count(key) > 1:
            raise NanoriError(f"the key “{key}” is there twice, once was wanted")


def named(*values: object) -> Iterator[Words]:
    """Yield the names in values: words, and lists of them."""
    for value in values:
        if isinstance(value, Words):
            yield value
        elif isinstance(value, list):
            yield from named(*cast("list[object]", value))


def under(value: object, key: str) -> object:
    """Return what an object has under a key; None if it is no object, or has no such key."""
    return cast("dict[str, object]", value).get(key) if isinstance(value, dict) else None


# Tells from an object's folded keys whether it is wanted.
Wanted = Callable[[set[str]], bool]

# Code points of a file; it is read at once, because its objects may be anywhere in it.
MAX_FILE_LENGTH = 1 << 26

# Follows a key whose value is a number, true, false or null.
BARE = "="

_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*+)(?:"|\\?\Z)(?P<key>\s*+:)?|(?P<sign>[{}\[\]])', re.DOTALL
)
_STROKES = re.compile(r"[\s_.()\[\]-]+")


def folded(key: str) -> str:
    """Return a key in lower case without blanks, strokes and brackets."""
    return _STROKES.sub("", key).lower()


def outermost(text: str, want: Wanted, filled: tuple[str, ...] = ()) -> Iterator[tuple[int, int]]:
    """Yield where the outermost wanted objects are; the text may be cut off at its end.

    A `filled` key counts only with a string that is not empty. An object of wanted ones under
    languages, `{"en": {…}, "ja": {…}}`, is one card with whatever it stands in.
    """
    spoken: set[int] = set()
    starts: list[int] = []
    keys: list[set[str]] = []
    waiting: list[tuple[int, int]] = []
    last = ""
    for token in _TOKEN.finditer(text):
        sign = token["sign"]
        if keys and last and (token["key"] or sign in ("}", "]")):
            keys[-1].add(last + BARE)
        if token["key"]:
            last = folded(token["string"])
        elif sign is None or sign in "{[":
            # A value under a key, which may be an object with a text of its own.
            if keys and last and (sign or token["string"] or last not in filled):
                keys[-1].add(last)
            last = ""
        if sign and sign in "{[":
            starts.append(token.start())
            keys.append(set())
        elif sign and starts:
            start, own = starts.pop(), keys.pop()
            has_wanted = bool(waiting) and waiting[-1][0] > start
            if starts and own and has_wanted and all(map(headings.language, own)):
                spoken.add(starts[-1])
            elif sign == "}" and (want(own) or start in spoken):
                while waiting and waiting[-1][0] > start:
                    waiting.pop()
                waiting.append((start, token.end()))
            last = ""
        if not starts:
            yield from waiting
            waiting.clear()
    yield from waiting


def outermost_elements(
    source: Source, head: Head, want: Wanted, filled: tuple[str, ...] = ()
) -> Iterator[Element]:
    """Yield each of these objects of a file, which may have comments."""
    text = encodings.whole(source, head.encoding, MAX_FILE_LENGTH)
    line, reached = 1, 0
    for start, end in outermost(strict(text), want, filled):
        line += text.count("\n", reached, start)
        reached = start
        column = start - text.rfind("\n", 0, start)
        yield Element(line, column, start, text[start:end].encode(), head.columns)
