"""Words in the strings of translations: PO files, Java properties, Apple's strings."""

import re

from nanori.formats.entries import SourceMap, WordsBuilder, replaced
from nanori.formats.escaping.json import by_number
from nanori.formats.escaping.ways import Escaping
from nanori.model.errors import NanoriError


class EscapedString(Escaping):
    """A string in which a backslash and a character stand for another."""

    FILE: str
    """What kind of file it is in, for a message."""
    ESCAPE: re.Pattern[str]
    WRITTEN: dict[int, str]
    """How these characters are written."""
    CONTROL: re.Pattern[str]
    """A character that cannot be written."""

    def decode(self, raw: str) -> SourceMap:
        """Return what a string says."""
        return replaced(raw, self.ESCAPE, self.said)

    def said(self, escape: re.Match[str]) -> str:
        """Return the character that an escape stands for."""
        raise NotImplementedError

    def encode(self, words: str, raw: str = "") -> str:
        """Return words between the marks; NanoriError for a control character."""
        if control := self.CONTROL.search(words):
            reason = f"U+{ord(control[0]):04X} is there, which {self.FILE} cannot hold"
            raise NanoriError(reason)
        return words.translate(self.WRITTEN)


_PO = {
    **{"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"},
    **{"a": "\a", "b": "\b", "f": "\f", "v": "\v"},
}


class PoString(EscapedString):
    r"""A string of a PO file: quoted pieces, often one per line, with `\n` and `\"`."""

    FILE = "a PO file"
    PIECE = re.compile(r'"(?P<inside>(?:[^"\\\n]|\\.)*+)"')
    ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
    WRITTEN = str.maketrans({said: f"\\{sign}" for sign, said in _PO.items()})
    CONTROL = re.compile(r"[\0-\x06\x0e-\x1f\x7f\ud800-\udfff]")

    def decode(self, raw: str) -> SourceMap:
        """Return the words of all pieces, one after another."""
        words = WordsBuilder()
        for piece in self.PIECE.finditer(raw):
            words.add(super().decode(piece["inside"]), piece.start("inside"))
        return words.made()

    def said(self, escape: re.Match[str]) -> str:
        """Return the character that an escape stands for."""
        digits, sign = escape[0][1:], escape[0][1]
        if sign == "x" and len(digits) > 1:
            return chr(int(digits[1:], 16))
        return chr(int(digits, 8) & 0xFF) if sign in "01234567" else _PO.get(sign, sign)


PO = PoString()

_PROPERTY = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}


class PropertyValue(EscapedString):
    """The value of a Java property: escapes, and lines that continue after a backslash."""

    FILE = "a property"
    ESCAPE = re.compile(
        r"""
          \\ (?: (?P<joint>\r?\n[ \t\f]*+)
               | u (?P<code> [dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}
                           | [0-9A-Fa-f]{4} )
               | (?P<sign>.) )
        """,
        re.DOTALL | re.VERBOSE,
    )
    WRITTEN = str.maketrans({"\\": "\\\\", **{said: f"\\{n}" for n, said in _PROPERTY.items()}})
    CONTROL = re.compile(r"[\0-\x08\x0b\x0e-\x1f]")

    def said(self, escape: re.Match[str]) -> str:
        """Return the character that an escape stands for; empty for one that only joins lines."""
        if escape["joint"] is not None:
            return ""
        if escape["code"] is None:
            return _PROPERTY.get(escape["sign"], escape["sign"])
        units = bytes.fromhex(escape["code"].replace("\\u", ""))
        return units.decode("utf-16-be", "surrogatepass")

    def encode(self, words: str, raw: str = "") -> str:
        """Return words as in a value, escaped by number if it has other than ASCII so.

        NanoriError for a control character.
        """
        written = super().encode(words)
        if written.startswith(" "):
            written = f"\\{written}"
        return "".join(map(by_number, written)) if "\\u" in raw and raw.isascii() else written


PROPERTY = PropertyValue()

_APPLE = {"n": "\n", "t": "\t", "r": "\r"}


class AppleString(EscapedString):
    r"""A string of Apple's `.strings`: `\n`, `\"`, and characters by number such as `\U30ab`."""

    FILE = "a string"
    ESCAPE = re.compile(r"\\(?:[Uu](?P<code>[0-9A-Fa-f]{4})|(?P<sign>.))", re.DOTALL)
    WRITTEN = str.maketrans(
        {"\\": "\\\\", '"': '\\"', **{said: f"\\{n}" for n, said in _APPLE.items()}}
    )
    CONTROL = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f]")

    def said(self, escape: re.Match[str]) -> str:
        """Return the character that an escape stands for."""
        if escape["code"]:
            return chr(int(escape["code"], 16))
        return _APPLE.get(escape["sign"], escape["sign"])


STRINGS = AppleString()
