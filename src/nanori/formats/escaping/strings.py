"""Words with escapes for a few characters: PO files, scripts."""

import re

from nanori.formats.entries import SourceMap, WordsBuilder, replaced
from nanori.formats.escaping import Escaping, Signs

_PO = {
    **{"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"},
    **{"a": "\a", "b": "\b", "f": "\f", "v": "\v"},
}


class _PoString(Escaping):
    r"""A string of a PO file: quoted pieces, often one per line, with `\n` and `\"`."""

    PIECE = re.compile(r'"(?P<inside>(?:[^"\\\n]|\\.)*+)"')
    ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)")
    WRITTEN = str.maketrans({said: f"\\{sign}" for sign, said in _PO.items()})

    def decode(self, raw: str) -> SourceMap:
        words = WordsBuilder()
        for piece in self.PIECE.finditer(raw):
            pieces = replaced(piece["inside"], self.ESCAPE, self.meaning)
            words.add(pieces, piece.start("inside"))
        return words.made()

    def meaning(self, escape: re.Match[str]) -> str:
        digits, sign = escape[0][1:], escape[0][1]
        if sign == "x" and len(digits) > 1:
            return chr(int(digits[1:], 16))
        return chr(int(digits, 8) & 0xFF) if sign in "01234567" else _PO.get(sign, sign)

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        return words.translate(self.WRITTEN)


PO = _PoString()


# A script: everything but a line end stands for itself.
_LINE_ENDS = {"\\n": "\n", "\\r": "\r"}
_WRITTEN = {"\n": "\\n", "\r": "\\r"}
SCRIPT = Signs(r"\\[nr]", _LINE_ENDS, _WRITTEN)
# A keyword of a script, which Forge recognises by its words: it names the card by a placeholder.
KEYWORD = SCRIPT
PLACEHOLDER = re.compile(r"\b(?:CARDNAME|NICKNAME)\b")

# Stands for a pipe wherever pipes separate parts of a line.
PIPE = "VERT"

# Between pipes on a line; marks of a Class's levels on lines of their own are left out, as the game
# leaves them out.
_PIPED = rf"//Level_[23]//\\n|\\[nr]|{PIPE}"
_SAID = {**_LINE_ENDS, PIPE: "|"}
PIPED = Signs(_PIPED, _SAID, {**_WRITTEN, "|": PIPE})
# The same within the quotation marks of a cell, where those of the words are doubled.
PIPED_CELL = Signs(f'""|{_PIPED}', {**_SAID, '""': '"'}, {**_WRITTEN, "|": PIPE, '"': '""'})

# A name in a condition: a semicolon stands for a comma, which would split it.
CONDITION = Signs(r";|\\[nr]", {**_LINE_ENDS, ";": ","}, {**_WRITTEN, ",": ";"})
