"""Where a JSON text has outermost objects with certain keys."""

import re
from collections.abc import Callable, Iterator

from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import strict

# Tells from an object's folded keys whether it is wanted.
Wanted = Callable[[set[str]], bool]

# Code points of a file; it is read at once, because its objects may be anywhere in it.
LONGEST = 1 << 26

# Follows a key whose value is a number, true, false or null.
BARE = "="

_TOKEN = re.compile(
    r'"(?P<string>(?:[^"\\]|\\.)*+)(?:"|\\?\Z)(?P<key>\s*+:)?|(?P<sign>[{}\[\]])', re.DOTALL
)
_PLAIN = re.compile(r"[\s_-]+")


def folded(key: str) -> str:
    """Return a key in lower case without blanks and strokes."""
    return _PLAIN.sub("", key).lower()


def find(text: str, want: Wanted, filled: tuple[str, ...] = ()) -> Iterator[tuple[int, int]]:
    """Yield where the outermost wanted objects are; the text may be cut off at its end.

    A `filled` key counts only with a string that is not empty.
    """
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
            if sign == "}" and want(own):
                while waiting and waiting[-1][0] > start:
                    waiting.pop()
                waiting.append((start, token.end()))
            last = ""
        if not starts:
            yield from waiting
            waiting.clear()
    yield from waiting


def elements(
    source: Source, head: Head, want: Wanted, filled: tuple[str, ...] = ()
) -> Iterator[Element]:
    """Yield each of these objects of a file, which may have comments."""
    text = encodings.whole(source, head.encoding, LONGEST)
    line, reached = 1, 0
    for start, end in find(strict(text), want, filled):
        line += text.count("\n", reached, start)
        reached = start
        column = start - text.rfind("\n", 0, start)
        yield Element(line, column, start, text[start:end].encode(), head.columns)
