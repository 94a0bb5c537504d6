"""The quotations of a paragraph: where each is, and whether something else gets it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from nanori.annotation.ability_recipients import is_chosen, quote_is_granted
from nanori.grammar import trees
from nanori.grammar.languages import Language
from nanori.grammar.tree_queries import BRACKETS, Cursor, leaves
from nanori.model.values import Form, Node, Reference, Token

# The abilities of a card are asked for their kinds, then for their slots and pronouns.
CACHED_TREES = 32
# Code points of a paragraph whose tree is cached; the longest text of a card has fewer.
MAX_CACHED_LENGTH = 2000

# The terminals of names that the grammar cannot find, by the form they are given.
_TERMINALS: dict[Form, str] = {
    "full": "OWN_NAME",
    "short": "SHORT_NAME",
    "alternate": "ALTERNATE_NAME",
}


class Quotation(Struct, frozen=True):
    """The contents of a pair of quotation marks, in code points of the paragraph."""

    start: int
    """First code point after the opening mark."""
    end: int
    """The closing mark."""
    granted: bool
    """Whether something other than the source gets it as an ability (CR 201.5a)."""
    chosen: bool
    """Whether it is a choice or an effect, not an ability."""
    explained: bool = False
    """Whether it is in reminder text, which says what something has without giving it."""


def tree(paragraph: str, language: Language, names: Sequence[Reference]) -> Node:
    """Return the tree of a paragraph whose own names are already known."""
    tokens = tuple(
        Token(_TERMINALS[name.form], name.start, name.end)
        for name in names
        if name.form in _TERMINALS
    )
    parse = _remembered if len(paragraph) <= MAX_CACHED_LENGTH else trees.parse_paragraph
    return parse(paragraph, language, tokens)


@lru_cache(CACHED_TREES)
def _remembered(paragraph: str, language: Language, tokens: tuple[Token, ...]) -> Node:
    return trees.parse_paragraph(paragraph, language, tokens)


def find(paragraph: str, language: Language, names: Sequence[Reference] = ()) -> list[Quotation]:
    """Return the outermost quotations, in text order.

    `names` are the references to its own object; the grammar finds others.
    """
    if not any(opening in paragraph for opening, _ in language.lexicon.pairs):
        return []
    return list(_walk(Cursor(tree(paragraph, language, names)), language, explained=False))


def _walk(root: Cursor, language: Language, *, explained: bool) -> Iterator[Quotation]:
    for cursor, part in leaves(root, BRACKETS):
        if type(part) is not Node:
            continue
        if part.kind == "quote":
            granted = quote_is_granted(cursor, language.lexicon)
            first, close = part.children[0], part.children[-1]
            yield Quotation(first.end, close.start, granted, is_chosen(cursor), explained)
        elif part.kind == "reminder":
            for number, child in enumerate(part.children):
                if type(child) is Node:
                    yield from _walk(cursor.at(number), language, explained=True)
