"""A paragraph, or a whole text, to its tree."""

from collections.abc import Iterator, Sequence

from nanori.grammar import lexer
from nanori.grammar.languages import Language
from nanori.grammar.parser import load
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


def parse_paragraph(
    paragraph: str,
    language: Language,
    names: Sequence[Token] = (),
) -> Node:
    """Return the tree of one paragraph; its spans count from the paragraph's beginning.

    Blanks between words have no leaf; `parse` gives them one.
    """
    return load(language).parse(lexer.tokenize(paragraph, language, names))


def parse(text: str, language: Language, names: Sequence[Token] = ()) -> Node:
    """Return the tree of a whole text: a node `text` of abilities and line breaks.

    `names` are the places of the card's names in the text. The leaves, joined, are the text.
    """
    children: list[Node | Token] = []
    waiting = list(reversed(names))
    for start, end in paragraphs(text):
        if start:
            children.append(Token("LINE_BREAK", start - 1, start))
        inside = within(waiting, start, end)
        tree = _whole(parse_paragraph(text[start:end], language, inside), end - start)
        children.append(_placed(tree, start))
    return Node("text", 0, len(text), tuple(children))


def _whole(ability: Node, length: int) -> Node:
    return Node(ability.kind, 0, length, ability.children)


def _placed(node: Node, by: int) -> Node:
    """Return a tree whose spans are moved `by` code points, with a leaf for each blank in it."""
    children: list[Node | Token] = []
    offset = node.start
    for child in node.children:
        if child.start > offset:
            children.append(Token("BLANK", offset + by, child.start + by))
        offset = child.end
        if type(child) is Node:
            children.append(_placed(child, by))
        else:
            children.append(Token(child.type, child.start + by, child.end + by))
    if offset < node.end:
        children.append(Token("BLANK", offset + by, node.end + by))
    return Node(node.kind, node.start + by, node.end + by, tuple(children))
