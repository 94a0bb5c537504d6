"""A stream of JSON to the strings in its objects, each with the keys that lead to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nanori.formats.entries import Element
from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import JsonWindow

DEEPEST = 50
"""Objects within one another beyond which a file is none of texts."""


class KeyedString(NamedTuple):
    """A string in an object."""

    keys: tuple[str, ...]
    element: Element


def leaves(source: Source, encoding: str = UTF_8) -> Iterator[KeyedString]:
    """Yield each string that only objects lead to, in the order of the file.

    NanoriError where it is not JSON, is no object, or is nested too deeply; what came before has
    been yielded by then.
    """
    reader = JsonWindow(source, encoding)
    if reader.character() != "{":
        raise reader.error("an object was wanted")
    reader.skip()
    keys: list[str] = []
    first = True
    while True:
        if reader.character() == "}":
            reader.skip()
            if not keys:
                break
            keys.pop()
            first = False
            continue
        if not first:
            reader.expect(",")
            if reader.character() == "}":
                raise reader.error("“}” was not wanted")
        first = False
        key, _ = reader.key()
        reader.expect(":")
        match reader.character():
            case "{":
                if len(keys) >= DEEPEST:
                    raise reader.error("nested too deeply")
                reader.skip()
                keys.append(key)
                first = True
            case '"':
                yield KeyedString((*keys, key), reader.element())
            case _:
                reader.value()
    if reader.character():
        raise reader.error("more text after the end of the JSON value")


# A string that the head cuts off is a token, too: passed over, each quotation mark in it would
# begin another scan up to the end, and JSON within a string took half a minute.
_TOKEN = re.compile(r'"(?P<string>(?:[^"\\]|\\.)*+)(?:"|\\?\Z)|(?P<sign>[{}\[\]:,])', re.DOTALL)


def paths(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the keys that lead to each string, as far as the beginning of a file shows them."""
    keys: list[str] = []
    last, opened = "", [""]
    for token in _TOKEN.finditer(text):
        sign = token["sign"]
        if sign is None:
            if last == ":" and opened[-1] == "{":
                yield tuple(keys)
                last = "value"
            elif opened[-1] == "{" and last in ("{", ","):
                keys[-1] = token["string"]
                last = "key"
            continue
        if sign in "{[":
            opened.append(sign if opened[-1] != "[" else "[")
            keys.append("")
            if len(keys) > DEEPEST:
                return
        elif sign in "}]" and len(opened) > 1:
            opened.pop()
            keys.pop()
        last = sign
