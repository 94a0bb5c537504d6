"""A card's text in any dress to plain text: a view without markup that knows each offset.

Programs and people write the same words with tags, stars, written-out line breaks, odd blanks or
decomposed letters. The view has none of these, and everything that is found in it is found at the
offsets of the text as given (spec, rule 11).
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import name_fields
from nanori.grammar import parser
from nanori.grammar.languages import Language
from nanori.model.values import NameMarkup, Reference

# Signs without which an ASCII text is plain: looked for first, as most texts have none.
SIGNS: Final = ("<", "[", "*", "_", "\\", "  ", "\t", "\r")
# Letters beyond ASCII that no plain text has: blanks and separators, combining marks, jamo.
_ODD: Final = re.compile(
    "[\u00a0\u00a3\u00ad\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\ufeff\u0300-\u036f\u3099\u309a\u1100-\u11ff]"
)
# What stands in the text, by what the view has in its place; a tag is as long as real ones are.
_DRESS: Final = re.compile(
    r"""(?P<line>\r\n?|\\r\\n(?![a-z])|\\n(?![a-z])|[£\u2028\u2029]|</?(?:br|p|div|li|ul)[ ]?/?>)
    |(?P<tag></?[a-zA-Z][\w-]{0,30}(?:[ :=][^<>\n]{0,80})?/?>
        |\[/?(?:[bius]|em|strong|center|right|left|color|size|font|url|sup|sub)(?:=[^\[\]\n]{0,40})?\]
        |[\u00ad\u200b-\u200d\u2060\ufeff])
    |(?P<blank>[ \t\u00a0\u2000-\u200a\u202f\u205f]{2,}|[\t\u00a0\u2000-\u200a\u202f\u205f])
    |(?P<letter>[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[^\s\u0300-\u036f][\u0300-\u036f\u3099\u309a]+)""",
    re.VERBOSE,
)
# Stars or underscores around words or a bracket: “*(You may …)*”, but no “*/*” or “A_B”.
_EMPHASIS: Final = re.compile(
    r"""(?<![*/+−-])(\*{1,3}|_{1,3})(?=[(（])[^*_\n]{1,600}(?<=[)）])\1
    |(?<![\w*/+−-])(\*{1,3}|_{1,3})(?=[^\W_]|[“"\[{~])[^*_\n]{1,600}(?<![\s/+])\2(?![\w*/])""",
    re.VERBOSE,
)
# A blank before a capital within a sentence, or before a keyword with what it takes.
_MAY_BE_BREAK: Final = re.compile(
    r"(?<=[^\W_A-Z]|\}) (?=[A-ZÀ-ÞА-Я]\w)(?=(\w+—\w))?|(?<=[.)”\"]) (?=([A-Z][a-z]+—[A-Z]))"
)
# The line that may have ended at such a blank: it has no capital but its first.
_LINE: Final = re.compile(
    r"(?:^|[\n.)”\"])\s*([^\n.)”\"\s](?:[^\n.)”\"{}A-ZÀ-ÞА-Я]|\{[^{}\s]*\})*)$"
)
# Code points of the longest line that is restored.
NEAR: Final = 100
# Terminals that begin a sentence if they have a capital.
BEGINNING: Final = frozenset(("TRIGGER", "IF"))


class Change(NamedTuple):
    """What a view has in place of a span."""

    start: int
    end: int
    text: str


class View(Struct, frozen=True):
    """A plain text, and where each of its code points is in the text as given."""

    text: str
    starts: Sequence[int]
    """First code point in the given text, for each code point of the view."""
    ends: Sequence[int]
    """One past the last, after the marks that belong to the letter."""

    def changed(self, changes: Iterable[Change]) -> "View":
        """Return the view with other text in these spans, which are in order."""
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        last = 0
        for start, end, text in changes:
            pieces += self.text[last:start], text
            starts += self.starts[last:start]
            ends += self.ends[last:start]
            starts += [self.starts[start]] * len(text)
            ends += [self.ends[end - 1]] * len(text)
            last = end
        pieces.append(self.text[last:])
        starts += self.starts[last:]
        ends += self.ends[last:]
        return View("".join(pieces), starts, ends)

    def given(self, references: Iterable[Reference], text: str) -> list[Reference]:
        """Return references in the view as references in the given text."""
        found: list[Reference] = []
        for each in references:
            start, end = self.starts[each.start], self.ends[each.end - 1]
            found.append(replace(each, start=start, end=end, text=text[start:end]))
        return found

    def seen(self, spans: Sequence["Spanned"]) -> list["Spanned"]:
        """Return what has a span in the given text with its span in the view."""
        return [
            replace(
                each,
                start=bisect_left(self.ends, each.start + 1),
                end=bisect_left(self.starts, each.end),
            )
            for each in spans
        ]


Spanned = TypeVar("Spanned", NameMarkup, Reference)


def view_of(text: str, field: str = "", language: Language | None = None) -> View | None:
    """Return the view of a text in which the name in a field is whole; None if it is plain.

    Of a known `language`, lost line breaks are there, too.
    """
    view = View(text, range(len(text)), range(1, len(text) + 1))
    for changes in (_undressed, _without_emphasis):
        if found := [*changes(view.text)]:
            view = view.changed(found)
    if "\n" in view.text and (found := [*_broken_names(view.text, field)]):
        view = view.changed(found)
    if language is not None and (found := [*_lost_breaks(view.text, language)]):
        view = view.changed(found)
    return None if view.text is text else view


def _undressed(text: str) -> Iterator[Change]:
    if not any(sign in text for sign in SIGNS) and (text.isascii() or not _ODD.search(text)):
        return
    for match in _DRESS.finditer(text):
        kind, start, end = match.lastgroup, *match.span()
        if kind == "line":
            yield Change(start, end, "\n")
        elif kind == "tag":
            yield Change(start, end, "")
        elif kind == "blank":
            yield Change(start, end, " ")
        else:
            yield Change(start, end, unicodedata.normalize("NFC", match[0]))


def _without_emphasis(text: str) -> Iterator[Change]:
    if "*" not in text and "_" not in text:
        return
    for match in _EMPHASIS.finditer(text):
        width = len(match[1] or match[2])
        yield Change(match.start(), match.start() + width, "")
        yield Change(match.end() - width, match.end(), "")


def _lost_breaks(text: str, language: Language) -> Iterator[Change]:
    """Yield the blanks where a line broke: “Flying When Ash Wall enters”, “… Kindling—Ash Wall”."""
    if not language.lexicon.spaces:
        return
    terminal = parser.load(language).nameless.at
    for match in _MAY_BE_BREAK.finditer(text):
        offset = match.start()
        if match[1] is None and match[2] is None:
            line = _LINE.search(text, max(0, offset - NEAR), offset)
            if line is None or terminal(text, offset + 1)[0] not in BEGINNING:
                continue
            if terminal(text, line.start(1))[0] in BEGINNING:
                continue  # “When Happily Ever After enters …” is one line
        yield Change(offset, offset + 1, "\n")


def _broken_names(text: str, field: str) -> Iterator[Change]:
    """Yield the line breaks inside the name that a field holds: “When Ash⏎Wall enters”."""
    for name in (field, *(field[core.start : core.end] for core in name_fields.cores(field))):
        gap = " " if " " in name else ""
        joined = text.replace("\n", gap)
        if joined.count(name) == text.count(name):
            continue
        # Each break may stand for a blank of the name; between letters where it has no blanks.
        pattern = "[ \n]".join(map(re.escape, name.split(" "))) if gap else "\n?".join(name)
        for match in re.finditer(pattern, text):
            for offset in range(*match.span()):
                if text[offset] == "\n":
                    yield Change(offset, offset + 1, gap)
        return
