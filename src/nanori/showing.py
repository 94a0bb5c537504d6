"""References and trees for people: coloured words with labels beneath, and indented nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from nanori.model import Node, Reference, Token
from nanori.records import Record

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = {"self": "green", "holder": "yellow", "name": "cyan"}
"""Colour of a reference by its target."""

INDENT = 2
"""Cells before the text of a card."""

DEEPEST = 40
"""Levels of a tree that are indented; what is deeper says its level instead."""

_CONTROL = dict.fromkeys((*range(32), *range(127, 160)), "�") | {ord("\t"): " "}
"""Control characters, which would steer the terminal, by what is shown in their place."""


def card(record: Record, references: Sequence[Reference], console: Console) -> Iterator[Text]:
    """Yield the rows that show a text: a heading, then each line with its labels beneath.

    A label stands under the words it is about, which a bar marks off in cells, so that it is
    right after full-width characters and readable without colour.
    """
    named = record.card
    title = Text(named.name.translate(_CONTROL) or "–", style="bold")
    for part in (named.type, str(named.id)):
        if part:
            title.append(f" · {part.translate(_CONTROL)}", Style(dim=True, bold=False))
    yield title
    start = 0
    for paragraph in named.text.split("\n"):
        end = start + len(paragraph)
        inside = [one for one in references if one.start < end and one.end > start]
        yield from _paragraph(paragraph, start, inside, console)
        start = end + 1
    yield Text()


def _paragraph(
    paragraph: str, start: int, references: Sequence[Reference], console: Console
) -> Iterator[Text]:
    text = Text(paragraph.translate(_CONTROL))
    for number, one in enumerate(references):
        colour = Style(color=COLOURS[one.target], bold=True, meta={"reference": number})
        text.stylize(colour, max(one.start - start, 0), one.end - start)
    lines = text.wrap(console, max(console.width - INDENT, 10), overflow="fold")
    last = {_number(span.style): line for line, of in enumerate(lines) for span in of.spans}
    for place, line in enumerate(lines):
        marks: list[_Mark] = []
        for span in line.spans:
            number = _number(span.style)
            one = references[number]
            label = f"{one.form}>{one.target}" if last[number] == place else ""
            before = cell_len(line.plain[: span.start])
            width = cell_len(line.plain[span.start : span.end])
            marks.append((before, width, label, COLOURS[one.target]))
        yield Text(" " * INDENT).append_text(line)
        yield from _labels(marks, console.width - INDENT)


_Mark = tuple[int, int, str, str]
"""First cell, number of cells, label and colour."""


def _number(style: str | Style) -> int:
    assert isinstance(style, Style)
    return int(style.meta["reference"])


def _labels(marks: Sequence[_Mark], width: int) -> Iterator[Text]:
    """Yield as few rows as hold all marks without one touching another."""
    rows: list[Text] = []
    for start, cells, label, colour in marks:
        bar = "╰" + "─" * (cells - 1)
        piece = f"{bar} {label}" if label else bar
        if start + len(piece) > width and start > len(label):
            start -= len(label) + 1
            piece = f"{label} {'─' * (cells - 1)}╯"
        row = next((row for row in rows if len(row) < INDENT + start), None)
        if row is None:
            row = Text()
            rows.append(row)
        row.append(" " * (INDENT + start - len(row))).append(piece, colour)
    yield from rows


def tree(node: Node, text: str) -> Iterator[str]:
    """Yield a line for each node, depth first: its kind and span, and a leaf's words."""
    waiting: list[tuple[int, Node | Token]] = [(0, node)]
    while waiting:
        depth, part = waiting.pop()
        indent = "  " * min(depth, DEEPEST) + (f"({depth}) " if depth > DEEPEST else "")
        span = f"{part.start}–{part.end}"
        if isinstance(part, Node):
            yield f"{indent}{part.kind} {span}"
            waiting += [(depth + 1, child) for child in reversed(part.children)]
        else:
            words = text[part.start : part.end].replace("\n", "⏎").translate(_CONTROL)
            yield f"{indent}{part.type} {span} “{words}”"
