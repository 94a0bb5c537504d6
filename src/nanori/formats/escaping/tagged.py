"""How Magic Set Editor writes a text: with tags, U+0001 for “<”, and lines one tab deeper.

The stretch of a field is everything after the colon of its key. A text of one line begins there;
one of several lines begins on the next line, each of its lines two tabs deep.
"""

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap, WordsBuilder, composed
from nanori.formats.escaping import Rewriting
from nanori.formats.escaping.json import JSON
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit, MarkKind, NameMarkup

# What every line of a multi-line text begins with: a card's fields are one tab deep.
INDENT = "\t\t"

# Written for a “<” that begins no tag.
LESS = "\x01"


_TAG = r"<(?P<closes>/?)(?P<name>[A-Za-z][^<>\r\n:|]*|(?<=/))(?:[:|][^<>\r\n]*)?>"
# Reminder text is in italics, too, but in round brackets, and an ability word begins a longer line.
_FLAVOUR = r"<i(?:-flavou?r)?>(?!\s*+[(（])(?:(?!</?i\b)[^\x00])*+</i[^<>\r\n]*>[ \t]*+"
_FLAVOUR_FIRST = re.compile(rf"{_FLAVOUR}(?:(?:\r\n?|\n)\t{{0,2}}|\Z)")
_FLAVOUR_LATER = re.compile(rf"(?:\r\n?|\n)\t{{0,2}}[ \t]*+{_FLAVOUR}(?=\r|\n|\Z)")
_PART = re.compile(
    rf"(?P<flavour>{_FLAVOUR_LATER.pattern})|(?P<tag>{_TAG})|(?P<end>(?:\r\n?|\n)\t{{0,2}})|(?P<less>{LESS})|[^<\r\n{LESS}]+|<"
)
_LEAD = re.compile(r"[^\S\r\n]*(?:(?P<end>\r\n?|\n)\t{0,2})?")
_TAGS = re.compile(_TAG)
_CLOSING = re.compile(r"(?:</[^<>\r\n]*>)*")
# Where a line begins that has words and lost tabs, as it was blank: many editors strip them.
_LOST_TABS = re.compile(r"(?<=[\r\n])\t?(?=[^\t\r\n])")

_MARKS: tuple[tuple[re.Pattern[str], MarkKind], ...] = (
    (re.compile(r"atom-(?:card|full)?name"), "full"),
    (re.compile(r"atom-(?:leg|legend|short)name"), "short"),
    (re.compile(r"atom-printname"), "this"),
    (re.compile(r"atom-(?:link|meld)\d*name\d*"), "other"),
    (re.compile("error-spelling"), "spelling"),
)


