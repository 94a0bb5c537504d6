"""A text that is open in an editor: the cards in it, each read again only where it changes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from lsprotocol.types import (
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)

from nanori.documents.values import CardMention
from nanori.formats.entries import Element
from nanori.linting.discovery import CheckedFile
from nanori.linting.runs import Run
from nanori.model.errors import NanoriError
from nanori.names.database import Database
from nanori.surfaces.lsp import readings, splitting
from nanori.surfaces.lsp.splitting import TextKind

# What ends a line in an editor; the other characters that Python divides lines at do not.
LINE_END = re.compile(r"\r\n|\n|\r")

# A character that is two units of UTF-16.
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class TextLines:
    """A text with the lines and columns that an editor counts in it."""

    def __init__(self, text: str, encoding: PositionEncodingKind | str) -> None:
        """Keep the text, and where its lines begin."""
        self.text = text
        self._encoding = encoding
        if "\r" in text:
            self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        else:
            lengths = (len(line) + 1 for line in text.split("\n"))
            self._starts = list(accumulate(lengths, initial=0))[:-1]

    @cached_property
    def _astral(self) -> list[int]:
        """Where the characters stand that are two units; there is seldom any."""
        if len(self.text.encode("utf-16-le", "surrogatepass")) == 2 * len(self.text):
            return []
        return [match.start() for match in _ASTRAL.finditer(self.text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a code point; of one beyond the text those of its end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        return line, self._units(self._starts[line], offset)

    def position(self, offset: int) -> Position:
        """Return the position of a code point, as `place` has it."""
        return Position(*self.place(offset))

    def range(self, start: int, end: int) -> Range:
        """Return the range of a span."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """Return the code point at a position; of one behind its line the end of that line."""
        line = max(position.line, 0)
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self._end(line)
        return min(end, start + self._points(start, end, max(position.character, 0)))

    def span(self, place: Range) -> tuple[int, int]:
        """Return start and end of a range, in this order whatever the editor says."""
        start, end = self.offset(place.start), self.offset(place.end)
        return min(start, end), max(start, end)

    def _end(self, line: int) -> int:
        """Return where a line ends, before what ends it."""
        if line + 1 >= len(self._starts):
            return len(self.text)
        end = self._starts[line + 1]
        return end - 2 if self.text[end - 2 : end] == "\r\n" else end - 1

    def _units(self, start: int, end: int) -> int:
        """Return how many units a part of a line has."""
        match self._encoding:
            case PositionEncodingKind.Utf8:
                return len(self.text[start:end].encode(errors="surrogatepass"))
            case PositionEncodingKind.Utf16:
                astral = bisect_left(self._astral, end) - bisect_left(self._astral, start)
                return end - start + astral
            case _:
                return end - start

    def _points(self, start: int, end: int, units: int) -> int:
        """Return how many code points so many units from there are; half of one is none."""
        match self._encoding:
            case PositionEncodingKind.Utf8:
                line = self.text[start:end].encode(errors="surrogatepass")[:units]
                return len(line.decode(errors="ignore"))
            case PositionEncodingKind.Utf16:
                first = bisect_left(self._astral, start)
                last = bisect_left(self._astral, end)
                # The n-th of them, counted from 0, begins n units further than its code point.
                before = bisect_left(
                    range(first, last), units, key=lambda n: self._astral[n] + n - first - start
                )
                if before and self._astral[first + before - 1] + before - start == units:
                    return units - before
                return units - before
            case _:
                return units


# Cards on either side of an edit that are read again: the next may join what was edited.
GUARDS = 2


class Region(NamedTuple):
    """What edits left of a text as it was."""

    before: int
    """Code points at its beginning."""
    behind: int
    """Code points at its end."""

    def widened(self, start: int, behind: int) -> Region:
        """Return what is left after one more edit."""
        return Region(min(self.before, start), min(self.behind, behind))


class GuardedCard(NamedTuple):
    """A card of the text before, by where it stands and what it was read from."""

    start: int
    end: int
    key: readings.ElementKey


class Reread(NamedTuple):
    """The cards that take the place of some."""

    first: int
    """The first card of those before that they take the place of."""
    last: int
    """One past the last."""
    elements: list[Element]
    further: int
    """Code points by which the cards behind them have moved."""


def reread(
    path: str,
    text: str,
    format_name: str,
    cards: Sequence[GuardedCard],
    length: int,
    region: Region,
) -> Reread | None:
    """Return what is read near an edit; nothing where all of the text has to be read.

    `text` is what it is now, `cards` those that were in it before, when it had so many code points.
    """
    if not cards or region.before < cards[0].start or region.behind < length - cards[-1].end:
        return None
    further = len(text) - length
    touched = bisect_left(cards, region.before, key=lambda card: card.end)
    behind = bisect_right(cards, length - region.behind, key=lambda card: card.start)
    first, last = max(0, touched - GUARDS), min(len(cards), behind + GUARDS)
    if last - first >= len(cards):
        return None
    head, begin = cards[0].start, cards[first].start
    end = cards[last - 1].end + further
    small = text[:head] + text[begin:end] + text[cards[-1].end + further :]
    result = splitting.at_once(splitting.split(path, small, format_name))
    elements = [element._replace(start=element.start + begin - head) for element in result.elements]
    if result.error or not elements:
        return None
    guarded = (first == touched or readings.key_of(elements[0]) == cards[first].key) and (
        last == behind or readings.key_of(elements[-1]) == cards[last - 1].key
    )
    return Reread(first, last, elements, further) if guarded else None


_MARK = "\ufeff"


class PlacedCard(NamedTuple):
    """A card of a text, and where it begins."""

    start: int
    """First code point of its element in the text."""
    reading: readings.CardReading


class OpenText:
    """A text as the editor has it; `path` is what its file is called."""

    def __init__(
        self, uri: str, path: str, text: str, version: int, encoding: PositionEncodingKind | str
    ) -> None:
        """Read the cards of a text that was opened."""
        self.uri, self.path, self.version = uri, path, version
        self._encoding = encoding
        self._cards: list[PlacedCard] = []
        self._error: NanoriError | None = None
        self._alone = False
        """Whether every card says all that is needed to read it."""
        self.prose: list[readings.Spotted] = []
        """What is found in it where it is rules or an article; between pauses it may be old."""
        self.mentions: list[CardMention] = []
        self._certain: tuple[TextLines, bool] | None = None
        self.lines = TextLines(text, encoding)
        self.kind = TextKind()
        splitting.at_once(self.split_again())

    @property
    def text(self) -> str:
        """The text."""
        return self.lines.text

    @property
    def target(self) -> CheckedFile:
        """The text as a file that is looked at."""
        return CheckedFile(self.path, self.path, self.kind.rules)

    @property
    def groups(self) -> Sequence[readings.CardGroup]:
        """The cards of each element."""
        return [placed.reading.group for placed in self._cards]

    @property
    def cards(self) -> Sequence[PlacedCard]:
        """Every card in the order of the text."""
        return self._cards

    def change(
        self, changes: Sequence[TextDocumentContentChangeEvent], version: int
    ) -> list[readings.CardReading]:
        """Make the changes of the editor, one after another; return the cards that are new."""
        length, region = len(self.text), Region(len(self.text), len(self.text))
        for each in changes:
            start, end = 0, len(self.text)
            if isinstance(each, TextDocumentContentChangePartial):
                start, end = self.lines.span(each.range)
            region = region.widened(start, len(self.text) - end)
            text = self.text[:start] + each.text + self.text[end:]
            self.lines = TextLines(text, self._encoding)
        self.version = version
        if not self.kind.format or not splitting.still(self.path, self._body, self.kind.format):
            return splitting.at_once(self.split_again())
        near = self._near(length, region)
        return splitting.at_once(self._read()) if near is None else near

    def split_again(self) -> Generator[None, None, list[readings.CardReading]]:
        """Decide anew what the text is; return the cards that are new in it."""
        kind = yield from splitting.kind_of(self.path, self._body)
        if kind.format != self.kind.format:
            self._cards = []
        self.kind = kind
        return (yield from self._read())

    def _near(self, length: int, region: Region) -> list[readings.CardReading] | None:
        """Read the cards near an edit; return those that are new, and nothing if all are to be."""
        if self._error or self._shift or not self._alone:
            return None
        before = _Before(self._cards)
        made = reread(self.path, self.text, self.kind.format, before, length, region)
        if made is None:
            return None
        cards, new = self._placed(made.elements, self._cards[made.first : made.last])
        moved = [
            PlacedCard(placed.start + made.further, placed.reading)
            for placed in self._cards[made.last :]
        ]
        self._cards = [*self._cards[: made.first], *cards, *moved]
        return new

    @property
    def _body(self) -> str:
        """The text without a byte order mark."""
        return self.text.removeprefix(_MARK)

    @property
    def _shift(self) -> int:
        return len(self.text) - len(self._body)

    def _read(self) -> Generator[None, None, list[readings.CardReading]]:
        """Divide the text into its cards; return those that it did not have before."""
        name = self.kind.format
        elements: list[Element] = []
        error = None
        if name:
            elements, error = yield from splitting.split(self.path, self._body, name)
        contexts = {element.context for element in elements}
        self._alone = len(contexts) < 2 and not any(element.beside for element in elements)
        self._error = error
        self._cards, new = self._placed(elements, self._cards)
        return new

    def _placed(
        self, elements: Sequence[Element], before: Sequence[PlacedCard]
    ) -> tuple[list[PlacedCard], list[readings.CardReading]]:
        """Return elements in the place of some cards; what is the same is not read again."""
        known: dict[readings.ElementKey, list[readings.CardReading]] = {}
        for placed in before:
            known.setdefault(placed.reading.key, []).append(placed.reading)
        cards: list[PlacedCard] = []
        new: list[readings.CardReading] = []
        for element in elements:
            if waiting := known.get(readings.key_of(element)):
                reading = waiting.pop(0)
            else:
                reading = readings.CardReading(element, self.kind.format, self.path)
                new.append(reading)
            cards.append(PlacedCard(element.start + self._shift, reading))
        return cards, new

    def look_again(
        self, run: Run, index: readings.AskedIndex, answers: readings.Answers
    ) -> Iterator[None]:
        """Look at every card that is new, or asks what has another answer by now, in steps."""
        for placed in self._cards:
            reading = placed.reading
            if reading.asked is None or answers.differ(reading.asked, reading.words):
                reading.look(run, index, self.target)
            yield

    def forget(self) -> None:
        """Let every card be looked at again, as after other settings."""
        for placed in self._cards:
            placed.reading.asked = None

    def look_at_prose(self, run: Run, register: Database | None) -> None:
        """Look at a text that is no file of cards, where it is rules or may be an article."""
        self.prose, self.mentions = [], []
        if self.kind.rules:
            self.prose = list(readings.in_rules(self.path, self._body, run))
            return
        if register and not self.certain and readings.is_article(self.path, self._body):
            self.mentions, self.prose = readings.in_article(self.path, self._body, register)

    @property
    def certain(self) -> bool:
        """Whether it is a file of cards beyond doubt, so that all of it may be changed at once."""
        name = self.kind.format
        if self._certain is None or self._certain[0] is not self.lines:
            known = bool(name) and splitting.is_certain(self.path, self._body, name)
            self._certain = self.lines, known
        return self._certain[1]

    @property
    def shift(self) -> int:
        """Code points before those that prose is counted in: a byte order mark, or nothing."""
        return self._shift

    def spotted(self) -> Iterator[tuple[int, readings.Spotted]]:
        """Yield every finding, and from where its places are counted."""
        if error := self._error:
            start = _place(self._body, error) + self._shift
            yield 0, readings.Spotted(start, start, readings.UNREADABLE, "error", error.message)
        for placed in self._cards:
            for spotted in placed.reading.spotted:
                yield placed.start, spotted
        for spotted in self.prose:
            yield self._shift, spotted

    def within(self, start: int, end: int) -> list[PlacedCard]:
        """Return the cards that a span of the text touches."""
        first = max(0, bisect_right(self._cards, start, key=lambda placed: placed.start) - 1)
        last = bisect_right(self._cards, end, key=lambda placed: placed.start)
        return [
            placed
            for placed in self._cards[first:last]
            if placed.start + len(placed.reading.layout.text) >= start
        ]


class _Before(Sequence[GuardedCard]):
    """The cards of a text as an edit found them, each looked at when it is asked for."""

    def __init__(self, cards: Sequence[PlacedCard]) -> None:
        self._cards = cards

    def __len__(self) -> int:
        return len(self._cards)

    def __getitem__(self, place: int) -> GuardedCard:  # type: ignore[override]
        start, reading = self._cards[place]
        return GuardedCard(start, start + len(reading.layout.text), reading.key)


def _place(text: str, error: NanoriError) -> int:
    """Return the code point that an error names by line and column."""
    start = 0
    for _ in range((error.line or 1) - 1):
        start = text.find("\n", start) + 1
    return min(start + (error.column or 1) - 1, len(text))
