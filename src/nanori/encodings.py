"""The first bytes of a text file to the encoding it is written in, and lengths in that encoding."""

from __future__ import annotations

import codecs
import re

UTF_8 = "utf-8"
UTF_16_LE = "utf-16-le"
UTF_16_BE = "utf-16-be"
CP932 = "cp932"
"""Shift JIS as Windows writes it, and with it Excel."""

_MARKED = {b"\xef\xbb\xbf": UTF_8, b"\xff\xfe": UTF_16_LE, b"\xfe\xff": UTF_16_BE}

_FOREIGN = re.compile(r"[^\x00-\x7f]")
_BESIDE = re.compile(r"[^\x00-\x7f]{2,}")
_HALF_WIDTH = re.compile(r"[\uff61-\uff9f]")
_NO_TEXT = re.compile(
    r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]"
)
"""What no text has: control characters, and code points that are nobody's."""


def of(mark: bytes, head: bytes) -> str:
    """Return Python's name of the encoding of a file with that byte order mark and beginning.

    It is UTF-8 where nothing else fits: reading the file then says where it does not.
    """
    if mark:
        return _MARKED.get(mark, UTF_8)
    if b"\0" in head:
        return _sixteen(head)
    if _decoded(head, UTF_8) is not None:
        return UTF_8
    return CP932 if _japanese(_decoded(head, CP932) or "") else UTF_8


def size(text: str, encoding: str) -> int:
    """Return how many bytes a text has in that encoding, byte order mark not counted.

    That holds for the bytes it was decoded from as well: where cp932 has several codes for one
    character they are of the same length. UnicodeEncodeError for what the encoding cannot hold.
    """
    return (
        len(text) if text.isascii() and encoding in (UTF_8, CP932) else len(text.encode(encoding))
    )


def _sixteen(head: bytes) -> str:
    """Return the order of UTF-16 in which nearly all zeros stand for the script of ASCII."""
    even, odd = head[::2].count(0), head[1::2].count(0)
    found = UTF_16_LE if odd > even else UTF_16_BE
    text = _decoded(head, found)
    plain = min(even, odd) * 10 <= max(even, odd)
    return found if plain and text is not None and not _NO_TEXT.search(text) else UTF_8


def _decoded(head: bytes, encoding: str) -> str | None:
    """Return the text of bytes that may be cut off within a character; nothing if it is none."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return None


def _japanese(text: str) -> bool:
    """Tell whether a text that could be read as cp932 was meant so.

    In a text of Western Europe, read so, what is foreign stands alone: an accented letter takes
    the next one with it. In another encoding of East Asia it comes out as kana of half width.
    """
    foreign = len(_FOREIGN.findall(text))
    beside = sum(map(len, _BESIDE.findall(text)))
    half = len(_HALF_WIDTH.findall(text))
    return beside * 2 >= foreign and half * 2 < foreign and not _NO_TEXT.search(text)
