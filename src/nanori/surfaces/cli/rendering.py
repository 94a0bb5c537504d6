"""References for people: colored words with labels beneath."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from nanori.formats.entries import Entry
from nanori.model.values import Reference
from nanori.model.visible import in_line
from nanori.surfaces.cli.terminal import rows

# Color of a reference by its target.
COLOURS = {"self": "green", "holder": "yellow", "name": "cyan"}

# Cells before the text of a card.
INDENT = 2

# Levels of a tree that are indented; deeper ones show their level instead.
MAX_INDENTS = 40


def shown(words: str) -> str:
    """Return words as a row shows them, their length unchanged."""
    return in_line(words).replace("\t", " ")


class Terminal(Console):
    """Where cards are shown; a reader that stops early is the caller's to handle."""

    def __init__(self) -> None:
        super().__init__(highlight=False)

    def on_broken_pipe(self) -> None:
        """Raise again: Rich would end the program."""
        raise


def card(record: Entry, references: Sequence[Reference], width: int) -> Iterator[Text]:
    """Yield the rows that show a text, a heading and each line with its labels beneath.

    They have `width` cells at most. A label is under the words it is about, which a bar marks off
    in cells, so that it is right after full-width characters and readable without color.
    """
    named = record.card
    title = Text(shown(named.name) or "–", style="bold")
    for part in (named.type, str(named.id)):
        if part:
            title.append(f" · {shown(part)}", Style(dim=True, bold=False))
    yield title
    start = 0
    waiting = deque(references)
    for paragraph in named.text.split("\n"):
        end = start + len(paragraph)
        while waiting and waiting[0].end <= start:
            waiting.popleft()
        inside = list(takewhile(lambda each: each.start < end, waiting))  # noqa: B023
        yield from _paragraph(paragraph, start, inside, max(width - INDENT - 1, 10))
        start = end + 1
    yield Text()


def _paragraph(
    paragraph: str, start: int, references: Sequence[Reference], width: int
) -> Iterator[Text]:
    plain = shown(paragraph)
    waiting = deque(references)
    for begin, end in rows(plain, width):
        row = Text(" " * INDENT + plain[begin:end])
        marks: list[_Mark] = []
        while waiting and waiting[0].end - start <= begin:
            waiting.popleft()
        for reference in takewhile(lambda each: each.start - start < end, waiting):  # noqa: B023
            first, last = max(reference.start - start, begin), min(reference.end - start, end)
            colour = COLOURS[reference.target]
            at = INDENT - begin
            row.stylize(Style(color=colour, bold=True), at + first, at + last)
            whole = reference.end - start <= end
            label = f"{reference.form}>{reference.target}" if whole else ""
            cells = cell_len(plain[begin:first]), cell_len(plain[first:last])
            marks.append(_Mark(*cells, label, colour))
        yield row
        yield from _labels(marks, width)


class _Mark(NamedTuple):
    start: int
    cells: int
    label: str
    colour: str


def _labels(marks: Sequence[_Mark], width: int) -> Iterator[Text]:
    """Yield as few rows as hold all marks without touching."""
    labels: list[Text] = []
    for start, cells, label, colour in marks:
        bar = "╰" + "─" * (cells - 1)
        piece = f"{bar} {label}" if label else bar
        if start + len(piece) > width and start > len(label):
            start -= len(label) + 1
            piece = f"{label} {'─' * (cells - 1)}╯"
        row = next((row for row in labels if not len(row) or len(row) < INDENT + start), None)
        if row is None:
            row = Text()
            labels.append(row)
        row.append(" " * (INDENT + start - len(row))).append(piece, colour)
    yield from labels
