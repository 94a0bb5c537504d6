"""A rules document to its numbered paragraphs and headings, each in its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from msgspec import Struct

from nanori.documents.cross_references import FULL_WIDTH
from nanori.documents.source import Document
from nanori.grammar import languages
from nanori.grammar.bilingual_headings import scripts
from nanori.grammar.languages import Language, reference_language

# The number that a rule or heading begins with; “709.5項が…” is prose.
NUMBERED = re.compile(
    r"[^\S\r\n]*(?:[-*•・][^\S\r\n]+)?(?P<number>\d{3}(?!\d)(?:[.．]\d{1,3}(?!\d)[A-Za-zａ-ｚ]?(?![A-Za-zａ-ｚ]))?)"
    r"(?P<dot>[.．]?)(?=\s|$)(?P<gap>[^\S\r\n]*)"
)

BLANK = re.compile(r"\s*$")


class Paragraph(Struct, frozen=True):
    """A rule in one language, with its examples; a heading; or text without a number."""

    number: str
    """As `201.5c`, the letter small; empty if it has none."""
    language: Language
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
    paragraphs: list[Paragraph] = []
    waiting: Paragraph | None = None
    block = 0
    for start, end in document.lines():
        if BLANK.match(document.text, start, end):
            block += 1
            continue
        paragraph = _line(document.text, start, end, block)
        if waiting is not None:
            # A number alone on its line belongs to the text that follows.
            if not paragraph.number:
                paragraphs[-1] = _continued(waiting, paragraph, document.text)
                waiting = None
                continue
            waiting = None
        if paragraphs and _continues(paragraphs[-1], paragraph):
            paragraphs[-1] = _grown(paragraphs[-1], paragraph)
            continue
        paragraphs.append(paragraph)
        if paragraph.number and paragraph.body >= paragraph.end:
            waiting = paragraph
    return paragraphs


def _line(text: str, start: int, end: int, block: int) -> Paragraph:
    end = start + len(text[start:end].rstrip())
    match = NUMBERED.match(text, start, end)  # \d and \s are those of any width
    if match is None:
        return Paragraph("", _language(text, start, end), start, start, end, False, block)
    body = match.end()
    heading = body < end and not _sentence_sign().search(text, body, end)
    number = match["number"].translate(FULL_WIDTH).lower()
    language = _language(text, body, end)
    return Paragraph(number, language, match.start("number"), body, end, heading, block)


@cache
def _sentence_sign() -> re.Pattern[str]:
    """Return the pattern of what a rule has in it, in any language, and a heading has not."""
    signs = (languages.load(code).lexicon.documents.sentence_sign for code in languages.codes())
    return re.compile("|".join(filter(None, signs)))


def _language(text: str, start: int, end: int) -> Language:
    """Return the language of a stretch: that of a script of its own if it is used in earnest."""
    part = text[start:end]
    own = scripts().findall(part)
    letters = sum(map(str.isalpha, part))
    return _other(text) if len(own) * 5 > letters else languages.load(reference_language())


@lru_cache(4)
def _other(text: str) -> Language:
    """Return the language that a document has beside that of reference.

    A short paragraph does not tell it: one in Chinese characters alone may be of several languages.
    """
    return languages.load(languages.of_any_letter(text))


def _continues(last: Paragraph, following: Paragraph) -> bool:
    same = last.block == following.block and last.language is following.language
    return same and not following.number and not last.heading


def _grown(last: Paragraph, following: Paragraph) -> Paragraph:
    return Paragraph(
        last.number, last.language, last.start, last.body, following.end, last.heading, last.block
    )


def _continued(number: Paragraph, following: Paragraph, text: str) -> Paragraph:
    start, end = following.start, following.end
    language = _language(text, start, end)
    return Paragraph(number.number, language, number.start, start, end, False, following.block)


def blocks(paragraphs: list[Paragraph]) -> Iterator[list[Paragraph]]:
    """Yield the paragraphs without a number that stand together."""
    together: list[Paragraph] = []
    for paragraph in paragraphs:
        if together and (paragraph.number or paragraph.block != together[-1].block):
            yield together
            together = []
        if not paragraph.number:
            together.append(paragraph)
    if together:
        yield together
