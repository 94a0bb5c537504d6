"""The cards of a file: a list of all, and one with its references in every language."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from nanori.annotation.explaining import explained
from nanori.annotation.pipeline import annotate, parse
from nanori.game.scenarios.explaining import sentence
from nanori.grammar import languages
from nanori.linting.context import Pair, Subject
from nanori.linting.evidence import alignment
from nanori.linting.evidence.alignment import LineSpan
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card, Node, Reference, Token
from nanori.surfaces.web.answers import card_sets
from nanori.surfaces.web.answers.card_sets import AboutFile

# Cards of a list.
MOST_LISTED = 10_000


class Listed(Struct, frozen=True):
    """A card in a list."""

    names: tuple[str, ...]
    """In each language of the card in the file."""
    langs: tuple[str, ...]
    """These languages."""
    keys: tuple[int, ...]
    """Those of its texts, in the same order."""


class CardList(Struct, frozen=True, kw_only=True):
    """The cards of a file."""

    format: str
    """`text` if it is one card's text alone."""
    writes: bool
    cards: tuple[Listed, ...]
    more: int
    """Cards that are not listed."""
    problems: tuple[str, ...]


class AboutCard(AboutFile, frozen=True, kw_only=True):
    """A question about a card of a file."""

    card: int = 0
    """Its place in the list."""


class ShownReference(Reference, frozen=True, kw_only=True):
    """A reference with why it is one, and which of the other language correspond to it."""

    why: str = ""
    """In English: what it is, who has the text, its part in the sentence, its nodes."""
    join: int
    """The same number in both languages for what means the same in corresponding lines."""


class Side(Struct, frozen=True):
    """A card in one language."""

    key: int
    lang: str
    name: str
    type: str
    text: str
    references: tuple[ShownReference, ...]


class ShownCard(Struct, frozen=True):
    """A card in every language of the file."""

    sides: tuple[Side, ...]
    rules: dict[str, dict[str, str]]
    """For each rule that its references cite, what it says in each language."""


def listing(asked: AboutFile) -> CardList:
    """Return the cards of a file; NanoriError if it cannot be read."""
    cards = card_sets.read(asked.document)
    return CardList(
        format=cards.format,
        writes=cards.writes,
        cards=tuple(
            Listed(
                tuple(cards.card(key).name for key in group),
                tuple(cards.card(key).lang for key in group),
                group,
            )
            for group in cards.groups[:MOST_LISTED]
        ),
        more=max(0, len(cards.groups) - MOST_LISTED),
        problems=cards.problems,
    )


def shown(asked: AboutCard) -> ShownCard:
    """Return a card with its references; NanoriError if the file cannot be read or lacks it."""
    cards = card_sets.read(asked.document)
    keys = cards.group(asked.card)
    found = [annotate(cards.card(key), cards.names, cards.entries[key].markup) for key in keys]
    joins = _joins([cards.card(key) for key in keys], found)
    sides = [
        _side(key, cards.card(key), references, numbers)
        for key, references, numbers in zip(keys, found, joins, strict=True)
    ]
    rules = {reference.rule for references in found for reference in references}
    return ShownCard(tuple(sides), {rule: said(rule) for rule in sorted(rules)})


def said(rule: str) -> dict[str, str]:
    """Return what a rule says in each language."""
    return {code: sentence(rule, code) for code in languages.codes()}


def _side(key: int, card: Card, references: Sequence[Reference], joins: Sequence[int]) -> Side:
    reasons = [reason for _, reason in explained(card, references, plainly=True)]
    marked = tuple(
        ShownReference(
            **{name: getattr(reference, name) for name in reference.__struct_fields__},
            why=reason,
            join=join,
        )
        for reference, reason, join in zip(references, reasons, joins, strict=True)
    )
    return Side(key, card.lang, card.name, card.type, card.text, marked)


def _joins(cards: Sequence[Card], found: Sequence[Sequence[Reference]]) -> list[list[int]]:
    """Return for each reference of each text the number it shares with corresponding ones."""
    joins = [list(range(len(references))) for references in found]
    for side in range(1, len(cards)):
        first = max(map(len, found)) * side
        joins[side] = [first + place for place in joins[side]]
        subjects = [Subject(cards[place], found[place], Index(), Settings()) for place in (0, side)]
        for lines in alignment.aligned(Pair(*subjects)):
            there, here = _meanings(found[0], lines.there), _meanings(found[side], lines.here)
            for meaning, answers in here.items():
                answered = there.get(meaning, [])
                for number, place in enumerate(answers if answered else ()):
                    joins[side][place] = answered[min(number, len(answered) - 1)]
    return joins


def _meanings(references: Sequence[Reference], lines: Sequence[LineSpan]) -> dict[str, list[int]]:
    """Return the places of the references in lines by what they mean, each in order."""
    inside = [
        (reference.target, place)
        for place, reference in enumerate(references)
        if any(start <= reference.start < end for start, end in lines)
    ]
    ordered = groupby(sorted(inside), key=lambda pair: pair[0])
    return {meaning: [place for _, place in places] for meaning, places in ordered}


# The leaf for a gap between words.
BLANK = "BLANK"
# Rows of a tree that are sent.
MOST = 3_000


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
