"""Makes words that strangers wrote safe to show, and values into JSON that is.

A terminal obeys control characters, a reader is misled by marks that change the direction of
writing, and a workflow runner obeys log lines that begin with `::`, after any blanks, or contain
`##[` or `##vso[`. None of these is left in what is shown.
"""

import json as standard
import re
from typing import Any

import msgspec

from nanori.model.errors import NanoriError

# Replaces a character that is not shown; it is one cell wide, too.
INSTEAD = "\N{REPLACEMENT CHARACTER}"

_UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters except tab and line feed
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction of writing
    "\u2028\u2029\ufeff\U000e0000-\U000e007f"  # other line ends, byte order mark, tags
    "\ud800-\udfff"  # bytes of a file name that are not UTF-8
)
# Compiled only for words that contain any of it, which are few.
_UNSHOWN = f"[{_UNSEEN}]"
_KEPT = re.compile("([\udc80-\udcff]+)")
_ORDERS = re.compile(r"^([^\S\n]*):(?=:)|##(?=\[|vso\[)", re.MULTILINE)
_ANY = re.compile(f"[{_UNSEEN}:#]")
# What `_IN_JSON` and `_TAGS` find, in UTF-8: Japanese is full of the first bytes, not the rest.
_IN_BYTES = re.compile(
    rb"\x7f|##|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
    rb"|\xef\xbb\xbf|\xf3\xa0[\x80\x81]"
)
_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|##")
_TAGS = re.compile("[\U000e0000-\U000e007f]")


def visible(words: str) -> str:
    """Return words safe to show; tabs and line feeds stay.

    Their length is unchanged, except for bytes of file names (`decoded`).
    """
    if not _ANY.search(words):
        return words
    return _ORDERS.sub(_disarmed, re.sub(_UNSHOWN, INSTEAD, decoded(words)))


def in_line(words: str) -> str:
    """Return words safe to show on one line, their length unchanged."""
    return visible(words).replace("\n", INSTEAD)


def decoded(words: str) -> str:
    """Return words with the bytes that Python could not decode (PEP 383) read as UTF-8."""
    if not _KEPT.search(words):
        return words
    pieces = _KEPT.split(words)
    pieces[1::2] = [
        piece.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        for piece in pieces[1::2]
    ]
    return "".join(pieces)


def json(value: Any) -> bytes:  # noqa: ANN401 — whatever msgspec can encode
    """Return a value as JSON in UTF-8, with whatever may not be shown escaped."""
    return escaped(encoded(value))


def encoded(value: Any) -> bytes:  # noqa: ANN401
    """Return a value as JSON in UTF-8, with nothing escaped that JSON may have."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # a file name that is not UTF-8
        plain = standard.dumps(msgspec.to_builtins(value), ensure_ascii=False)
        return decoded(plain).encode("utf-8", "replace")


def escaped(encoded: bytes) -> bytes:
    """Return JSON with whatever may not be shown escaped; its meaning is the same.

    Of many lines at once it takes a quarter of the time.
    """
    if not _IN_BYTES.search(encoded):
        return encoded
    text = _IN_JSON.sub(_as_escape, encoded.decode("utf-8"))
    return _TAGS.sub(_as_escapes, text).encode("utf-8")


def _disarmed(order: re.Match[str]) -> str:
    return "#" + INSTEAD if order[1] is None else order[1] + INSTEAD


def _as_escape(character: re.Match[str]) -> str:
    return f"\\u{ord(character[0][0]):04x}{character[0][1:]}"


def _as_escapes(character: re.Match[str]) -> str:
    return standard.dumps(character[0])[1:-1]


# What no XML file may contain (XML 1.0, section 2.2): control characters, surrogates, and code
# points that are not characters.
FORBIDDEN_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def visible_in_xml(words: str) -> str:
    """Return words safe to show in an XML file as well, their length unchanged."""
    return FORBIDDEN_IN_XML.sub(INSTEAD, visible(words))


def prove_xml(words: str) -> None:
    """Raise NanoriError if words contain what no XML file may."""
    if forbidden := FORBIDDEN_IN_XML.search(words):
        raise NanoriError(f"U+{ord(forbidden[0]):04X} is there, which XML cannot hold")
