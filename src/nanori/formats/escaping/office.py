"""Words in a spreadsheet cell: SpreadsheetML's rich strings."""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder, composed, replaced
from nanori.formats.escaping import Escaping, Rewriting
from nanori.formats.escaping.xml import ATTRIBUTES, XML
from nanori.model.edits import apply
from nanori.model.values import Edit

_PIECE = re.compile(
    rf"""
      <(?P<phonetic>(?:[\w.-]+:)?rPh){ATTRIBUTES}> .*? </(?P=phonetic)>
    | <(?P<tag>(?:[\w.-]+:)?t)(?P<attributes>{ATTRIBUTES})> (?P<words>.*?) </(?P=tag)>
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LIKE_CODE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_RUN = re.compile(r"<(?:[\w.-]+:)?t[\s>]")
_SPACE = "xml:space"
_BLANK = " \t\n"


class RichString(Rewriting):
    """A SpreadsheetML string, `<is>`: runs of text, without phonetic runs.

    What a string has for characters that XML cannot hold, `_x000D_`, is the character.
    """

    def decode(self, raw: str) -> SourceMap:
        """Return the words of all runs, one after another."""
        words = WordsBuilder()
        for piece in _PIECE.finditer(raw):
            if piece["words"] is None:
                continue
            run = XML.decode(piece["words"])
            if "_x" in run.text:
                run = composed(run, replaced(run.text, _CODE, lambda code: chr(int(code[1], 16))))
            words.add(run, piece.start("words"))
        return words.made()

    def part(self, way: str, raw: str, start: int, end: int) -> str:
        """Return that a part of a single run is plain XML."""
        return "xml" if len(_RUN.findall(raw)) == 1 and "_x" not in raw else ""

    def encode(self, words: str, raw: str = "") -> str:
        """Return words as they may be written in a run; NanoriError for what XML cannot hold."""
        return XML.encode(_LIKE_CODE.sub("_x005F_", words))

    def edited(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        """Return the string with edits of its words; runs between the characters are kept.

        A run that begins or ends with a blank is marked as such.
        """
        return _PIECE.sub(_spaced, apply(raw, Escaping.edits(self, raw, edits, "\n")))


def _spaced(piece: re.Match[str]) -> str:
    words = piece["words"]
    if words is None or _SPACE in piece["attributes"] or words == words.strip(_BLANK):
        return piece[0]
    opened = f'<{piece["tag"]} {_SPACE}="preserve"{piece["attributes"]}>'
    return f"{opened}{words}</{piece['tag']}>"


SHEET = RichString()
