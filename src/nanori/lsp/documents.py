"""A text that is open in an editor: the cards in it, each read again only where it changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lsprotocol.types import (
    PositionEncodingKind,
    TextDocumentContentChangeEvent,
    TextDocumentContentChangePartial,
)

from nanori.formats.entries import Element
from nanori.linting import documents as rulebooks
from nanori.linting.files.discovery import CheckedFile
from nanori.linting.runs import Run
from nanori.lsp import splitting
from nanori.lsp.card_groups import CardGroup
from nanori.lsp.positions import TextLines
from nanori.lsp.questions import Answers, AskedIndex
from nanori.lsp.readings import UNREADABLE, CardReading, Key, Spotted, key_of
from nanori.lsp.splitting import Told
from nanori.model.errors import NanoriError

_MARK = "\ufeff"


class Placed(NamedTuple):
    """A card of a text, and where it begins."""

    start: int
    """First code point of its element in the text."""
    reading: CardReading


class OpenText:
    """A text as the editor has it; `path` is what its file is called."""

    def __init__(
        self, uri: str, path: str, text: str, version: int, encoding: PositionEncodingKind | str
    ) -> None:
        """Read the cards of a text that was opened."""
        self.uri, self.path, self.version = uri, path, version
        self._encoding = encoding
        self._cards: list[Placed] = []
        self._error: NanoriError | None = None
        self._prose: list[Spotted] = []
        self.lines = TextLines(text, encoding)
        self.told = Told()
        self.retell()

    @property
    def text(self) -> str:
        """The text."""
        return self.lines.text

    @property
    def target(self) -> CheckedFile:
        """The text as a file that is looked at."""
        return CheckedFile(self.path, self.path, self.told.rules)

    @property
    def groups(self) -> Sequence[CardGroup]:
        """The cards of each element."""
        return [placed.reading.group for placed in self._cards]

    @property
    def cards(self) -> Sequence[Placed]:
        """Every card in the order of the text."""
        return self._cards

    def change(
        self, changes: Sequence[TextDocumentContentChangeEvent], version: int
    ) -> list[CardReading]:
        """Make the changes of the editor, one after another; return the cards that are new."""
        for each in changes:
            text = each.text
            if isinstance(each, TextDocumentContentChangePartial):
                start, end = self.lines.span(each.range)
                text = self.text[:start] + each.text + self.text[end:]
            self.lines = TextLines(text, self._encoding)
        self.version = version
        name = self.told.format
        if name and splitting.still(self.path, self._body, name):
            return self._read()
        return self.retell()

    def retell(self) -> list[CardReading]:
        """Tell anew what the text is; return the cards that are new in it."""
        self.told = splitting.told(self.path, self._body)
        return self._read()

    @property
    def _body(self) -> str:
        """The text without a byte order mark."""
        return self.text.removeprefix(_MARK)

    @property
    def _shift(self) -> int:
        return len(self.text) - len(self._body)

    def _read(self) -> list[CardReading]:
        """Divide the text into its cards; return those that it did not have before."""
        if not self.told.format:
            self._cards, self._error = [], None
            return []
        elements, self._error = splitting.split(self.path, self._body, self.told.format)
        if self._cards and self._cards[0].reading.format != self.told.format:
            self._cards = []
        same = _same(self._cards, elements)
        before: dict[Key, list[CardReading]] = {}
        for placed in self._cards[same[0] : len(self._cards) - same[1]]:
            before.setdefault(placed.reading.key, []).append(placed.reading)
        cards: list[Placed] = []
        new: list[CardReading] = []
        for number, element in enumerate(elements):
            start = element.start + self._shift
            if number < same[0]:
                reading = self._cards[number].reading
            elif number >= len(elements) - same[1]:
                reading = self._cards[number - len(elements)].reading
            elif waiting := before.get(key_of(element)):
                reading = waiting.pop(0)
            else:
                reading = CardReading(element, self.told.format, self.path)
                new.append(reading)
            cards.append(Placed(start, reading))
        self._cards = cards
        return new

    def look_again(self, run: Run, index: AskedIndex, answers: Answers) -> Iterator[None]:
        """Look at every card that is new, or asks what has another answer by now, in steps."""
        for placed in self._cards:
            reading = placed.reading
            if reading.asked is None or answers.differ(reading.asked, reading.words):
                reading.look(run, index, self.target)
            yield
        if self.told.rules:
            self._prose = list(self._rules(run))

    def forget(self) -> None:
        """Let every card be looked at again, as after other settings."""
        for placed in self._cards:
            placed.reading.asked = None

    def _rules(self, run: Run) -> Iterator[Spotted]:
        """Yield what is found in a rules document."""
        target = CheckedFile(
            self.path, self.path, True, memory=splitting.content(self.path, self._body)
        )
        try:
            for report in rulebooks.reports(target, run.selection.of_file(self.path)):
                said = report.diagnostic
                span = said.start + self._shift, said.end + self._shift
                yield Spotted(*span, said.check, said.severity, said.message, fix=said.fix)
        except NanoriError as error:
            yield Spotted(0, 0, UNREADABLE, "error", error.message)

    def spotted(self) -> Iterator[tuple[int, Spotted]]:
        """Yield every finding, and from where its places are counted."""
        if error := self._error:
            start = _place(self._body, error) + self._shift
            yield 0, Spotted(start, start, UNREADABLE, "error", error.message)
        for placed in self._cards:
            for spotted in placed.reading.spotted:
                yield placed.start, spotted
        if self.told.rules:
            for spotted in self._prose:
                yield 0, spotted

    def within(self, start: int, end: int) -> list[Placed]:
        """Return the cards that a span of the text touches."""
        first = max(0, bisect_right(self._cards, start, key=lambda placed: placed.start) - 1)
        last = bisect_right(self._cards, end, key=lambda placed: placed.start)
        return [
            placed
            for placed in self._cards[first:last]
            if placed.start + len(placed.reading.layout.text) >= start
        ]


def _same(before: Sequence[Placed], elements: Sequence[Element]) -> tuple[int, int]:
    """Return how many cards at the beginning, and at the end, are the same as before."""
    most = min(len(before), len(elements))
    first = 0
    while first < most and before[first].reading.key == key_of(elements[first]):
        first += 1
    last = 0
    while last < most - first and before[-1 - last].reading.key == key_of(elements[-1 - last]):
        last += 1
    return first, last


def _place(text: str, error: NanoriError) -> int:
    """Return the code point that an error names by line and column."""
    start = 0
    for _ in range((error.line or 1) - 1):
        start = text.find("\n", start) + 1
    return min(start + (error.column or 1) - 1, len(text))
