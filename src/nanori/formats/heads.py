"""The beginning of a file: what a format can be told by."""

from __future__ import annotations

import codecs
import re
from pathlib import PurePath

from msgspec import Struct

from nanori import encodings
from nanori.formats.outlines import Outline, outline_of
from nanori.streams import Source

PACKED = (".gz", ".xz", ".bz2")
"""Suffixes of packed files, behind their own."""

_JSON = re.compile(r'\A\s*[\[{](?![A-Z0-9])|^[ \t]*\{[ \t]*"', re.MULTILINE)
"""What is JSON, or has a line that is; `{T}: …` and `[Name]` are none."""


class Head(Struct, frozen=True):
    """What a file begins with, read ahead: nothing of the stream is used up."""

    path: str
    """As the user gave it; standard input has one of its own."""
    suffix: str
    """End of the path's name, small and with the dot, without that of gzip, xz, bzip2."""
    raw: bytes
    """The first 64 KiB, unpacked, without byte order mark; nothing for a folder."""
    encoding: str
    """Python's name of the encoding the file seems to be in."""
    text: str
    """The same bytes decoded; what does not fit the encoding is U+FFFD."""
    newline: str
    """Its first line end, `\\n` or `\\r\\n`; `\\n` where there is none."""
    outline: Outline | None
    """What it looks like as JSON; nothing where it does not begin like JSON."""
    folder: bool
    """Whether it is a folder."""
    columns: str = ""
    """Which columns of a table have which fields, as the user says: `name=Card,text=Words`."""


def head_of(source: Source, wanted: str = "") -> Head:
    """Return the head of a stream that was not yet read.

    `wanted` is the format that the user asked for, with the columns of a table behind a colon.
    """
    encoding = encodings.of(source.mark, source.head)
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(source.head)  # not final: a character that is cut off is left out
    first = text.find("\n")
    return Head(
        path=source.path,
        suffix=_suffix(source.path),
        raw=source.head,
        encoding=encoding,
        text=text,
        newline="\r\n" if first > 0 and text[first - 1] == "\r" else "\n",
        outline=outline_of(text) if _JSON.search(text) else None,
        folder=source.folder,
        columns=wanted.partition(":")[2],
    )


def _suffix(path: str) -> str:
    name = PurePath(path)
    if name.suffix.lower() in PACKED:
        name = name.with_suffix("")
    return name.suffix.lower()
