"""Words in a cell of a table: quoted or not, between commas or tabs."""

import re
from collections.abc import Sequence

from nanori.formats import formulas
from nanori.formats.entries import SourceMap, WordsBuilder, as_written, replaced
from nanori.formats.escaping import Rewriting, Signs
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

_CLOSED = re.compile(r'"(?P<inside>[^"]*+(?:""[^"]*+)*+)"?(?P<rest>.*)', re.DOTALL)


class QuotedCell(Signs):
    """Words between quotation marks, where a quotation mark is doubled (RFC 4180)."""

    def written(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return edits of the stretch, with line ends as they are in this cell.

        Excel ends a row with two characters and a line in a cell with one. NanoriError if a
        spreadsheet would compute the new words.
        """
        old = self.decode(raw).text
        formulas.prove(old, apply(old, edits))
        if "\n" in raw:
            newline = "\r\n" if "\r\n" in raw else "\n"
        return super().written(raw, edits, newline)


class DelimitedCell(Rewriting):
    """A cell between two separators, with its quotation marks if it has any."""

    part_way = "unquoted"

    def __init__(self, special: str) -> None:
        self.special = re.compile(special)

    def decode(self, raw: str) -> SourceMap:
        """Return the words as Python's `csv` does: `"A ""B"" c"x` says `A "B" cx`.

        A cell without marks says what is there, but for the blank that guards a formula, ` =x`.
        """
        closed = _CLOSED.match(raw)
        if closed is None:
            return (
                replaced(raw, formulas.GUARD, lambda _: "") if raw[:1] == " " else as_written(raw)
            )
        words = WordsBuilder()
        words.add(QUOTED.decode(closed["inside"]), 1)
        words.copy(raw, closed.start("rest"), len(raw))
        return words.made()

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return a cell that says those words, quoted where necessary."""
        return f'"{QUOTED.encode(words)}"' if self.special.search(words) else words

    def rewritten(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
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


class _PartOfCell(Signs):
    """A part of a cell that stands for itself; only a whole cell can get quotation marks."""

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        if sign := DELIMITED.special.search(words):
            reason = f"“{sign[0]}” is there, a cell in quotation marks was wanted for it"
            raise NanoriError(reason)
        return words


UNQUOTED = _PartOfCell()
QUOTED = QuotedCell(
    # A line end, however it is written, is one; the blank before what a spreadsheet would compute
    # is not part of the words.
    rf'{formulas.GUARD.pattern}|""|\r\n?',
    {'""': '"', "\r\n": "\n", "\r": "\n"},
    {'"': '""'},
)
DELIMITED = DelimitedCell(r'[,;"\r\n]')
TABBED = DelimitedCell(r'[\t\r\n]|^"')