class TaggedText(Rewriting):
    """A text with tags and, after the first, indented lines."""

    def __init__(self, indent: str = INDENT) -> None:
        """Keep what each line begins with, empty if a multi-line text stays where it is."""
        self.indent = indent

    def decode(self, raw: str) -> SourceMap:
        """Return the words; an unclosed tag spoils only its own mark."""
        lead = _LEAD.match(raw)
        offset = lead.end() if lead else 0
        words = WordsBuilder()
        marks = _Marks()
        if flavour := _FLAVOUR_FIRST.match(raw, offset):
            offset = flavour.end()
        for part in _PART.finditer(raw, offset):
            match part.lastgroup:
                case "flavour":
                    pass  # a line entirely in italics is not rules text
                case "tag":
                    mark = marks.closed if part["closes"] else marks.opened
                    mark(part["name"], len(words.starts))
                case "end":
                    words.put("\n", *part.span())
                case "less":
                    words.put("<", *part.span())
                case _:
                    words.copy(raw, *part.span())
        return words.made(marks.markup())

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        """Return words as written in a stretch."""
        return words.replace("<", LESS).replace("\n", f"\n{self.indent}")

    def rewritten(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        """Return a stretch with edits of its text; all its tags are still there, in order.

        Words that replace everything a tag encloses stay in the tag, words inserted before or after
        it stay outside. A text that becomes multi-line moves to lines of its own.
        """
        if not edits:
            return raw
        source_map = self.decode(raw)
        lead = _LEAD.match(raw)
        first = lead.end() if lead else 0
        changes: list[Edit] = []
        for edit in edits:
            if edit.end > len(source_map.text):
                raise ValueError(f"edit {edit.start}–{edit.end} is beyond the text")
            words = self.encode(edit.text).replace("\n", newline)
            changes.append(_replaced(raw, source_map, edit, first, words))
        new = apply(raw, changes)
        if not self.indent or (lead and lead["end"] is not None):
            return _LOST_TABS.sub(self.indent, new) if self.indent else new
        body = new[first:]
        if "\n" in body or "\r" in body or body[:1].isspace():
            return newline + self.indent + body
        return f" {body}" if not raw and body else new


def _replaced(raw: str, source_map: SourceMap, edit: Edit, first: int, words: str) -> Edit:
    """Return an edit of a text as one of the stretch: its words, with all the tags within.

    <b>Ash</b> <i>Wolf        “Ash Wolf” to “~”: depths after the tags in it are -1 (least), 0
       ^start         ^end    → </b>~<i>: the words go after the first tag
    """
    if edit.start == edit.end:
        offset = source_map.ends[edit.start - 1] if edit.start else first
        offset = _CLOSING.match(raw, offset).end()  # type: ignore[union-attr]
        return Edit(offset, offset, words)
    start, end = source_map.starts[edit.start], source_map.ends[edit.end - 1]
    if _FLAVOUR_LATER.search(raw, start, end):
        raise NanoriError("a line of flavour stands within the words that are to be changed")
    tags = list(_TAGS.finditer(raw, start, end))
    # Words go where the fewest of the tags around are open: those that enclose all of them stay.
    depth = least = behind = 0
    for number, tag in enumerate(tags, 1):
        depth += -1 if tag["closes"] else 1
        if depth < least:
            least, behind = depth, number
    kept = [tag[0] for tag in tags]
    return Edit(start, end, "".join([*kept[:behind], words, *kept[behind:]]))


class _Marks:
    """The open tags, and the marks made by closed ones."""

    def __init__(self) -> None:
        self._open: dict[str, list[int]] = {}
        self._order: list[str] = []
        self._found: list[NameMarkup] = []

    def opened(self, name: str, offset: int) -> None:
        """Open a tag."""
        self._open.setdefault(name, []).append(offset)
        self._order.append(name)

    def closed(self, name: str, offset: int) -> None:
        """Close a tag; `</>`, as in old versions, closes the one opened last."""
        while not name and self._order:
            last = self._order.pop()
            name = last if self._open[last] else ""
        if self._open.get(name):
            start = self._open[name].pop()
            self._found += [
                NameMarkup(start, offset, kind)
                for pattern, kind in _MARKS
                if start < offset and pattern.fullmatch(name)
            ]

    def markup(self) -> tuple[NameMarkup, ...]:
        """Return the marks in order; of a name inside another only the outer one."""
        kept: list[NameMarkup] = []
        reached = 0
        for mark in sorted(self._found, key=lambda mark: (mark.start, -mark.end)):
            if mark.kind == "spelling" or mark.start >= reached:
                kept.append(mark)
            if mark.kind != "spelling":
                reached = max(reached, mark.end)
        return tuple(kept)


class _MarkedText(TaggedText):
    """A text of which new words have tags of their own."""

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        return words.replace("\n", f"\n{self.indent}")

    def said(self, words: str) -> str:
        # A blank at the beginning of a stretch is not part of its words.
        return self.decode(f"x{words}").text[1:]


TAGGED = TaggedText()
MARKED = _MarkedText()
_UNINDENTED = TaggedText("")


class _TaggedString(Rewriting):
    r"""A tagged text in quotation marks, as in version 2.0.1: `\n` for a line end, `\"`."""

    def decode(self, raw: str) -> SourceMap:
        outer = JSON.decode(raw)
        return composed(outer, _UNINDENTED.decode(outer.text))

    def encode(self, words: str, raw: str = "", offset: int = 0) -> str:
        return JSON.encode(_UNINDENTED.encode(words), raw)

    def rewritten(self, raw: str, edits: Sequence[Edit], newline: str) -> str:
        # A line end is an escape, whatever the file has.
        return JSON.encode(_UNINDENTED.rewritten(JSON.decode(raw).text, edits, "\n"), raw)


TAGGED_STRING = _TaggedString()
