"""A JSON string between its quotation marks: escapes, of characters beyond U+FFFF two in a row."""

from __future__ import annotations

import re

from nanori.formats.entries import SourceMap, as_written

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL
)
_SAID = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WRITTEN = {
    **{chr(code): f"\\u{code:04x}" for code in (*range(0x20), *range(0xD800, 0xE000))},
    **{said: f"\\{letter}" for letter, said in _SAID.items()},
    '"': '\\"',
    "\\": "\\\\",
}
_TABLE = str.maketrans(_WRITTEN)


def decode(raw: str) -> SourceMap:
    """Return what a JSON string says; half a surrogate pair stays one, as `json` has it."""
    if "\\" not in raw:
        return as_written(raw)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    end = 0
    for escape in _ESCAPE.finditer(raw):
        starts += range(end, escape.start() + 1)
        pieces += raw[end : escape.start()], _said(escape[0])
        ends += range(end + 1, escape.start() + 1)
        end = escape.end()
        ends.append(end)
    starts += range(end, len(raw))
    ends += range(end + 1, len(raw) + 1)
    return SourceMap("".join([*pieces, raw[end:]]), tuple(starts), tuple(ends))


def encode(words: str, raw: str) -> str:
    """Return words as they are written between the quotation marks; only what must be is escaped.

    Where all of the stretch is ASCII and something in it is escaped by number, so is the new.
    """
    written = words.translate(_TABLE)
    # The stretch is long, and asked of each edit: what is quick to tell comes first.
    if not written.isascii() and raw.isascii() and "\\u" in raw:
        return "".join(map(_by_number, written))
    return written


def _by_number(character: str) -> str:
    """Return a character beyond ASCII as one or two escapes."""
    if character.isascii():
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _said(escape: str) -> str:
    """Return the one character that an escape stands for."""
    if escape[1] != "u":
        return _SAID.get(escape[1], escape[1])
    units = bytes.fromhex(escape[2:6] + escape[8:12])
    return units.decode("utf-16-be", "surrogatepass")
