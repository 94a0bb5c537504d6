"""A rules document to its numbered paragraphs and headings, each in its language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from nanori.documents.cross_references import FULL_WIDTH
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.grammar.bilingual_headings import scripts
from nanori.grammar.languages import reference_language

NUMBERED = re.compile(
    r"[^\S\r\n]*(?:[-*•・][^\S\r\n]+)?(?P<number>\d{3}(?!\d)(?:[.．]\d{1,3}(?!\d)[A-Za-zａ-ｚ]?(?![A-Za-zａ-ｚ]))?)"
    r"(?P<dot>[.．]?)(?=\s|$)(?P<gap>[^\S\r\n]*)"
)
"""The number that a rule or heading begins with; “709.5項が…” is prose."""

SENTENCE = re.compile(r"[。．.:：!！?？；;]")
"""What a rule has and a heading has not."""

BLANK = re.compile(r"\s*$")


class Paragraph(Struct, frozen=True):
    """A rule in one language, with its examples; a heading; or text without a number."""

    number: str
    """As `201.5c`, the letter small; empty if it has none."""
    lang: str
    start: int
    """Where its number begins, or its text."""
    body: int
    """Where the text behind the number begins."""
    end: int
    heading: bool
    block: int
    """Which stretch of lines without a blank one it belongs to."""


def read(document: Document) -> list[Paragraph]:
    """Return the paragraphs of a rules document in order; a line continues the one before it."""
    found: list[Paragraph] = []
    waiting: Paragraph | None = None
    block = 0
    for start, end in document.lines():
        if BLANK.match(document.text, start, end):
            block += 1
            continue
        one = _line(document.text, start, end, block)
        if waiting is not None:
            # A number alone on its line belongs to the text that follows.
            if not one.number:
                found[-1] = _continued(waiting, one, document.text)
                waiting = None
                continue
            waiting = None
        if found and _continues(found[-1], one):
            found[-1] = _grown(found[-1], one)
            continue
        found.append(one)
        if one.number and one.body >= one.end:
            waiting = one
    return found


def _line(text: str, start: int, end: int, block: int) -> Paragraph:
    end = start + len(text[start:end].rstrip())
    match = NUMBERED.match(text, start, end)  # \d and \s are those of any width
    if match is None:
        return Paragraph("", _language(text, start, end), start, start, end, False, block)
    body = match.end()
    heading = body < end and not SENTENCE.search(text, body, end)
    number = match["number"].translate(FULL_WIDTH).lower()
    lang = _language(text, body, end)
    return Paragraph(number, lang, match.start("number"), body, end, heading, block)


def _language(text: str, start: int, end: int) -> str:
    """Return the language of a stretch: that of a script of its own if it is used in earnest."""
    part = text[start:end]
    own = scripts().findall(part)
    letters = sum(map(str.isalpha, part))
    return languages.of_text(part) if len(own) * 5 > letters else reference_language()


def _continues(last: Paragraph, one: Paragraph) -> bool:
    same = last.block == one.block and last.lang == one.lang
    return same and not one.number and not last.heading


def _grown(last: Paragraph, one: Paragraph) -> Paragraph:
    return Paragraph(
        last.number, last.lang, last.start, last.body, one.end, last.heading, last.block
    )


def _continued(number: Paragraph, one: Paragraph, text: str) -> Paragraph:
    lang = _language(text, one.start, one.end)
    return Paragraph(number.number, lang, number.start, one.start, one.end, False, one.block)


def blocks(found: list[Paragraph]) -> Iterator[list[Paragraph]]:
    """Yield the paragraphs without a number that stand together."""
    together: list[Paragraph] = []
    for one in found:
        if together and (one.number or one.block != together[-1].block):
            yield together
            together = []
        if not one.number:
            together.append(one)
    if together:
        yield together
