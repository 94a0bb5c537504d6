"""A plain text to the blocks of lines in it that are a card each; what is none is passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nanori.formats.escaping.lines import BLANK
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

# Code points that a paragraph may have and be a card.
LONGEST_BLOCK = 1 << 16


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
    def is_too_long(self) -> bool:
        """Whether there are too many lines for a card."""
        return self._length > LONGEST_BLOCK

    @property
    def text(self) -> str:
        """The lines; nothing where they are too many for a card."""
        return "" if self.is_too_long else "".join(self.pieces)

    def made(self) -> Iterator[Line]:
        """Yield it as a card, if it can be one."""
        if text := self.text:
            yield Line(self.line, self.start, text.rstrip("\r\n"))

    def join(self, other: _Paragraph) -> None:
        """Take another paragraph, which stands behind this one, into this one."""
        self.pieces += [*self.gap, *other.pieces]
        self.gap = other.gap
        self._length += other._length


def blocks(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the text of each card with its line and start, without the line end behind it."""
    card: _Card | None = None
    for paragraph in _paragraphs(lines):
        text = paragraph.text
        if card and text and card.goes_on(text):
            card.join(paragraph)
            continue
        if card:
            yield from card.paragraph.made()
        card = _Card(paragraph) if text and begins(text) else None
    if card:
        yield from card.paragraph.made()


def _paragraphs(lines: Iterable[Line]) -> Iterator[_Paragraph]:
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


class _Card:
    """The paragraphs of a card, and what is asked of it for each that may go on with it."""

    def __init__(self, paragraph: _Paragraph) -> None:
        self.paragraph = paragraph
        # Lines are read once: with all of them read anew a card of n paragraphs cost n squared.
        self.lines = _lines_of(paragraph.text)

    def join(self, paragraph: _Paragraph) -> None:
        self.paragraph.join(paragraph)
        self.lines += _lines_of(paragraph.text)

    def goes_on(self, text: str) -> bool:
        """Tell whether a paragraph with that text belongs to it."""
        if self.paragraph.is_too_long or not (lines := _lines_of(text)):
            return False
        first, last = lines[0], self.lines[-1]
        if DIVIDER.fullmatch(first) or DIVIDER.fullmatch(last):
            return True
        labelled = label_of(self.lines[0]) is not None
        if label := label_of(first):
            return labelled and label[0].field != "name"
        if begins(text) or labelled:
            return False
        if POWER.fullmatch(first) and len(lines) == 1:
            return not any(map(POWER.fullmatch, self.lines))
        # Wiki pages have a blank line between the type line and the rules text.
        heading = self.lines[0]
        return (
            len(self.lines) == 2
            and bilingual_headings.heading(heading, 0, len(heading)) is not None
        )


def _lines_of(text: str) -> list[str]:
    return [text[slice(*line)] for line in lines_of(text)]
