"""A card's text in any dress to plain text: a view without markup that knows each offset.

Programs and people write the same words with tags, stars, written-out line breaks, odd blanks or
decomposed letters. The view has none of these, and everything that is found in it is found at the
offsets of the text as given (spec, rule 11).
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nanori.annotation import name_fields
from nanori.grammar.languages import Language
from nanori.model.values import Card, NameMarkup, Reference

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
# The line that may have ended at a lost break: it has no capital but its first.
_LINE: Final = re.compile(
    r"(?:^|[\n.)”\"])\s*([^\n.)”\"\s](?:[^\n.)”\"{}A-ZÀ-ÞА-Я]|\{[^{}\s]*\})*)$"
)
# Code points of the longest line that is restored.
MAX_RESTORED_LENGTH: Final = 100


class Change(NamedTuple):
    """What a view has in place of a span."""

    start: int
    end: int
    text: str


class View(Struct, frozen=True):
    """A plain text, and where each of its code points is in the text as given.

    text as given   <b>Ash</b> dies       code points 0 … 14
    view               Ash     dies       starts 3 4 5 10 11 …, ends 4 5 6 11 12 …
    """

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

    def of(
        self, card: Card, markup: Sequence[NameMarkup] = ()
    ) -> tuple[Card, Sequence[NameMarkup]]:
        """Return a card with the plain text, and where that text has its markup."""
        return replace(card, text=self.text), self.seen(markup)

    def given(self, references: Iterable[Reference], text: str) -> list[Reference]:
        """Return references in the view as references in the given text."""
        found: list[Reference] = []
        for each in references:
            start, end = self.starts[each.start], self.ends[each.end - 1]
            found.append(replace(each, start=start, end=end, text=text[start:end]))
        return found

    def seen(self, spans: Sequence["Spanned"]) -> list["Spanned"]:
        """Return what has a span in the given text with its span in the view.

        It starts with the first code point that ends after the span begins, and ends before the
        first that starts where the span ends, or later: “<b>Ash</b>” above, 0–10, is 0–3.
        """
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
    view = None
    # Most texts have none of these: to look for one sign after another takes .5 µs, a pattern 2 µs.
    if (
        "<" in text or "[" in text or "*" in text or "_" in text or "\\" in text
        or "  " in text or "\t" in text or "\r" in text
        or (not text.isascii() and _ODD.search(text))
    ):  # fmt: skip
        view = _with(text, view, _undressed(text, field))
    plain = text if view is None else view.text
    if "*" in plain or "_" in plain:
        view = _with(text, view, _without_emphasis(plain))
        plain = text if view is None else view.text
    if "\n" in plain:
        view = _with(text, view, _broken_names(plain, field))
        plain = text if view is None else view.text
    breaks = _breaks(language) if language is not None else None
    if breaks is not None and breaks[0].search(plain):
        view = _with(text, view, _lost_breaks(plain, *breaks))
    return view


def plain(words: str) -> str:
    """Return words as a view has them."""
    view = view_of(words)
    return words if view is None else view.text


def has_tag(words: str) -> bool:
    """Tell whether markup begins or ends within words: “Ash[/i] Wall”."""
    return any(match.lastgroup == "tag" for match in _DRESS.finditer(words))


def _with(text: str, view: View | None, changes: Iterable[Change]) -> View | None:
    found = [*changes]
    if not found:
        return view
    if view is None:
        view = View(text, range(len(text)), range(1, len(text) + 1))
    return view.changed(found)


def _undressed(text: str, field: str) -> Iterator[Change]:
    marked = "<" in field and _DRESS.search(field)  # “<script>=1” is a name, too
    names = [name.span() for name in re.finditer(re.escape(field), text)] if marked else ()
    for match in _DRESS.finditer(text):
        kind, start, end = match.lastgroup, *match.span()
        if names and any(first <= start < last for first, last in names):
            continue
        if kind == "line":
            yield Change(start, end, "\n")
        elif kind == "tag":
            yield Change(start, end, "")
        elif kind == "blank":
            yield Change(start, end, " ")
        else:
            yield Change(start, end, unicodedata.normalize("NFC", match[0]))


def _without_emphasis(text: str) -> Iterator[Change]:
    for match in _EMPHASIS.finditer(text):
        width = len(match[1] or match[2])
        yield Change(match.start(), match.start() + width, "")
        yield Change(match.end() - width, match.end(), "")


@cache
def _breaks(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """Return what finds blanks where a line may have broken, and what begins a condition."""
    lists = (language.lexicon.words.get(name, ()) for name in ("trigger", "if"))
    words = [re.escape(word[:1].upper() + word[1:]) for words in lists for word in words]
    if not (words and language.lexicon.spaces):
        return None
    begun = rf"(?:{'|'.join(words)})(?!\w)"
    # Before “When …” within a sentence, or before a keyword with what it takes: “Kindling—X”.
    blank = rf" (?:(?<=[^\W_A-Z] |\}} )(?={begun})|(?<=[^\W_] |[.)”\"}}] )(?=([A-Z][a-z]+—[A-Z])))"
    return re.compile(blank), re.compile(begun)


def _lost_breaks(text: str, blank: re.Pattern[str], begun: re.Pattern[str]) -> Iterator[Change]:
    """Yield the blanks where a line broke: “Flying When Ash Wall enters”, “… Kindling—Ash Wall”."""
    for match in blank.finditer(text):
        offset = match.start()
        if match[1] is None:
            line = _LINE.search(text, max(0, offset - MAX_RESTORED_LENGTH), offset)
            if line is None or begun.match(text, line.start(1)):
                continue  # “When Happily Ever After enters …” is one line
        yield Change(offset, offset + 1, "\n")


def _broken_names(text: str, field: str) -> Iterator[Change]:
    """Yield the line breaks inside the name that a field holds: “When Ash⏎Wall enters”."""
    for name in (field, *(field[core.start : core.end] for core in name_fields.cores(field))):
        first, gap, _ = name.partition(" ")
        if not gap:
            first = name[:1] if name[:1] > "\u2fff" else name  # no word of letters is broken
        if text.count(first) == text.count(name):
            continue  # the first word is nowhere without the others: most texts end here
        if text.replace("\n", gap).count(name) == text.count(name):
            continue
        # Each break may stand for a blank of the name; between letters where it has no blanks.
        pattern = "[ \n]".join(map(re.escape, name.split(" "))) if gap else "\n?".join(name)
        for match in re.finditer(pattern, text):
            for offset in range(*match.span()):
                if text[offset] == "\n":
                    yield Change(offset, offset + 1, gap)
        return
