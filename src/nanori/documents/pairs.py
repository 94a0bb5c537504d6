"""Prose to the places where it writes a name in marks, or in two languages with a slash between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from nanori.grammar import languages
from nanori.grammar import symbols
from nanori.documents.source import Document

Where = Literal["title", "quote", "bare", "heading"]
"""Between the marks of a title, in quotation marks, in running text, alone on a line."""

REACH = 80
"""How many code points on each side of a slash may belong to the two names."""

SLASH = re.compile(r" ?[/／] ?")
POWER = re.compile(r"(?:[0-9０-９]{1,2}|[*＊])/(?:[0-9０-９]{1,2}|[*＊])(?!\d)")
"""Power and toughness, which tables leave glued to the next line."""
COST = re.compile(r"[^\S\r\n]*(?:[(（{｛][^(){}（）｛｝\s]{1,7}[)）}｝])+[^\S\r\n]*$")
"""What may be a mana cost at the end of a line."""


class Pair(Struct, frozen=True):
    """A place that may write a name: in marks, or in two languages."""

    where: Where
    start: int
    """First code point of what may belong to it: in running text that may be too much."""
    slash: tuple[int, int] | None
    """The slash between the two languages; nothing for one language."""
    end: int
    """One past the last code point of what may belong to it."""
    reversed: bool = False
    """Whether the shared language comes first."""


@cache
def scripts() -> re.Pattern[str]:
    """Return the pattern of a character that only languages with a script of their own have."""
    found = (languages.load(code).lexicon.script for code in languages.codes())
    return re.compile("|".join(script for script in found if script))


@cache
def _marked() -> re.Pattern[str]:
    """Return the pattern of words in the marks of a title or a quotation, innermost first."""
    kinds: dict[str, set[str]] = {"title": set(), "quote": set()}
    for code in languages.codes():
        own = languages.load(code).lexicon.documents
        kinds["title"].update(own.titles)
        kinds["quote"].update(own.quotes)
    every = re.escape("".join(sorted({*kinds["title"], *kinds["quote"]})))
    return re.compile(
        "|".join(
            f"{re.escape(opening)}(?P<{kind}{number}>[^{every}\r\n]{{1,{2 * REACH}}})"
            f"{re.escape(closing)}"
            for kind, marks in kinds.items()
            for number, (opening, closing) in enumerate(sorted(marks))
        )
    )


@cache
def _either() -> re.Pattern[str]:
    """Return the pattern of a slash between a script of its own and letters of the shared one.

    In this order it tells of two languages; `turned` captures one in the other order, which is
    mostly something else, such as the title of an article.
    """
    own = scripts().pattern
    return re.compile(
        rf"(?<=[^\s/／A-Za-z])[/／](?=(?!(?:{own}))[^\W\d_])(?![A-ZＸ](?:[/}}）]|$))"
        rf"|(?P<turned>(?<=[A-Za-z.!?'’)])[/／](?=(?:{own})))"
    )


def find(document: Document) -> Iterator[Pair]:
    """Yield the places of a document in their order, without overlap."""
    text = document.text
    for start, end in document.lines():
        whole = heading(text, start, end)
        if whole is not None:
            yield whole
            continue
        last = start
        for match in _marked().finditer(text, start, end):
            pair = _in_marks(text, match)
            if pair is not None:
                yield from _running(text, last, match.start())
                yield pair
                last = match.end()
        yield from _running(text, last, end)


def heading(text: str, start: int, end: int) -> Pair | None:
    """Return a line that is nothing but “Name / 名前”, behind the P/T of the face before."""
    if end - start > 2 * REACH:
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
        or _marked().search(text, start, end)
        or re.search(r"[。：:.]$", second)
    ):
        return None
    if _shared(first) and scripts().search(second):
        return Pair("heading", start, slash.span(), slash.end() + len(second), reversed=True)
    if _shared(second) and scripts().search(first):
        return Pair("heading", start, slash.span(), slash.end() + len(second))
    return None


def without_cost(text: str, start: int, end: int) -> int:
    """Return where a line ends without the mana cost at its end."""
    cost = COST.search(text, start, end)
    if cost and sum(1 for _ in symbols.find(text, "", cost.start(), end)) == cost[0].count(")") + (
        cost[0].count("）") + cost[0].count("}") + cost[0].count("｝")
    ):
        return cost.start()
    return end


def _shared(words: str) -> bool:
    return bool(re.match(r"[\"“']?[^\W\d_]", words)) and not scripts().search(words)


def _in_marks(text: str, match: re.Match[str]) -> Pair | None:
    """Return the pair in a pair of marks; a title of one language is one too, a quotation not."""
    kind = match.lastgroup or ""
    where: Where = "title" if kind.startswith("title") else "quote"
    start, end = match.span(kind)
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    end -= len(inside) - len(inside.rstrip())
    if start >= end:
        return None
    slash = _dividing(text, start, end)
    if slash is not None:
        first = text[start : slash[0]]
        return Pair(where, start, slash, end, reversed=_shared(first))
    return Pair(where, start, None, end) if where == "title" else None


def _dividing(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the slash that divides two languages, if one does."""
    for slash in SLASH.finditer(text, start, end):
        first, second = text[start : slash.start()], text[slash.end() : end]
        if _shared(second) and scripts().search(first):
            return slash.span()
        if _shared(first) and scripts().search(second):
            return slash.span()
    return None


def _running(text: str, start: int, end: int) -> Iterator[Pair]:
    """Yield the pairs of running text, each with all that may belong to its names."""
    last = start
    for match in _either().finditer(text, start, end):
        slash = match.start()
        if slash < last:
            continue
        begin = max(last, slash - REACH)
        if match.lastgroup == "turned":
            yield Pair("bare", begin, match.span(), min(end, match.end() + REACH), reversed=True)
            last = match.end()
        elif scripts().search(text, begin, slash):
            stop = _stop(text, match.end(), min(end, match.end() + REACH))
            yield Pair("bare", begin, match.span(), stop)
            last = stop


def _stop(text: str, start: int, end: int) -> int:
    """Return where words of the shared language end: at another script or a bracket's end."""
    other = re.compile(
        rf"{scripts().pattern}|[、。，．「」『』《》〈〉（）〔〕［］\[\]／|→]|(?<! /)/(?!/ )"
    )
    found = other.search(text, start, end)
    stop = found.start() if found else end
    return start + len(text[start:stop].rstrip())
