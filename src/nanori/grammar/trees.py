"""Tokens to the tree of a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark.exceptions import UnexpectedInput

from nanori.grammar import parser
from nanori.grammar.lexer import tokenize
from nanori.model.values import Node, Token


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each line of a text begins and ends, without its line break."""
    start = 0
    while True:
        end = text.find("\n", start)
        if end < 0:
            yield start, len(text)
            return
        yield start, end
        start = end + 1


def within(waiting: list[Token], start: int, end: int) -> list[Token]:
    """Return the names that lie in a paragraph, counted from its beginning.

    `waiting` holds names in reverse order; those before the paragraph's end are taken from it,
    and one that reaches over a line break is dropped.
    """
    inside: list[Token] = []
    while waiting and waiting[-1].start < end:
        name = waiting.pop()
        if start <= name.start and name.end <= end:
            inside.append(Token(name.type, name.start - start, name.end - start))
    return inside


def parse_paragraph(paragraph: str, code: str, names: Sequence[Token] = ()) -> Node:
    """Return the tree of one paragraph; its spans count from the paragraph's beginning."""
    tokens = tokenize(paragraph, code, names)
    try:
        return parser.load(code).parse(tokens)
    except UnexpectedInput:  # tokenize leaves nothing unexpected; a tree is promised all the same
        return Node("ability", 0, len(paragraph), (Token("WATER", 0, len(paragraph)),))


def parse(text: str, code: str, names: Sequence[Token] = ()) -> Node:
    """Return the tree of a whole text: a node `text` of abilities and line breaks.

    `names` are the places of the card's names in the text.
    """
    children: list[Node | Token] = []
    waiting = list(reversed(names))
    for start, end in paragraphs(text):
        if start:
            children.append(Token("LINE_BREAK", start - 1, start))
        inside = within(waiting, start, end)
        children.append(_moved(parse_paragraph(text[start:end], code, inside), start))
    return Node("text", 0, len(text), tuple(children))


def _moved(node: Node, by: int) -> Node:
    """Return the same tree counted from another beginning."""
    children = tuple(
        _moved(child, by)
        if isinstance(child, Node)
        else Token(child.type, child.start + by, child.end + by)
        for child in node.children
    )
    return Node(node.kind, node.start + by, node.end + by, children)
