"""Plain-text spoilers: cards as people write them in chats, lists and wikis, and old spoilers.

A card is a name, a type line below it, rules text and P/T; or lines with labels such as `Name: …`.
Faces follow one another with a line `//` between. What stands between cards is talk, and skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from nanori.formats import fields, headings, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.escaping.lines import BLANK, SUPPRESSION, words_of
from nanori.formats.fields import CellFormat
from nanori.formats.format import About
from nanori.formats.headings import FieldKey, Heading
from nanori.formats.io import encodings
from nanori.formats.io.encodings import Line
from nanori.formats.io.streams import Source, in_memory
from nanori.formats.words import cut, placed, trimmed
from nanori.grammar import bilingual_headings, language_detection, languages, type_lines
from nanori.model.errors import NanoriError

# The share of a text that must be cards for it to be changed without confirmation.
MIN_CARD_SHARE = 0.5


def _has_type_line(card: str) -> bool:
    type_texts = (
        card[slice(*field.span)] for field in _fields_of(card) if field.heading.field == "type"
    )
    return any(type_lines.in_any_language(words) for words in type_texts)


def _size(text: str) -> int:
    return sum(not line.isspace() for line in text.splitlines() if line)


def _cells(text: str) -> dict[FieldKey, str]:
    cells: dict[FieldKey, str] = {}
    for part in _fields_of(text):
        field, lang, face = part.heading[:3]
        cell: str = placed(text, *part.span, "plain" if field == "text" else "line")
        if part.reading and (apart := _reading(cell, lang)):
            cell, cells[FieldKey("reading", apart.lang, face)] = apart.name, apart.reading
        cells.setdefault(FieldKey(field, lang, face), cell)
    return cells


class _NameWithReading(NamedTuple):
    name: str
    reading: str
    lang: str


def _reading(name: str, lang: str) -> _NameWithReading | None:
    """Return a name and the reading after it: 「港の番人（みなとのばんにん）」."""
    for code, pattern in _readings().items():
        if lang in ("", code) and (match := pattern.fullmatch(name)):
            parts = (trimmed(cut(name, *match.span(group))) for group in ("name", "reading"))
            return _NameWithReading(next(parts), next(parts), code)
    return None


@cache
def _readings() -> dict[str, re.Pattern[str]]:
    """Return the pattern of a name with its reading by language."""
    every = sorted(languages.every().columns.items())
    return {code: re.compile(own.reading) for code, own in every if own.reading}


def _first_blocks(head: Head) -> Iterator[Line]:
    """Return the text of each card at a file's beginning, with its place."""
    return _blocks(encodings.lines(Source(head.path, in_memory(head.text.encode()))))


