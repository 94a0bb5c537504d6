"""Words in a spreadsheet cell: SpreadsheetML's rich strings, OpenDocument's paragraphs."""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder, composed, replaced
from nanori.formats.escaping import Escaping, Rewriting, between
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

_PARAGRAPHS = re.compile(
    rf"""
      <(?P<hidden>office:annotation|text:ruby-text|text:note){ATTRIBUTES}
        (?:/>|>.*?</(?P=hidden)\s*>)
    | <text:s(?P<blanks>{ATTRIBUTES})(?:/>|></text:s\s*>)
    | (?P<tab><text:tab{ATTRIBUTES}(?:/>|></text:tab\s*>))
    | (?P<end><text:line-break{ATTRIBUTES}(?:/>|></text:line-break\s*>))
    | (?P<empty><text:p{ATTRIBUTES}/>)
    | (?P<begin><text:p{ATTRIBUTES}>)
    | (?P<close></text:p\s*>)
    | <!\[CDATA\[.*?\]\]> | <!--.*?--> | <[^<>]*+>
    | (?P<words>[^<]++)
    """,
    re.VERBOSE | re.DOTALL,
)
_COUNT = re.compile(r"""\btext:c\s*=\s*["'](\d{1,4})["']""")
_RUN = re.compile(r"\n|\t|(?:^|(?<=\s)) +| +(?=[\s])| +$| {2,}")
_WHITE = " \t\r\n"


class _CellWords(WordsBuilder):
    """The words of a cell while they are read."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = -1
        """Where the tag begins that ended the last paragraph; -1 before the first."""
        self.inside = self.empty = False
        self.blank = True
        """Whether a blank would be redundant: after another, or at the beginning of a paragraph."""

    def begin(self, start: int, end: int, *, empty: bool) -> None:
        """Begin a paragraph; the line end before it stands for what separates it from the last."""
        if self.closed >= 0:
            if self.empty:
                self.put("\n", start, start)  # both tags are needed
            else:
                self.put("\n", start if empty else self.closed, end)
        self.inside, self.empty, self.blank = not empty, empty, True
        if empty:
            self.closed = start

    def close(self, start: int) -> None:
        """End a paragraph."""
        self.inside, self.closed = False, start

    def run(self, raw: str, start: int, end: int) -> None:
        """Add words of a paragraph, without redundant blanks."""
        run = XML.decode(raw[start:end])
        for sign, first, last in zip(run.text, run.starts, run.ends, strict=True):
            blank = sign in _WHITE
            if not (blank and self.blank):
                self.put(" " if blank else sign, start + first, start + last)
            self.blank = blank


class Paragraphs(Escaping):
    """An OpenDocument cell: paragraphs, with elements for blanks and breaks.

    Blanks in a row are one, as in OpenDocument; more of them, and tabs, are elements. Comments and
    the readings over words are not words of the cell.
    """

    def decode(self, raw: str) -> SourceMap:
        """Return the words of all paragraphs, one per line."""
        words = _CellWords()
        for piece in _PARAGRAPHS.finditer(raw):
            start, end = piece.span()
            match piece.lastgroup:
                case "begin" | "empty" as kind:
                    words.begin(start, end, empty=kind == "empty")
                case "close":
                    words.close(start)
                case "words" if words.inside:
                    words.run(raw, start, end)
                case "blanks" | "tab" | "end" as kind:
                    count = _COUNT.search(piece["blanks"] or "")
                    blanks = " " * (int(count[1]) if count else 1)
                    words.put({"tab": "\t", "end": "\n"}.get(kind, blanks), start, end)
                    words.blank = False
                case _:
                    pass
        return words.made()

    def encode(self, words: str, raw: str = "") -> str:
        """Return words with elements for anything but a single blank; NanoriError as for XML."""
        pieces: list[str] = []
        reached = 0
        for run in _RUN.finditer(words):
            pieces += XML.encode(words[reached : run.start()]), _element(run[0])
            reached = run.end()
        return "".join([*pieces, XML.encode(words[reached:])])

    def edits(self, raw: str, edits: Sequence[Edit], newline: str) -> list[Edit]:
        """Return edits of the cell; elements between the characters are kept.

        Two paragraphs become one when the line end between them goes.
        """
        source_map = self.decode(raw)
        made: list[Edit] = []
        for edit in edits:
            if edit.end > len(source_map.text):
                raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
            start, end = _stretch(source_map, edit, len(raw))
            kept = between(raw, source_map, edit) if edit.end > edit.start else ""
            made.append(Edit(start, end, self.encode(edit.text) + kept))
        apply(raw, made)  # raises if they overlap
        return made


def _element(run: str) -> str:
    if run == "\n":
        return "<text:line-break/>"
    if run == "\t":
        return "<text:tab/>"
    return "<text:s/>" if len(run) == 1 else f'<text:s text:c="{len(run)}"/>'


def _stretch(source_map: SourceMap, edit: Edit, length: int) -> tuple[int, int]:
    starts, ends = source_map.starts, source_map.ends
    if edit.start < edit.end:
        return starts[edit.start], ends[edit.end - 1]
    if edit.start and edit.start <= len(ends) and source_map.text[edit.start - 1] != "\n":
        return ends[edit.start - 1], ends[edit.start - 1]
    place = starts[edit.start] if edit.start < len(starts) else length
    return place, place


PARAGRAPHS = Paragraphs()
