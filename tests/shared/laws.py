"""What holds for any text at all, in any language."""

import nanori
from nanori.grammar import languages
from nanori.model.values import Card, Node, Token

LANGUAGES = languages.codes()
MANY = 50_000
"""Examples of a slow run; the quick number is the profile's, in conftest.py."""


def leaves(tree: Node) -> list[Token]:
    """Return the leaves of a tree in order, without recursion."""
    found: list[Token] = []
    waiting: list[Node | Token] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Token):
            found.append(part)
        else:
            waiting.extend(reversed(part.children))
    return found


def obeys_the_laws(card: Card) -> None:
    """Assert every law for a card's text, in its language or in all of them."""
    for lang in [card.lang] if card.lang else LANGUAGES:
        tree = nanori.parse(card.text, lang, card=card)
        ends = [0, *(leaf.end for leaf in leaves(tree))]
        assert [leaf.start for leaf in leaves(tree)] == ends[:-1]
        assert ends[-1] == len(card.text)
        assert "".join(card.text[leaf.start : leaf.end] for leaf in leaves(tree)) == card.text
    found = nanori.annotate(card)
    ends = [0, *(reference.end for reference in found)]
    for reference, end in zip(found, ends, strict=False):
        assert end <= reference.start < reference.end <= len(card.text)
        assert reference.text == card.text[reference.start : reference.end]
    assert nanori.annotate(card) == found
