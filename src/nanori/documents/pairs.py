"""Where prose writes a name in marks, or in two languages with a slash between."""

import re
from collections.abc import Iterator
from functools import cache

from nanori.documents.source import Document
from nanori.grammar import bilingual_headings

SLASH = re.compile(r" ?[/／] ?")


@cache
def _either() -> re.Pattern[str]:
    """Return the pattern of a slash between a script of its own and shared letters.

    In this order it tells of two languages; `turned` captures one in the other order, which is
    usually something else, such as the title of an article.
    """
    own = bilingual_headings.scripts().pattern
    return re.compile(
        rf"(?<=[^\s/／A-Za-z])[/／](?=(?!(?:{own}))[^\W\d_])(?![A-ZＸ](?:[/}}）]|$))"
        rf"|(?P<turned>(?<=[A-Za-z.!?'’)])[/／](?=(?:{own})))"
    )


def find(document: Document) -> Iterator[bilingual_headings.NamePlace]:
    """Yield the places of a document in order, without overlap."""
    text = document.text
    for start, end in document.lines():
        whole = bilingual_headings.heading(text, start, end)
        if whole is not None:
            yield whole
            continue
        last = start
        for match in bilingual_headings.marked().finditer(text, start, end):
            pair = _in_marks(text, match)
            if pair is not None:
                yield from _running(text, last, match.start())
                yield pair
                last = match.end()
        yield from _running(text, last, end)


def _in_marks(text: str, match: re.Match[str]) -> bilingual_headings.NamePlace | None:
    """Return the pair in marks: 《灰の狼/Ash Wolf》; alone a title counts, a quotation does not."""
    kind = match.lastgroup or ""
    where: bilingual_headings.Where = "title" if kind.startswith("title") else "quote"
    start, end = match.span(kind)
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    end -= len(inside) - len(inside.rstrip())
    if start >= end:
        return None
    slash = _dividing(text, start, end)
    if slash is not None:
        first = text[start : slash[0]]
        return bilingual_headings.NamePlace(
            where, start, slash, end, reversed=bilingual_headings.is_shared(first)
        )
    return bilingual_headings.NamePlace(where, start, None, end) if where == "title" else None


def _dividing(text: str, start: int, end: int) -> tuple[int, int] | None:
    for slash in SLASH.finditer(text, start, end):
        first, second = text[start : slash.start()], text[slash.end() : end]
        if bilingual_headings.is_shared(second) and bilingual_headings.scripts().search(first):
            return slash.span()
        if bilingual_headings.is_shared(first) and bilingual_headings.scripts().search(second):
            return slash.span()
    return None


def _running(text: str, start: int, end: int) -> Iterator[bilingual_headings.NamePlace]:
    """Yield the pairs of running text, each with all that may belong to its names."""
    last = start
    for match in _either().finditer(text, start, end):
        slash = match.start()
        if slash < last:
            continue
        begin = max(last, slash - bilingual_headings.MAX_REACH)
        if match.lastgroup == "turned":
            yield bilingual_headings.NamePlace(
                "bare",
                begin,
                match.span(),
                min(end, match.end() + bilingual_headings.MAX_REACH),
                reversed=True,
            )
            last = match.end()
        elif bilingual_headings.scripts().search(text, begin, slash):
            stop = _stop(text, match.end(), min(end, match.end() + bilingual_headings.MAX_REACH))
            yield bilingual_headings.NamePlace("bare", begin, match.span(), stop)
            last = stop


@cache
def _behind() -> re.Pattern[str]:
    """Return the pattern of what ends words of the reference language beside other languages."""
    ends = "[、。，．「」『』《》〈〉（）〔〕［］／]"
    return re.compile(rf"{bilingual_headings.scripts().pattern}|{ends}|[\[\]|→]|(?<! /)/(?!/ )")


def _stop(text: str, start: int, end: int) -> int:
    """Return where words of the reference language end: at another script or a closing bracket."""
    match = _behind().search(text, start, end)
    stop = match.start() if match else end
    return start + len(text[start:stop].rstrip())