class Spoilers(CellFormat):
    """Plain-text spoilers: a name, a type line, rules text; or lines like “Name: …”."""

    ABOUT = About(
        title="plain-text spoilers: a name, a type line, rules text; or lines as “Name: …”",
        suffixes=(".txt", ".text", ".md"),
        faces="one below the other with “//” between",
        suppressions="// noqa: check, or # noqa: check",
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether there is a card in the text, which must not begin like JSON or XML."""
        if head.outline is not None or head.folder or head.text.lstrip().startswith("<"):
            return False
        if head.suffix == ".md" and head.text.startswith("---"):
            return False  # an article's settings have a title, too
        block_fields = (field for block in _first_blocks(head) for field in _fields_of(block.text))
        return any(field.heading.field in ("type", "text") for field in block_fields)

    def certain(self, head: Head) -> bool:
        """Tell whether the text is mostly cards, each with a type line, and the suffix fits."""
        if head.suffix not in ("", *self.ABOUT.suffixes):
            return False
        cards = [block.text for block in _first_blocks(head)]
        typed = sum(_size(card) for card in cards if _has_type_line(card))
        return typed >= MIN_CARD_SHARE * _size(head.text)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card's lines; NanoriError for a text without any."""
        any_card = False
        for block in _blocks(encodings.lines(source, head.encoding)):
            any_card = True
            yield Element(block.number, 1, block.start, block.text.encode())
        if not any_card and head.text.strip():
            reason = "no card is there, a name with a type line below it was wanted, or “Name: …”"
            raise NanoriError(reason, path=source.path)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the records of a card, one for each face and language."""
        text = element.text.decode()
        cells = _cells(text)
        noqa = cells.pop(FieldKey("noqa", "", 1), None)
        if FieldKey("type", "", 1) in cells:  # below its type line a card has room for a text
            cells.setdefault(FieldKey("text", "", 1), "")
        comments = [comment[0].lstrip("/#") for comment in SUPPRESSION.finditer(text)]
        comments += [f"noqa: {noqa}"] if noqa else []
        yield from fields.entries(cells, {}, suppressions.suppressed(comments))

    def fields_of(self, element: Element) -> dict[FieldKey, str]:
        """Return the fields of a card."""
        return _cells(element.text.decode())


FORMAT = Spoilers()


# Code points of a name's line.
MAX_NAME_LENGTH = 160

# A line between two faces of a card.
DIVIDER = re.compile(r"/{2,}")

# A line drawn between cards.
RULE = re.compile(r"[-=_*~―—─＝]{3,}")

_LABEL = re.compile(rf"(?P<label>[^:：\r\n]{{1,{headings.MAX_HEADING_LENGTH}}})[:：][{BLANK}]*")
POWER = re.compile(rf"[(（\[]?{bilingual_headings.POWER.pattern}[)）\]]?")
_BARE_COST = re.compile(r"(?:X{0,2}\d{0,2}[WUBRG]{1,5}|X{1,2}\d{0,2}|\d{1,2})")
# A mana cost in brackets that prose would use otherwise.
_NUMBER = re.compile(rf"[{BLANK}]*(?:[(（{{｛][0-9０-９XＸWUBRG]{{1,2}}[)）}}｝])+$")

_SYMBOLS = re.compile(r"(?:[{(（｛][^{}()（）｛｝\s]{1,7}[}）)｝])+")


class BlockSpan(NamedTuple):
    """Where words are in a block."""

    start: int
    end: int


class BlockField(NamedTuple):
    """A field of a block and where it is."""

    heading: Heading
    span: BlockSpan
    reading: bool = False
    """Whether its reading may follow it, as a name's may."""


def lines_of(text: str) -> list[BlockSpan]:
    """Return where the words of each line are; lines without words are left out."""
    lines: list[BlockSpan] = []
    for match in re.finditer(r"[^\r\n]+", text):
        start, end = words_of(match[0])
        start += end - start - len(match[0][start:end].lstrip(BLANK))
        words = match[0][start:end].rstrip(BLANK)
        if words and not RULE.fullmatch(words):
            lines.append(BlockSpan(match.start() + start, match.start() + start + len(words)))
    return lines


def begins(text: str) -> bool:
    """Tell whether a card begins with the first line of a paragraph."""
    lines = lines_of(text)
    if not lines:
        return False
    label = label_of(text[slice(*lines[0])])
    if label is not None:
        return label[0].field == "name" and len(lines) > 1
    return _type_place(text, lines) is not None


def _fields_of(text: str) -> Iterator[BlockField]:
    """Yield the fields of a block's faces, the text in one stretch."""
    lines = lines_of(text)
    faces: list[list[BlockSpan]] = [[]]
    for line in lines:
        if DIVIDER.fullmatch(text[slice(*line)]):
            faces.append([])
        else:
            faces[-1].append(line)
    if not all(face and begins(text[face[0].start : face[-1].end]) for face in faces):
        faces = [lines]
    for number, face in enumerate(faces, 1):
        labelled = label_of(text[slice(*face[0])]) is not None
        for field in _labelled(text, face) if labelled else _unlabelled(text, face):
            yield field._replace(heading=field.heading._replace(face=number))


def label_of(line: str) -> tuple[Heading, int] | None:
    """Return what the label of a line says, and where the line continues after it."""
    label = _LABEL.match(line)
    heading = headings.read(label["label"].strip()) if label else None
    return (heading, label.end()) if label and heading else None


def _labelled(text: str, lines: list[BlockSpan]) -> Iterator[BlockField]:
    """Yield the fields of lines with labels; rules text may follow the type line without one."""
    current: Heading | None = None
    span: BlockSpan | None = None
    for line in lines:
        label = label_of(text[slice(*line)])
        if label is not None:
            yield from _closed(text, current, span)
            current, offset = label[0], line.start + label[1]
            span = BlockSpan(offset, line.end) if offset < line.end else None
        elif current is None or current.field == "text" or span is None:
            span = BlockSpan(span.start if span else line.start, line.end)
        elif current.field == "type":
            yield from _closed(text, current, span)
            current, span = _heading("text"), line
    yield from _closed(text, current, span)


def _closed(text: str, heading: Heading | None, span: BlockSpan | None) -> Iterator[BlockField]:
    """Yield a field that has ended, if it is one of a card."""
    if heading and heading.field and span:
        span = _whole(text, *span) if heading.field == "text" else span
        yield BlockField(heading, span, reading=heading.field == "name")


def _unlabelled(text: str, lines: list[BlockSpan]) -> Iterator[BlockField]:
    """Yield name, type and rules text of a block."""
    offset = _type_place(text, lines)
    if offset is None:
        return
    yield from _names(text, lines[0], text[lines[0].end :])
    start, end = lines[offset]
    power = _trailing_power(text[start:end])
    indicator = type_lines.INDICATOR.match(text, start, end)
    start = indicator.end() if indicator else start
    end = lines[offset].start + power.start() if power else end
    yield BlockField(_heading("type"), _bare(text, start, end))
    rules = _rules(text, lines[offset + 1 :], has_power=power is not None)
    if rules:
        yield BlockField(_heading("text"), _whole(text, rules[0].start, rules[-1].end))


def _rules(text: str, lines: list[BlockSpan], *, has_power: bool) -> list[BlockSpan]:
    """Return the lines of rules text: up to P/T or a label; lines of levels are rules text."""
    labels = (label_of(text[slice(*line)]) for line in lines)
    others = (index for index, label in enumerate(labels) if label and not label[0].field)
    lines = lines[: next(others, None)]
    powers = [index for index, line in enumerate(lines) if POWER.fullmatch(text[slice(*line)])]
    if not powers or has_power:
        return lines
    return lines[1:] if powers[0] == 0 else lines[: powers[-1]]


def _type_place(text: str, lines: list[BlockSpan]) -> int | None:
    """Return which line is the type line: the one below the name, or below its mana cost.

    Ash Wolf⏎{1}{R}⏎Creature — Wolf 2/2⏎Haste      lines 0, 1, 2, 3 → 2
    """
    first = text[slice(*lines[0])]
    if len(first) > MAX_NAME_LENGTH or _LABEL.match(first) or first.endswith(("。", "：", ":")):
        return None
    below = text[slice(*lines[1])] if len(lines) > 2 else ""
    second = 2 if _SYMBOLS.fullmatch(below) or _BARE_COST.fullmatch(below) else 1
    if len(lines) <= second or not re.search(r"\w", first):
        return None
    words = text[slice(*_bare(text, *lines[second]))]
    words = words[: -len(power[0])] if (power := _trailing_power(words)) else words
    return second if type_lines.in_any_language(words) else None


def _trailing_power(words: str) -> re.Match[str] | None:
    return re.search(rf"\s*{POWER.pattern}$", words)


def _names(text: str, line: BlockSpan, rules: str) -> Iterator[BlockField]:
    """Yield the name in a heading, or its two names, without mana cost and emphasis."""
    both = bilingual_headings.heading(text, *line)
    if both and both.slash:
        sides = BlockSpan(both.start, both.slash[0]), BlockSpan(both.slash[1], both.end)
        for side in sides:
            lang = language_detection.of_text(text[slice(*side)])
            yield BlockField(_heading("name")._replace(lang=lang), _bare(text, *side), reading=True)
        return
    end = bilingual_headings.without_cost(text, *line)
    if number := _NUMBER.search(text[line.start : end]):
        end = line.start + number.start()
    bare = re.compile(rf"\s+{_BARE_COST.pattern}$").search(text[line.start : end])
    # If the rules text has the whole line, the name ends like that.
    if bare and bare.start() and text[line.start : end] not in rules:
        end = line.start + bare.start()
    dash = re.compile(r"(?:\s+[-–—|•·]|[,:;])$").search(text[line.start : end].rstrip())
    if dash and end < line.end:
        end = line.start + dash.start()
    yield BlockField(_heading("name"), _bare(text, line.start, end), reading=True)


def _bare(text: str, start: int, end: int) -> BlockSpan:
    """Return where words are, without blanks and a chat's marks of emphasis around them."""
    words = text[start:end]
    left = re.match(r"(?:#{1,6}\s+|[-•*]\s+)?[*_]*\s*", words)
    start += left.end() if left else 0
    return BlockSpan(start, max(start, start + len(text[start:end].rstrip(" \t\u3000*_"))))


def _whole(text: str, start: int, end: int) -> BlockSpan:
    """Return the stretch with what follows it on its last line: blanks, a comment."""
    rest = re.compile(r"[^\r\n]*").match(text, end)
    return BlockSpan(start, rest.end() if rest else end)


def _heading(field: str) -> Heading:
    return Heading(field, "", 1, "", 0)


# Code points of a paragraph that may be a card.
MAX_BLOCK_LENGTH = 1 << 16


class _Block:
    """Lines of a paragraph or a card, and what was blank after them, which is its if it goes on."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self.gap: list[Line] = []
        self._length = 0

    @property
    def is_too_long(self) -> bool:
        """Whether there are too many lines for a card."""
        return self._length > MAX_BLOCK_LENGTH

    @property
    def text(self) -> str:
        """The lines; empty if there are too many for a card."""
        return "" if self.is_too_long else "".join(line.text for line in self._lines)

    @cached_property
    def words(self) -> list[str]:
        """The words of each line, which are read once: for each of n parts would be quadratic."""
        return [self.text[slice(*line)] for line in lines_of(self.text)]

    def add(self, line: Line) -> None:
        """Append a line with words."""
        self._length += len(line.text)
        if not self.is_too_long:
            self._lines += [*self.gap, line]
        self.gap = []

    def join(self, other: _Block) -> None:
        """Append another block, which follows this one."""
        self.words.extend(other.words)
        self._lines += [*self.gap, *other._lines]
        self.gap = other.gap
        self._length += other._length

    def made(self) -> Iterator[Line]:
        """Yield it as a card, if it can be one."""
        if text := self.text:
            yield Line(self._lines[0].number, self._lines[0].start, text.rstrip("\r\n"))

    def goes_on(self, other: _Block) -> bool:
        """Tell whether another block belongs to this card."""
        if self.is_too_long or other.is_too_long or not other.words:
            return False
        first, last = other.words[0], self.words[-1]
        if DIVIDER.fullmatch(first) or DIVIDER.fullmatch(last):
            return True
        labelled = label_of(self.words[0]) is not None
        if label := label_of(first):
            return labelled and label[0].field != "name"
        if begins(other.text) or labelled:
            return False
        if POWER.fullmatch(first) and len(other.words) == 1:
            return not any(map(POWER.fullmatch, self.words))
        # Wiki pages have a blank line between the type line and the rules text.
        heading = self.words[0]
        return (
            len(self.words) == 2
            and bilingual_headings.heading(heading, 0, len(heading)) is not None
        )


def _blocks(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the text of each card with its line and start, without the line end after it."""
    card: _Block | None = None
    for paragraph in _paragraphs(lines):
        if card and card.goes_on(paragraph):
            card.join(paragraph)
            continue
        if card:
            yield from card.made()
        card = paragraph if begins(paragraph.text) else None
    if card:
        yield from card.made()


def _paragraphs(lines: Iterable[Line]) -> Iterator[_Block]:
    """Yield the paragraphs; a labelled one ends where the next name is labelled."""
    current: _Block | None = None
    for line in lines:
        words = line.text.strip(BLANK + "\r\n")
        if not words or RULE.fullmatch(words):
            if current:
                current.gap.append(line)
            continue
        if current and (current.gap or _starts_anew(current, words)):
            yield current
            current = None
        current = current or _Block()
        current.add(line)
    if current:
        yield current


def _starts_anew(previous: _Block, line: str) -> bool:
    """Tell whether a line names a card where the paragraph already has that label."""
    label = label_of(line)
    if label is None or label[0].field != "name":
        return False
    own = (label_of(line.strip()) for line in previous.text.split("\n"))
    return any(line and line[0][:2] == label[0][:2] for line in own)
