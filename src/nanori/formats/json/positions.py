"""A JSON value to the places of the strings in it, and of the objects with certain keys."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from json import JSONDecodeError
from typing import NamedTuple, TypeAlias, cast

from nanori.formats.detection import Head
from nanori.formats.entries import Element, RelatedName, SourceSpan
from nanori.formats.escaping import decode
from nanori.formats.io import encodings
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import scan, strict
from nanori.model.errors import NanoriError

ESCAPING = "json"


class UnreadValue(NamedTuple):
    """A value that was skipped; `shape_of` reads it from its start."""

    start: int


# A value in which each string is replaced by its place between the quotation marks.
JsonShape: TypeAlias = "dict[str, JsonShape] | list[JsonShape] | SourceSpan | UnreadValue | None"

_BLANK = re.compile(r"[ \t\r\n]*+")
_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
# A key with its colon and, if it is a string, its value with the comma after it.
_MEMBER = re.compile(
    r"""[ \t\r\n]*+("[^"\\]*+(?:\\.[^"\\]*+)*+")[ \t\r\n]*+:[ \t\r\n]*+"""
    r"""(?:("[^"\\]*+(?:\\.[^"\\]*+)*+")[ \t\r\n]*+(,?))?""",
    re.DOTALL,
)

_GOES_ON = re.compile(r"[ \t\r\n]*+,")
_END = re.compile(r"[ \t\r\n]*+[}\]]")
_NOTHING: dict[str, JsonShape] = {}


class EveryKey(frozenset[str]):
    """Every key there is."""

    def __contains__(self, key: object) -> bool:
        """Return true: every key is in it."""
        return True


def shape_of(
    text: str, keys: Collection[str], start: int = 0, later: Collection[str] = ()
) -> JsonShape:
    """Return the shape of the JSON value that begins there, under the wanted keys.

    Items of an array under a key in `later` stay unread, as few of many may be needed. Of two equal
    keys the last counts, as in `json`. Places count code points of the text; the time is linear in
    its length. The text must be JSON: NanoriError where that shows.
    """
    try:
        return _shape(text, _after(_BLANK, text, start), keys, later)[0]
    except (JSONDecodeError, RecursionError, IndexError):
        raise NanoriError("not JSON") from None


def _shape(
    text: str, place: int, keys: Collection[str], later: Collection[str]
) -> tuple[JsonShape, int]:
    """Return the shape of the value that begins there, and its end."""
    match text[place : place + 1]:
        case '"':
            end = _after(_STRING, text, place)
            return SourceSpan(place + 1, end - 1, ESCAPING), end
        case "{":
            return _object(text, place + 1, keys, later)
        case "[":
            return _items(text, place + 1, lambda at: _shape(text, at, keys, later))
        case _:
            return None, scan(text, place)[1]


def _items(
    text: str, place: int, read: Callable[[int], tuple[JsonShape, int]]
) -> tuple[JsonShape, int]:
    """Return the items of an array after its bracket, and its end."""
    items: list[JsonShape] = []
    place = _after(_BLANK, text, place)
    while text[place] != "]":
        item, place = read(place)
        items.append(item)
        more = _GOES_ON.match(text, place)
        place = _after(_BLANK, text, more.end() if more else place)
    return items, place + 1


def _object(
    text: str, place: int, keys: Collection[str], later: Collection[str]
) -> tuple[JsonShape, int]:
    """Return the wanted members of an object after its brace, and its end."""
    members: dict[str, JsonShape] = {}
    while member := _MEMBER.match(text, place):
        key, value, comma = member.groups()
        name = key[1:-1] if "\\" not in key else cast("str", json.loads(key))
        place = member.end()
        if value is not None:
            if name in keys:
                start, end = member.span(2)
                members[name] = SourceSpan(start + 1, end - 1, ESCAPING)
            if comma:
                continue
            break
        if name in later and text[place] == "[":
            members[name], place = _items(
                text, place + 1, lambda at: (UnreadValue(at), scan(text, at)[1])
            )
        elif name in keys:
            members[name], place = _shape(text, place, keys, later)
        else:
            place = scan(text, place)[1]
        if not (more := _GOES_ON.match(text, place)):
            break
        place = more.end()
    return members, _after(_END, text, place)


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    if match := pattern.match(text, place):
        return match.end()
    raise NanoriError("not JSON")


def keys_of(shape: JsonShape) -> dict[str, JsonShape]:
    """Return the members of an object; none if it is not an object."""
    return shape if isinstance(shape, dict) else _NOTHING


def items_of(shape: JsonShape) -> list[JsonShape]:
    """Return the items of an array; none if it is not an array."""
    return shape if isinstance(shape, list) else []


def place_of(shape: JsonShape, *keys: str) -> SourceSpan | None:
    """Return the place of the first of these members that is a non-empty string."""
    members = keys_of(shape)
    shapes = (members.get(key) for key in keys)
    return next(
        (place for place in shapes if isinstance(place, SourceSpan) and place.end > place.start),
        None,
    )


def parts_of(place: SourceSpan | None, text: str, between: str) -> list[SourceSpan]:
    """Return the places of the parts of a string between separators."""
    if place is None:
        return []
    raw = text[place.start : place.end]
    if between not in raw and "\\" not in raw:
        return [place]
    source_map = decode(place.escaping, raw)
    parts: list[SourceSpan] = []
    start = 0
    for part in source_map.text.split(between):
        end = start + len(part)
        if part:
            ends = place.start + source_map.ends[end - 1]
            parts.append(SourceSpan(place.start + source_map.starts[start], ends, place.escaping))
        start = end + len(between)
    return parts


def text_of(value: bytes) -> str:
    """Return the text of a JSON value; NanoriError if it is not UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise NanoriError(f"not UTF-8: {error.reason}") from None


def placed(**places: SourceSpan | Sequence[SourceSpan] | None) -> dict[str, SourceSpan]:
    """Return the given places by field, the items of a list as fields of their own."""
    fields: dict[str, SourceSpan] = {}
    for field, place in places.items():
        if isinstance(place, SourceSpan):
            fields[field] = place
        else:
            fields |= {f"{field}/{number}": item for number, item in enumerate(place or ())}
    return fields


def strings(text: str, shapes: Iterable[JsonShape]) -> Iterator[RelatedName]:
    """Yield those shapes that are strings, with what they say."""
    for place in shapes:
        if isinstance(place, SourceSpan):
            yield RelatedName(decode(place.escaping, text[place.start : place.end]).text, place)


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


def outermost(text: str, want: Wanted, filled: tuple[str, ...] = ()) -> Iterator[tuple[int, int]]:
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


def outermost_elements(
    source: Source, head: Head, want: Wanted, filled: tuple[str, ...] = ()
) -> Iterator[Element]:
    """Yield each of these objects of a file, which may have comments."""
    text = encodings.whole(source, head.encoding, LONGEST)
    line, reached = 1, 0
    for start, end in outermost(strict(text), want, filled):
        line += text.count("\n", reached, start)
        reached = start
        column = start - text.rfind("\n", 0, start)
        yield Element(line, column, start, text[start:end].encode(), head.columns)
