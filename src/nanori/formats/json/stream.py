"""The wanted values of a JSON stream of any length, one at a time.

Its first bytes, outlined, tell how it is arranged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from json import JSONDecodeError
from typing import Literal, cast

from msgspec import Struct

from nanori.formats.entries import Element
from nanori.formats.io import encodings
from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.streams import MAX_LINE_BYTES, Source, in_memory
from nanori.model.errors import NanoriError

# Tells from the keys that lead to an array or object whether to go into it.
Want = Callable[[tuple[str, ...]], bool]

# Decodes the JSON value at a place of a text, only to know where it ends. So of a number only its
# length is kept: a Python integer may not have more than 4,300 digits, and millions of numbers
# would take as many objects.
scan = json.JSONDecoder(parse_int=len, parse_float=len).raw_decode

_BLANK = re.compile(r"[ \t\r\n]*")
# A trailing comma.
_TRAILING = re.compile(r",[ \t\r\n]*[}\]]")
_REMARK = re.compile(r"//|/\*|#")
# Characters of a key that an error quotes, at most.
_MAX_SHOWN = 80
# Keys that are remembered, to recognise a repeated one.
_MAX_KEYS = 1 << 17
# An error this close to the end of what was read may only mean that the rest is missing.
_CUT_LENGTH = 16


# The context of an element that is the key of an array, not an item.
KEY = "key"


def pull(
    source: Source, want: Want, encoding: str = UTF_8, keyed: Want | None = None
) -> Iterator[Element]:
    """Yield the items of every wanted array of the stream's JSON value; the rest is skipped.

    If `keyed` wants it, the key of their array precedes them, a string with the context `KEY`. Only
    one item is held in memory at a time. NanoriError where the stream is not JSON, after yielding
    what comes before.
    """
    reader = JsonWindow(source, encoding)
    if reader.character():
        yield from _descend(reader, want, (), keyed)
        reader.prove_ended()


def values(source: Source, encoding: str = UTF_8) -> Iterator[Element]:
    """Yield consecutive JSON values of the stream, over any lines."""
    reader = JsonWindow(source, encoding)
    while reader.character():
        yield reader.element()


def members(source: Source, encoding: str = UTF_8) -> Iterator[Element]:
    """Yield each value of the stream's one JSON object, preceded by its key.

    A key is a string with the context `KEY`; the context of a value is what its key says.
    NanoriError as for `pull`, and for a repeated key.
    """
    reader = JsonWindow(source, encoding)
    if reader.character() != "{":
        raise reader.error("an object of cards was wanted")
    seen: set[str] = set()
    for key, element in each_key(reader):
        if key in seen:
            raise NanoriError(
                f"the key “{key[:_MAX_SHOWN]}” is there twice, once was wanted",
                path=source.path,
                line=element.line,
                column=element.column,
            )
        if len(seen) < _MAX_KEYS:
            seen.add(key)
        yield element
        yield reader.element()._replace(context=key)
    reader.prove_ended()


def lines(source: Source, encoding: str = UTF_8) -> Iterator[Element]:
    """Yield each line that is not blank, without its line feed.

    A line that is not UTF-8 is yielded as it is; each byte that does not fit counts as one code
    point in the starts of those after it.
    """
    if encoding != UTF_8:
        for number, start, text in encodings.lines(source, encoding):
            if not text.isspace():
                yield Element(number, 1, start, text.rstrip("\n").encode())
        return
    start = 0
    for number, text in enumerate(source.lines(), 1):
        if text and not text.isspace():
            yield Element(number, 1, start, text)
        start += 1 + (len(text) if text.isascii() else len(text.decode(UTF_8, "surrogateescape")))


def _descend(
    reader: JsonWindow, want: Want, keys: tuple[str, ...], keyed: Want | None
) -> Iterator[Element]:
    opening = reader.character()
    if opening == "[" and want(keys):
        for _ in each_member(reader, "]"):
            yield reader.element()
    elif opening == "{" and want(keys):
        for key, element in each_key(reader):
            inner = (*keys, key)
            if keyed and reader.character() == "[" and keyed(inner):
                yield element
            yield from _descend(reader, want, inner, keyed)
    else:
        reader.element()


def each_member(reader: JsonWindow, closing: str) -> Iterator[None]:
    """Stop before every member of the array or object that begins here, and pass its end."""
    reader.skip()
    if reader.character() == closing:
        reader.skip()
        return
    while True:
        yield
        character = reader.character()
        reader.expect("," if character != closing else closing)
        if character == closing:
            return
        if reader.character() == closing:
            raise reader.error(f"“{closing}” was not wanted")


def each_key(reader: JsonWindow) -> Iterator[tuple[str, Element]]:
    """Yield each key of the object that begins here, and its place; its value is to be passed."""
    for _ in each_member(reader, "}"):
        key = reader.key()
        reader.expect(":")
        yield key


class JsonWindow:
    """A window on the text of a stream that moves only forward.

    stream   ··········[ _text: ·····{"name": …}····· ]·····
             _before         ^_mark  ^_cursor: passed up to there
             code points     where _line and _column were counted
    """

    def __init__(self, source: Source, encoding: str) -> None:
        self._path = source.path
        self._blocks = encodings.blocks(source, encoding)
        self._text = ""
        self._cursor = 0
        self._line = 1
        self._column = 1
        self._mark = 0
        self._before = 0
        self._ended = False

    def character(self) -> str:
        """Return the next non-blank character without passing it; empty at the end."""
        while True:
            self._cursor = _BLANK.match(self._text, self._cursor).end()  # type: ignore[union-attr]
            if self._cursor < len(self._text):
                return self._text[self._cursor]
            if not self._more(0):
                return ""

    @property
    def reached(self) -> int:
        """Code points of the stream that were passed."""
        return self._before + self._cursor

    def skip(self) -> None:
        """Pass one character."""
        self._cursor += 1

    def expect(self, character: str) -> None:
        """Pass that character, or raise."""
        if self.character() != character:
            raise self.error(f"“{character}” was wanted")
        self.skip()

    def prove_ended(self) -> None:
        """Raise if there is more than blanks."""
        if self.character():
            raise self.error("more text after the end of the JSON value")

    def key(self) -> tuple[str, Element]:
        """Pass the key of an object and return it and its element."""
        element = self.element()
        if not element.text.startswith(b'"'):
            raise self.error("a key in quotation marks was wanted")
        return cast("str", scan(element.text.decode())[0]), element._replace(context=KEY)

    def element(self) -> Element:
        """Pass a JSON value and return where it began and its text."""
        length = self._length()
        start, self._cursor = self._cursor, self._cursor + length
        line, column = self._at(start)
        text = self._text[start : self._cursor]
        return Element(line, column, self._before + start, text.encode("utf-8", "replace"))

    def error(self, reason: str) -> NanoriError:
        """Return an error that names the place reached."""
        if trailing := _TRAILING.match(self._text, self._cursor):  # where Python 3.13 stops
            self._cursor = trailing.end() - 1
        line, column = self._at(self._cursor)
        character = self._text[self._cursor : self._cursor + 1]
        if self._ended and (not character or reason.startswith("unterminated")):
            reason = f"the file ends too early: {reason}"
        elif _REMARK.match(self._text, self._cursor):
            reason = "a comment is there, which JSON cannot have"
        elif character in ("}", "]") and self._text[: self._cursor].rstrip(" \t\r\n").endswith(","):
            reason = f"a comma is there before “{character}”, which JSON cannot have"
        return NanoriError(f"not JSON: {reason}", path=self._path, line=line, column=column)

    def _length(self) -> int:
        """Return how long the next JSON value is, all of which is then in the window."""
        # A number near the end of what was read may continue, as 12 in 12.5e3.
        is_number = self.character() not in ('"', "[", "{")
        needed = 0
        while True:
            # Growing moves the window, so lengths are kept, not places.
            have = len(self._text) - self._cursor
            try:
                length = scan(self._text, self._cursor)[1] - self._cursor
            except JSONDecodeError as error:
                length = error.pos - self._cursor
                cut = error.msg.startswith("Unterminated") or length >= have - _CUT_LENGTH
                if not (cut and self._grow(needed)):
                    self._cursor += length
                    raise self.error(error.msg.lower()) from None
            except RecursionError:
                raise self.error("nested too deeply") from None
            else:
                if not (is_number and length >= have - _CUT_LENGTH and self._grow(needed)):
                    return length
            needed = have

    def _grow(self, needed: int) -> bool:
        """Read until twice as much of the value is there; false at the end of the stream."""
        have = len(self._text) - self._cursor
        if have > MAX_LINE_BYTES:
            raise self.error(f"a value longer than {MAX_LINE_BYTES >> 20} MiB")
        return self._more(max(needed, have))

    def _more(self, at_least: int) -> bool:
        """Drop what was passed and read on; false at the end of the stream."""
        self._at(self._cursor)
        pieces = [self._text[self._cursor :]]
        self._before += self._cursor
        self._cursor = self._mark = 0
        read = 0
        try:
            while not self._ended and read <= at_least:
                block = next(self._blocks, "")
                self._ended = not block
                pieces.append(block)
                read += len(block)
        finally:
            self._text = "".join(pieces)
        return read > 0

    def _at(self, offset: int) -> tuple[int, int]:
        """Return line and column, from 1, of a place not before the last one asked for."""
        lines = self._text.count("\n", self._mark, offset)
        if lines:
            self._line += lines
            self._column = offset - self._text.rfind("\n", self._mark, offset)
        else:
            self._column += offset - self._mark
        self._mark = offset
        return self._line, self._column


# Nesting of objects beyond which a file does not hold texts.
MAX_DEPTH = 50


def leaves(source: Source, encoding: str = UTF_8) -> Iterator[Element]:
    """Yield each string that only objects lead to, in file order.

    Its context are the keys that lead to it, with dots between. NanoriError where it is not JSON,
    is not an object, or is nested too deeply, after yielding what comes before.
    """
    reader = JsonWindow(source, encoding)
    if reader.character() != "{":
        raise reader.error("an object was wanted")
    yield from _leaves(reader, ())
    reader.prove_ended()


def _leaves(reader: JsonWindow, keys: tuple[str, ...]) -> Iterator[Element]:
    if len(keys) > MAX_DEPTH:
        raise reader.error("nested too deeply")
    for key, _ in each_key(reader):
        match reader.character():
            case "{":
                yield from _leaves(reader, (*keys, key))
            case '"':
                yield reader.element()._replace(context=".".join((*keys, key)))
            case _:
                reader.element()


def paths(text: str) -> Iterator[str]:
    """Yield the keys that lead to each string, as far as the beginning of a file shows them."""
    with suppress(NanoriError):  # it is cut off
        for string in leaves(Source("", in_memory(text.encode("utf-8", "replace")))):
            yield string.context


class Outline(Struct, frozen=True):
    """What a JSON file looks like from its beginning."""

    arrangement: Literal["array", "lines", "values"]
    """One array; a value on each line; or values over several lines."""
    keys: frozenset[str]
    """Keys of the first object, as far as visible: the file's, or the array's first."""


def outline_of(text: str) -> Outline:
    """Return the outline of a JSON file that begins with that text.

    An empty file is JSON Lines without any line.
    """
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line]
    if not lines:
        return Outline("lines", frozenset())
    if lines[0].startswith("["):
        # Lines that each hold an array are no format; taken as one array they say why.
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
    reader = JsonWindow(Source("", in_memory(text.encode("utf-8", "replace"))), UTF_8)
    with suppress(NanoriError):
        for key, _ in each_key(reader) if reader.character() == "{" else ():
            yield key
            reader.element()


_QUOTED = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENTS = re.compile(rf"{_QUOTED}|(?P<out>//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?)", re.DOTALL)
_COMMAS = re.compile(rf"{_QUOTED}|(?P<out>,)(?=[ \t\r\n]*+[}}\]])", re.DOTALL)
_SIGN = re.compile(r"[^\r\n]")


def strict(text: str) -> str:
    """Return the text, its length unchanged, with blanks for comments and trailing commas."""
    for pattern in (_COMMENTS, _COMMAS):
        text = pattern.sub(
            lambda match: match[0] if match["out"] is None else _SIGN.sub(" ", match[0]), text
        )
    return text
