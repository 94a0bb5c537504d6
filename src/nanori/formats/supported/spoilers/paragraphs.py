"""A plain text to the blocks of lines in it that are a card each; what is none is passed over."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.formats.escaping.plain import BLANK
from nanori.formats.io.decoding import Line
from nanori.formats.supported.spoilers.blocks import (
    DIVIDER,
    POWER,
    RULE,
    begins,
    label_of,
    lines_of,
)
from nanori.grammar import bilingual_headings

LONGEST_BLOCK = 1 << 16
"""Code points that a paragraph may have and be a card."""


class _Paragraph:
    """Lines with nothing blank between, and what was blank before them."""

    def __init__(self, line: Line) -> None:
        self.line, self.start = line.number, line.start
        self.pieces: list[str] = []
        self.gap: list[str] = []
        self._length = 0

    def add(self, line: Line) -> None:
        self._length += len(line.text)
        if self._length <= LONGEST_BLOCK:
            self.pieces += [*self.gap, line.text]
        self.gap.clear()

    @property
    def text(self) -> str:
        """The lines; nothing where they are too many for a card."""
        return "" if self._length > LONGEST_BLOCK else "".join(self.pieces)

    def join(self, other: _Paragraph) -> None:
        """Take another paragraph, which stands behind this one, into this one."""
        self.pieces += [*self.gap, *other.pieces]
        self.gap = other.gap
        self._length += other._length


def blocks(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the text of each card with its line and start, without the line end behind it."""
    card: _Paragraph | None = None
    for paragraph in _paragraphs(lines):
        text = paragraph.text
        before = card.text if card else ""
        if card and before and text and _goes_on(before, text):
            card.join(paragraph)
            continue
        if card and before:
            yield _made(card)
        card = paragraph if text and begins(text) else None
    if card and card.text:
        yield _made(card)


def _made(card: _Paragraph) -> Line:
    return Line(card.line, card.start, card.text.rstrip("\r\n"))


def _paragraphs(lines: Iterator[Line]) -> Iterator[_Paragraph]:
    """Yield the paragraphs; a labelled one ends where the next name is labelled."""
    current: _Paragraph | None = None
    for line in lines:
        words = line.text.strip(BLANK + "\r\n")
        if not words or RULE.fullmatch(words):
            if current:
                current.gap.append(line.text)
            continue
        if current and (current.gap or _starts_anew(current, words)):
            yield current
            current = None
        current = current or _Paragraph(line)
        current.add(line)
    if current:
        yield current


def _starts_anew(before: _Paragraph, line: str) -> bool:
    """Tell whether a line names a card where the paragraph already has that label."""
    label = label_of(line)
    if label is None or label[0].field != "name":
        return False
    own = (label_of(line.strip()) for line in before.text.split("\n"))
    return any(line and line[0][:2] == label[0][:2] for line in own)


def _goes_on(card: str, text: str) -> bool:
    """Tell whether a paragraph belongs to the card before it."""
    lines, before = lines_of(text), lines_of(card)
    if not lines:
        return False
    first, last = text[slice(*lines[0])], card[slice(*before[-1])]
    if DIVIDER.fullmatch(first) or DIVIDER.fullmatch(last):
        return True
    labelled = label_of(card[slice(*before[0])]) is not None
    if label := label_of(first):
        return labelled and label[0].field != "name"
    if begins(text) or labelled:
        return False
    if POWER.fullmatch(first) and len(lines) == 1:
        return not any(POWER.fullmatch(card[slice(*line)]) for line in before)
    # Wiki pages have a blank line between the type line and the rules text.
    return len(before) == 2 and bilingual_headings.heading(card, *before[0]) is not None
