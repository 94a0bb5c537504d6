"""Words with escapes for a few characters: PO files, scripts."""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder, replaced
from nanori.formats.escaping import Escaping, Signs
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_PO = {
    **{"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"},
    **{"a": "\a", "b": "\b", "f": "\f", "v": "\v"},
}


class _PoString(Escaping):
    r"""A string of a PO file: quoted pieces, often one per line, with `\n` and `\"`."""

    PIECE = re.compile(r'"(?P<inside>(?:[^"\\\n]|\\.)*+)"')
    ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
    WRITTEN = str.maketrans({said: f"\\{sign}" for sign, said in _PO.items()})
    CONTROL = re.compile(r"[\0-\x06\x0e-\x1f\x7f\ud800-\udfff]")

    def decode(self, raw: str) -> SourceMap:
        words = WordsBuilder()
        for piece in self.PIECE.finditer(raw):
            pieces = replaced(piece["inside"], self.ESCAPE, self.said)
            words.add(pieces, piece.start("inside"))
        return words.made()

    def said(self, escape: re.Match[str]) -> str:
        digits, sign = escape[0][1:], escape[0][1]
        if sign == "x" and len(digits) > 1:
            return chr(int(digits[1:], 16))
        return chr(int(digits, 8) & 0xFF) if sign in "01234567" else _PO.get(sign, sign)

    def encode(self, words: str, raw: str = "") -> str:
        if control := self.CONTROL.search(words):
            reason = f"U+{ord(control[0]):04X} is there, which a PO file cannot hold"
            raise NanoriError(reason)
        return words.translate(self.WRITTEN)

    def part(self, way: str, raw: str, start: int, end: int) -> str:
        """Return that a part has none of its own: a piece may begin in it and end elsewhere."""
        return ""


PO = _PoString()


# A script: everything but a line end stands for itself.
_LINE_ENDS = {"\\n": "\n", "\\r": "\r"}
_AMBIGUOUS = {
    r"\\(?:[nr]|\Z)": "“{}” is there, which a script would read as a line end",
}
_SCRIPT = (r"\\[nr]", _LINE_ENDS, {"\n": "\\n", "\r": "\\r"}, _AMBIGUOUS)
SCRIPT = Signs(*_SCRIPT)

# Stands for the card's name.
PLACEHOLDER = re.compile(r"\b(?:CARDNAME|NICKNAME)\b")


class Keyword(Signs):
    """Words of a keyword in a Forge script: as in a script, naming the card, without new colons.

    Forge recognises such a keyword by its words and by the colons before them.
    """

    def edits(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return edits of a keyword; NanoriError if it would cease to be one."""
        written = super().edits(raw, edits, "\n")
        if not PLACEHOLDER.search(apply(raw, written).partition(":")[0]):
            reason = "a keyword without CARDNAME or NICKNAME is there, one with it was wanted"
            raise NanoriError(reason)
        return written


KEYWORD = Keyword(*_SCRIPT)

# Stands for a pipe wherever pipes separate parts of a line.
PIPE = "VERT"

# Between pipes on a line; marks of a Class's levels on lines of their own are left out, as the game
# leaves them out.
_PIPED = rf"//Level_[23]//\\n|\\[nr]|{PIPE}"
_SAID = {**_LINE_ENDS, PIPE: "|"}
_WRITTEN = {"\n": "\\n", "\r": "\\r", "|": PIPE}
_REFUSED = {PIPE: "“{}” is there, which a script would read as “|”", **_AMBIGUOUS}
PIPED = Signs(_PIPED, _SAID, _WRITTEN, _REFUSED)
# The same within the quotation marks of a cell, where those of the words are doubled.
PIPED_CELL = Signs(f'""|{_PIPED}', {**_SAID, '""': '"'}, {**_WRITTEN, '"': '""'}, _REFUSED)

# A name in a condition: a semicolon stands for a comma, which would split it.
CONDITION = Signs(
    r";|\\[nr]",
    {**_LINE_ENDS, ";": ","},
    {"\n": "\\n", "\r": "\\r", ",": ";"},
    {r"[+.|$;]": "“{}” is there, which divides a condition of a script", **_AMBIGUOUS},
)
