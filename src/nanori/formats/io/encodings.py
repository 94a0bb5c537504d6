"""The encoding of a text file, told by its first bytes, and lengths in an encoding."""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from nanori.formats.io.streams import MAX_LINE_BYTES, Source
from nanori.model.errors import NanoriError

UTF_8 = "utf-8"
UTF_16_LE = "utf-16-le"
UTF_16_BE = "utf-16-be"
# Shift JIS as Windows, and with it Excel, writes it.
CP932 = "cp932"

_MARKED = {b"\xef\xbb\xbf": UTF_8, b"\xff\xfe": UTF_16_LE, b"\xfe\xff": UTF_16_BE}

# One zero in so many bytes is a slip in a text, not UTF-16 for ASCII.
_BYTES_PER_STRAY_ZERO = 64

_FOREIGN = re.compile(r"[^\x00-\x7f]")
_BESIDE = re.compile(r"[^\x00-\x7f]{2,}")
_HIGH = re.compile(rb"[\x80-\xff]")
# Bytes that were kept though they did not fit (PEP 383).
_UNFIT = re.compile(r"[\udc80-\udcff]")
_HALF_WIDTH = re.compile(r"[\uff61-\uff9f]")
# What texts hardly ever have: control characters, and unassigned code points. Compiling this takes
# a hundredth of start-up, and few files need it.
_NO_TEXT = r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff]"


_DECLARED = re.compile(rb"""<\?xml\s[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']""")
# Names of cp932 that Python does not know.
_WINDOWS = frozenset({"windows-31j", "x-sjis"})

# Encodings in which a character has the same bytes everywhere.
_STATELESS = r"utf-8|ascii|(?:cp|iso8859-)\d+|euc_\w+|gb\w+|big5\w*|shift_jis\w*|koi8-\w|johab"


def of(mark: bytes, head: bytes) -> str:
    """Return Python's name of the encoding of a file with that byte order mark and beginning.

    It is UTF-8 if nothing else fits: reading the file then says where it does not.
    """
    if mark:
        return _MARKED.get(mark, UTF_8)
    zeros = head.count(0)
    if zeros * _BYTES_PER_STRAY_ZERO > len(head) and (order := _sixteen(head)):
        return order
    if name := declared(head):
        return codec(name) or UTF_8
    if _decoded(head, UTF_8) is not None:
        return UTF_8
    if not _damaged(head) and _japanese(_beginning(head, CP932)):
        return CP932
    return (_sixteen(head) if zeros else "") or UTF_8


def in_unicode(encoding: str) -> str:
    """Return the encoding of a file that must be Unicode, as JSON, and seems to be in that one."""
    return encoding if encoding.startswith("utf-16") else UTF_8


def declared(head: bytes) -> str:
    """Return the encoding that an XML file declares; empty if none."""
    match = _DECLARED.match(head)
    return match[1].decode() if match else ""


def codec(name: str) -> str:
    """Return Python's name of an encoding by any of its names; empty if not reversible.

    Shift JIS is taken for cp932, which contains it: programs on Windows call it so.
    """
    if name.lower() in _WINDOWS:
        return CP932
    try:
        canonical = codecs.lookup(name).name
    except LookupError:
        return ""
    if canonical == "shift_jis":
        return CP932
    return canonical if re.fullmatch(_STATELESS, canonical) else ""


def size(text: str, encoding: str) -> int:
    """Return how many bytes a text has in that encoding, without the byte order mark.

    That holds for the bytes it was decoded from as well: where cp932 has several codes for a
    character, they have the same length. UnicodeEncodeError for what the encoding cannot hold; a
    byte that was kept though it did not fit (PEP 383) is one byte.
    """
    if text.isascii() and encoding in (UTF_8, CP932):
        return len(text)
    return len(text.encode(encoding, "surrogateescape"))


def _sixteen(head: bytes) -> str:
    """Return the byte order of UTF-16 in which nearly all zeros belong to ASCII."""
    even, odd = head[::2].count(0), head[1::2].count(0)
    order = UTF_16_LE if odd > even else UTF_16_BE
    text = _decoded(head, order)
    plain = min(even, odd) * 10 <= max(even, odd)
    return order if plain and text is not None and _clean(text) else ""


def _beginning(head: bytes, encoding: str) -> str:
    """Return the text of bytes up to what does not fit: in a damaged file that part tells."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError as error:
        return head[: error.start].decode(encoding)


def _damaged(head: bytes) -> bool:
    """Tell whether bytes that are not UTF-8 mostly are: a slip does not make another encoding.

    Read as UTF-8, hardly anything of a text in cp932 fits except ASCII.
    """
    unfit = len(_UNFIT.findall(head.decode(UTF_8, "surrogateescape")))
    return len(_HIGH.findall(head)) > 2 * unfit


def _decoded(head: bytes, encoding: str) -> str | None:
    """Return the text of bytes that may be cut off within a character; None if it is none."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return None


def _japanese(text: str) -> bool:
    """Tell whether a text that could be read as cp932 was meant so.

    In a Western European text read so, foreign characters stand alone: an accented letter takes the
    next one with it. Other East Asian encodings come out as half-width kana.
    """
    foreign = len(_FOREIGN.findall(text))
    kana = sum(map(len, _BESIDE.findall(text)))
    half = len(_HALF_WIDTH.findall(text))
    return 0 < foreign <= kana * 2 and half * 2 < foreign and _clean(text)


def _clean(text: str) -> bool:
    """Tell whether a text has next to nothing that texts do not have."""
    return len(re.findall(_NO_TEXT, text)) * 16 <= len(text)


class Line(NamedTuple):
    """A line of a file, its line end included."""

    number: int
    """Counted from 1."""
    start: int
    """Code points of the file before it."""
    text: str


def whole(
    source: Source, encoding: str, most: int, what: str = "a file", line: int | None = None
) -> str:
    """Return the text of a stream; NanoriError, at that line, for more than `most` letters.

    Errors also as for `blocks`.
    """
    pieces: list[str] = []
    length = 0
    for block in blocks(source, encoding):
        pieces.append(block)
        length += len(block)
        if length > most:
            raise NanoriError(f"{what} longer than {most >> 20} MiB", path=source.path, line=line)
    return "".join(pieces)


def blocks(source: Source, encoding: str = UTF_8) -> Iterator[str]:
    """Yield the text of a stream in pieces of any length, line ends unchanged.

    NanoriError with line and column where it is not in that encoding, after yielding what comes
    before.
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

    NanoriError as for `blocks`, and for a line longer than `streams.LONGEST` code points.
    """
    number, start, rest = 1, 0, ""
    pieces: list[str] = []
    length = 0
    for block in blocks(source, encoding):
        if "\n" not in block:
            pieces.append(block)
            length += len(block)
            if length > MAX_LINE_BYTES:
                reason = f"a line longer than {MAX_LINE_BYTES >> 20} MiB"
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
