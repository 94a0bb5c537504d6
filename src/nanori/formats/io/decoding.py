"""A stream of bytes to its text: blocks of it, and lines with their places."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import NamedTuple

from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.streams import LONGEST, Source
from nanori.model.errors import NanoriError


class Line(NamedTuple):
    """A line of a file, its line end included."""

    number: int
    """Counted from 1."""
    start: int
    """Code points of the file before it."""
    text: str


def blocks(source: Source, encoding: str = UTF_8) -> Iterator[str]:
    """Yield the text of a stream in pieces of any length, line ends as they are.

    NanoriError with line and column where it is not in that encoding; what came before has been
    yielded by then.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    line, column = 1, 1
    ended = False
    while not ended:
        block = source.read()
        ended = not block
        reason = ""
        waiting = decoder.getstate()[0]
        try:
            text = decoder.decode(block, ended)
        except UnicodeDecodeError as error:
            text = (waiting + block)[: error.start].decode(encoding, "ignore")
            reason = error.reason
        if text:
            yield text
        lines = text.count("\n")
        column = len(text) - text.rfind("\n") if lines else column + len(text)
        line += lines
        if reason:
            message = f"not {encoding.upper()}: {reason}"
            raise NanoriError(message, path=source.path, line=line, column=column)


def lines(source: Source, encoding: str = UTF_8) -> Iterator[Line]:
    r"""Yield every line of a stream, blank ones too; only `\n` ends one.

    NanoriError as `blocks` has it, and for a line longer than `streams.LONGEST` code points.
    """
    number, start, rest = 1, 0, ""
    pieces: list[str] = []
    length = 0
    for block in blocks(source, encoding):
        if "\n" not in block:
            pieces.append(block)
            length += len(block)
            if length > LONGEST:
                reason = f"a line longer than {LONGEST >> 20} MiB"
                raise NanoriError(reason, path=source.path, line=number)
            continue
        complete = "".join([*pieces, block]).split("\n")
        rest = complete.pop()
        for text in complete:
            yield Line(number, start, text + "\n")
            number += 1
            start += len(text) + 1
        pieces, length = [rest], len(rest)
    if rest := "".join(pieces):
        yield Line(number, start, rest)
