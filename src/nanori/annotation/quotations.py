"""A paragraph to its quotations: where each stands, and whether something else gets it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from nanori.annotation.mentions import opened
from nanori.annotation.recipients import after, before, quote_is_granted
from nanori.grammar import languages, trees
from nanori.model.values import Form, Node, Token, Worded

_TERMINALS: dict[Form, str] = {
    "full": "OWN_NAME",
    "short": "SHORT_NAME",
    "alternate": "ALTERNATE_NAME",
}
"""The terminals of names that the grammar cannot find, by the form they are given."""


class Quotation(Struct, frozen=True):
    """What stands between a pair of quotation marks, in code points of the paragraph."""

    start: int
    """First code point behind the opening mark."""
    end: int
    """The closing mark."""
    granted: bool
    """Whether something other than the source gets it as an ability (CR 201.5a)."""
    chosen: bool
    """Whether it is a choice or an effect, and no ability."""
    explained: bool = False
    """Whether it stands in reminder text, which says what something has without giving it."""


def tree(paragraph: str, lang: str, names: Sequence[Worded]) -> Node:
    """Return the tree of a paragraph whose own names are known already."""
    tokens = [
        Token(_TERMINALS[one.form], one.start, one.end) for one in names if one.form in _TERMINALS
    ]
    return trees.parse_paragraph(paragraph, lang, tokens)


def find(paragraph: str, lang: str, names: Sequence[Worded] = ()) -> list[Quotation]:
    """Return the quotations that are not within others, in the order of the text.

    `names` are the references by which it calls its own object; others are found by the grammar.
    """
    lexicon = languages.load(lang).lexicon
    if not any(opening in paragraph for opening, _ in lexicon.pairs):
        return []
    return list(_walk(tree(paragraph, lang, names), paragraph, lang))


def _walk(ability: Node, paragraph: str, lang: str, *, inside: bool = False) -> Iterator[Quotation]:
    lexicon = languages.load(lang).lexicon
    parts = opened(ability, paragraph, lexicon)
    last: bool | None = None
    for place, part in enumerate(parts):
        if isinstance(part, Token):
            last = None if part.type == "STOP" else last
        elif part.kind == "quote":
            last = quote_is_granted(
                before(parts, place), after(parts, place), last, verb_last=lexicon.verb_last
            )
            behind = parts[place + 1] if place + 1 < len(parts) else None
            chosen = isinstance(behind, Token) and behind.type == "CHOICE"
            first, close = part.children[0], part.children[-1]
            yield Quotation(first.end, close.start, last, chosen, inside)
        elif part.kind == "reminder":
            for child in part.children:
                if isinstance(child, Node):
                    yield from _walk(child, paragraph, lang, inside=True)
