"""A text of a file to its parse tree, row by row."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from nanori.annotation.pipeline import parse
from nanori.model.values import Node, Token
from nanori.surfaces.web.answers import card_sets
from nanori.surfaces.web.answers.documents import AboutFile

BLANK = "BLANK"
"""The leaf of a gap between words."""
MOST = 3_000
"""Rows of a tree that are told."""


class AskedTree(AboutFile, frozen=True, kw_only=True):
    """A question for the tree of a text."""

    key: int


class TreeRow(Struct, frozen=True):
    """A node, or a leaf with its words."""

    depth: int
    kind: str
    """The production, or for a leaf the terminal."""
    words: str
    """Those of a leaf; empty for a node."""
    start: int
    end: int


class Tree(Struct, frozen=True):
    """A tree, depth first."""

    rows: tuple[TreeRow, ...]
    more: bool
    """Whether there are more rows."""


def tree(asked: AskedTree) -> Tree:
    """Return the tree of a text without its gaps; NanoriError if the file lacks the text."""
    card = card_sets.read(asked.document).card(asked.key)
    rows: list[TreeRow] = []
    for row in _rows(parse(card.text, card.lang, card=card), card.text):
        if len(rows) == MOST:
            return Tree(tuple(rows), more=True)
        rows.append(row)
    return Tree(tuple(rows), more=False)


def _rows(root: Node, text: str) -> Iterator[TreeRow]:
    waiting: list[tuple[int, Node | Token]] = [(0, root)]
    while waiting:
        depth, part = waiting.pop()
        if isinstance(part, Node):
            yield TreeRow(depth, part.kind, "", part.start, part.end)
            waiting += [(depth + 1, child) for child in reversed(part.children)]
        elif part.type != BLANK:
            words = text[part.start : part.end]
            yield TreeRow(depth, part.type, words, part.start, part.end)
