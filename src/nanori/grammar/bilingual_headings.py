"""Lines that are nothing but a name in two languages, such as “Name / 名前”."""

import re
from functools import cache
from typing import Literal

from msgspec import Struct

from nanori.grammar import language_detection, languages, symbols
from nanori.model.values import BETWEEN_FACES

# Between the marks of a title, in quotation marks, in running text, alone on a line; in one
# language without any mark, and in double brackets.
Where = Literal["title", "quote", "bare", "heading", "plain", "brackets"]


# How many code points on each side of a slash may belong to the two names.
MAX_REACH = 80


# Power and toughness, which tables leave attached to the next line.
POWER = re.compile(r"(?:[0-9０-９]{1,2}|[*＊])/(?:[0-9０-９]{1,2}|[*＊])(?!\d)")


# What may be a mana cost at the end of a line.
COST = re.compile(r"[^\S\r\n]*(?:[(（{｛][^(){}（）｛｝\s]{1,7}[)）}｝])+[^\S\r\n]*$")


class NamePlace(Struct, frozen=True):
    """A place where a name may be written: in marks, or in two languages."""

    where: Where
    start: int
    """First code point of what may belong to it: in running text that may be too much."""
    slash: tuple[int, int] | None
    """The slash between the two languages; None for one language."""
    end: int
    """One past the last code point of what may belong to it."""
    reversed: bool = False
    """Whether the shared language comes first."""


@cache
def scripts() -> re.Pattern[str]:
    """Return the pattern of a character that only languages with a script of their own have."""
    patterns = (languages.load(code).lexicon.script for code in languages.codes())
    return re.compile("|".join(script for script in patterns if script))


@cache
def marked() -> re.Pattern[str]:
    """Return the pattern of words in the marks of a title or a quotation, innermost first."""
    kinds: dict[str, set[str]] = {"title": set(), "quote": set()}
    for code in languages.codes():
        own = languages.load(code).lexicon
        kinds["title"].update(own.titles)
        kinds["quote"].update(mark for mark in own.name_marks if mark not in own.titles)
    every = re.escape("".join(sorted({*kinds["title"], *kinds["quote"]})))
    return re.compile(
        "|".join(
            f"{re.escape(opening)}(?P<{kind}{number}>[^{every}\r\n]{{1,{2 * MAX_REACH}}})"
            f"{re.escape(closing)}"
            for kind, marks in kinds.items()
            for number, (opening, closing) in enumerate(sorted(marks))
        )
    )


def heading(text: str, start: int, end: int) -> NamePlace | None:
    """Return a line that is nothing but “Name / 名前”, after the P/T of the face before."""
    if end - start > 2 * MAX_REACH:
        return None
    if power := POWER.match(text, start, end):
        start = power.end()
    end = without_cost(text, start, end)
    slashes = list(re.compile(r" [/／] ").finditer(text, start, end))
    if len(slashes) != 1:
        return None
    slash = slashes[0]
    first, second = text[start : slash.start()], text[slash.end() : end].rstrip()
    if (
        not first
        or not second
        or marked().search(text, start, end)
        or re.search(r"[。：:.]$", second)
    ):
        return None
    if is_shared(first) and scripts().search(second):
        return NamePlace("heading", start, slash.span(), slash.end() + len(second), reversed=True)
    if is_shared(second) and scripts().search(first):
        return NamePlace("heading", start, slash.span(), slash.end() + len(second))
    return None


def without_cost(text: str, start: int, end: int) -> int:
    """Return where a line ends without the mana cost at its end, or “{R} // {U}”, of two halves."""
    while cost := COST.search(text, start, end):
        closing = sum(cost[0].count(bracket) for bracket in ")）}｝")
        language = languages.load(language_detection.of_any_letter(text[start:end]))
        if sum(1 for _ in symbols.find(text, language, cost.start(), end)) != closing:
            break
        end = start + len(text[start : cost.start()].removesuffix(BETWEEN_FACES.rstrip()))
        if end == cost.start():
            break  # no other half
    return end


def is_shared(words: str) -> bool:
    """Tell whether words are in letters shared by languages without a script of their own."""
    return bool(re.match(r"[\"“']?[^\W\d_]", words)) and not scripts().search(words)
