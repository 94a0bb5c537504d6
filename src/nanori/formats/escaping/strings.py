"""Words with escapes for a few characters: PO files, scripts."""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder, replaced
from nanori.formats.escaping import Escaping
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_PO = {
    **{"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"},
    **{"a": "\a", "b": "\b", "f": "\f", "v": "\v"},
}


class PoString(Escaping):
    r"""A string of a PO file: quoted pieces, often one per line, with `\n` and `\"`."""

    PIECE = re.compile(r'"(?P<inside>(?:[^"\\\n]|\\.)*+)"')
    ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
    WRITTEN = str.maketrans({said: f"\\{sign}" for sign, said in _PO.items()})
    CONTROL = re.compile(r"[\0-\x06\x0e-\x1f\x7f\ud800-\udfff]")

    def decode(self, raw: str) -> SourceMap:
        """Return the words of all pieces, one after another."""
        words = WordsBuilder()
        for piece in self.PIECE.finditer(raw):
            pieces = replaced(piece["inside"], self.ESCAPE, self.said)
            words.add(pieces, piece.start("inside"))
        return words.made()

    def said(self, escape: re.Match[str]) -> str:
        """Return the character that an escape stands for."""
        digits, sign = escape[0][1:], escape[0][1]
        if sign == "x" and len(digits) > 1:
            return chr(int(digits[1:], 16))
        return chr(int(digits, 8) & 0xFF) if sign in "01234567" else _PO.get(sign, sign)

    def encode(self, words: str, raw: str = "") -> str:
        """Return words between the marks; NanoriError for a control character."""
        if control := self.CONTROL.search(words):
            reason = f"U+{ord(control[0]):04X} is there, which a PO file cannot hold"
            raise NanoriError(reason)
        return words.translate(self.WRITTEN)

    def part(self, way: str, raw: str, start: int, end: int) -> str:
        """Return that a part has none of its own: a piece may begin in it and end elsewhere."""
        return ""


PO = PoString()


_SCRIPT_LINE_END = re.compile(r"\\([nr])")
_ESCAPED = str.maketrans({"\n": "\\n", "\r": "\\r"})
_AMBIGUOUS = re.compile(r"\\(?:[nr]|\Z)")


class ScriptLine(Escaping):
    """Words of a script: everything but a line end stands for itself."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words, with line ends for `\n` and `\r`."""
        return replaced(raw, _SCRIPT_LINE_END, lambda match: "\n" if match[1] == "n" else "\r")

    def encode(self, words: str, raw: str = "") -> str:
        """Return words on one line; NanoriError for what would be read as a line end."""
        if ambiguous := _AMBIGUOUS.search(words):
            raise NanoriError(f"“{ambiguous[0]}” is there, which a script would read as a line end")
        return words.translate(_ESCAPED)


SCRIPT = ScriptLine()

# Stands for the card's name.
PLACEHOLDER = re.compile(r"\b(?:CARDNAME|NICKNAME)\b")


class Keyword(ScriptLine):
    """Words of a keyword in a Forge script: as in a script, naming the card, without new colons.

    Forge recognises such a keyword by its words and by the colons before them.
    """

    def edits(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return edits of a keyword; NanoriError if it would cease to be one."""
        made = super().edits(raw, edits, "\n")
        if not PLACEHOLDER.search(apply(raw, made).partition(":")[0]):
            reason = "a keyword without CARDNAME or NICKNAME is there, one with it was wanted"
            raise NanoriError(reason)
        return made


KEYWORD = Keyword()

# Stands for a pipe wherever pipes separate parts of a line.
PIPE = "VERT"

_PIPED = re.compile(rf"//Level_[23]//\\n|\\[nr]|{PIPE}")
_SAID = {"\\n": "\n", "\\r": "\r", PIPE: "|"}


class Piped(Escaping):
    """Words between pipes on a line: as in a script, and “VERT” stands for a pipe."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words, with the line ends and pipes that are written otherwise.

        Marks of a Class's levels on lines of their own are left out, as the game leaves them out.
        """
        return replaced(raw, _PIPED, lambda match: _SAID.get(match[0], ""))

    def encode(self, words: str, raw: str = "") -> str:
        """Return words as they may be written between pipes.

        NanoriError for what would be read as a line end or a pipe.
        """
        if PIPE in words:
            raise NanoriError(f"“{PIPE}” is there, which a script would read as “|”")
        return SCRIPT.encode(words).replace("|", PIPE)


PIPED = Piped()

_QUOTED = re.compile(f'""|{_PIPED.pattern}')


class PipedCell(Piped):
    """The same within the quotation marks of a cell, where those of the words are doubled."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words, with one mark for two."""
        return replaced(
            raw, _QUOTED, lambda match: '"' if match[0] == '""' else _SAID.get(match[0], "")
        )

    def encode(self, words: str, raw: str = "") -> str:
        """Return words as they may be written in a cell; NanoriError as between pipes."""
        return super().encode(words, raw).replace('"', '""')


PIPED_CELL = PipedCell()

COMMA = ";"
# What a name in a condition cannot contain.
_DIVIDING = "+.|$;"


class Condition(Escaping):
    """A name in a condition: a semicolon stands for a comma, which would split it."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words, with commas."""
        return SCRIPT.decode(raw.replace(COMMA, ","))

    def encode(self, words: str, raw: str = "") -> str:
        """Return words without commas; NanoriError for what splits a condition."""
        if dividing := next((sign for sign in words if sign in _DIVIDING), ""):
            raise NanoriError(f"“{dividing}” is there, which divides a condition of a script")
        return SCRIPT.encode(words, raw).replace(",", COMMA)


CONDITION = Condition()
