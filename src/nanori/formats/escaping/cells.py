"""Words in a cell of a table: quoted or not, between commas or tabs."""

import re
from collections.abc import Sequence

from nanori.formats import formulas
from nanori.formats.entries import SourceMap, WordsBuilder, as_written, replaced
from nanori.formats.escaping import Escaping, Rewriting
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_DOUBLED = re.compile(rf'{formulas.GUARD.pattern}|""|\r\n?')
_QUOTED_SIGNS = {'""': '"', " ": ""}
_CLOSED = re.compile(r'"(?P<inside>[^"]*+(?:""[^"]*+)*+)"?(?P<rest>.*)', re.DOTALL)
_NEEDS_MARKS = re.compile(r'[,;\t"\r\n]')


class QuotedCell(Escaping):
    """Words between quotation marks, where a quotation mark is doubled (RFC 4180)."""

    def decode(self, raw: str) -> SourceMap:
        r"""Return the words; a line end, however it is written, is one `\n`.

        The blank before what a spreadsheet would compute is not part of them.
        """
        return replaced(raw, _DOUBLED, lambda match: _QUOTED_SIGNS.get(match[0], "\n"))

    def encode(self, words: str, raw: str = "") -> str:
        """Return words as they may be written there; NanoriError for what is read as a line end."""
        if "\r" in words:
            raise NanoriError("U+000D is there, which is read as a line end")
        return words.replace('"', '""')

    def edits(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return edits of the stretch, with line ends as they are in this cell.

        Excel ends a row with two characters and a line in a cell with one. NanoriError if a
        spreadsheet would compute the new words.
        """
        old = self.decode(raw).text
        formulas.prove(old, apply(old, edits))
        if "\n" in raw:
            newline = "\r\n" if "\r\n" in raw else "\n"
        return super().edits(raw, edits, newline)


class DelimitedCell(Rewriting):
    """A cell between two separators, with its quotation marks if it has any."""

    def __init__(self, special: str) -> None:
        self.special = re.compile(special)

    def decode(self, raw: str) -> SourceMap:
        """Return the words as Python's `csv` does: what follows the closing mark is kept."""
        closed = _CLOSED.match(raw)
        if closed is None:
            return (
                replaced(raw, formulas.GUARD, lambda _: "") if raw[:1] == " " else as_written(raw)
            )
        words = WordsBuilder()
        words.add(QUOTED.decode(closed["inside"]), 1)
        words.copy(raw, closed.start("rest"), len(raw))
        return words.made()

    def part(self, way: str, raw: str, start: int, end: int) -> str:
        """Return that a part has no marks; of a cell with some, they may be words or not."""
        return "" if raw.startswith('"') else "unquoted"

    def encode(self, words: str, raw: str = "") -> str:
        """Return a cell that says those words, quoted where necessary."""
        return f'"{QUOTED.encode(words)}"' if self.special.search(words) else words

    def edited(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        """Return the cell with edits of its words, quoted if they need it.

        NanoriError if a spreadsheet would compute the new words.
        """
        old = self.decode(raw).text
        words = apply(old, edits)
        formulas.prove(old, words)
        must = raw.startswith('"') or any(self.special.search(edit.text) for edit in edits)
        if must or words.startswith('"'):
            words = f'"{QUOTED.encode(words)}"'
        return words.replace("\n", newline)


class UnquotedPart(Escaping):
    """A part of an unquoted cell: every character stands for itself."""

    def decode(self, raw: str) -> SourceMap:
        """Return the words, which are those of the file."""
        return as_written(raw)

    def encode(self, words: str, raw: str = "") -> str:
        """Return the words; NanoriError for what needs quotation marks around all of the cell."""
        if special := _NEEDS_MARKS.search(words):
            sign = special[0] if special[0].isprintable() else f"U+{ord(special[0]):04X}"
            raise NanoriError(f"“{sign}” is there, a cell in quotation marks was wanted for it")
        return words


QUOTED = QuotedCell()
DELIMITED = DelimitedCell(r'[,;"\r\n]')
TABBED = DelimitedCell(r'[\t\r\n]|^"')
UNQUOTED = UnquotedPart()
