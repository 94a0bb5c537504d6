"""The cards of a file: a list of all, and one with its references in every language."""

from collections.abc import Sequence
from itertools import groupby

from nanori.annotation.explaining import explained
from nanori.annotation.pipeline import annotate, parse
from nanori.game.explaining import sentence
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
MAX_LISTED_CARDS = 10_000


class AboutCard(AboutFile, frozen=True, kw_only=True):
    """A question about a card of a file."""

    card: int = 0
    """Its place in the list."""


def listing(request: AboutFile) -> dict[str, object]:
    """Return the cards of a file, each with its names, languages and the keys of its texts.

    NanoriError if it cannot be read.
    """
    cards = card_sets.read(request.document)

    def listed(group: Sequence[int]) -> dict[str, object]:
        every = [cards.card(key) for key in group]
        names, langs = [card.name for card in every], [card.lang for card in every]
        return {"names": names, "langs": langs, "keys": group}

    return {
        "format": cards.format,
        "writes": cards.writes,
        "cards": [listed(group) for group in cards.groups[:MAX_LISTED_CARDS]],
        "more": max(0, len(cards.groups) - MAX_LISTED_CARDS),
        "problems": cards.problems,
    }


def shown(request: AboutCard) -> dict[str, object]:
    """Return a card in every language, with its references and what their rules say.

    A reference has `why` it is one, and `join`, the same number in both languages for what means
    the same in corresponding lines. NanoriError if the file cannot be read or lacks the card.
    """
    cards = card_sets.read(request.document)
    entries = {key: cards.entries[key] for key in cards.group(request.card)}
    every = [entry.card for entry in entries.values()]
    found = [annotate(entry.card, cards.names, entry.markup) for entry in entries.values()]
    sides: list[dict[str, object]] = []
    for key, card, references, joins in zip(
        entries, every, found, _joins(every, found), strict=True
    ):
        reasons = (reason for _, reason in explained(card, references, plainly=True))
        marked = [
            {**reference.as_dict(), "why": why, "join": join}
            for reference, why, join in zip(references, reasons, joins, strict=True)
        ]
        side = {name: getattr(card, name) for name in ("lang", "name", "type", "text")}
        sides.append({"key": key, **side, "references": marked})
    rules = {reference.rule for references in found for reference in references}
    return {"sides": sides, "rules": {rule: said(rule) for rule in sorted(rules)}}


def said(rule: str) -> dict[str, str]:
    """Return what a rule says in each language."""
    return {code: sentence(rule, code) for code in languages.codes()}


def _joins(cards: Sequence[Card], found: Sequence[Sequence[Reference]]) -> list[list[int]]:
    """Return for each reference of each text the number it shares with corresponding ones."""
    joins = [list(range(len(references))) for references in found]
    for side in range(1, len(cards)):
        first = max(map(len, found)) * side
        joins[side] = [first + offset for offset in joins[side]]
        subjects = [
            Subject(cards[offset], found[offset], Index(), Settings()) for offset in (0, side)
        ]
        for lines in alignment.aligned(Pair(*subjects)):
            sources, targets = (
                _meanings(found[0], lines.source),
                _meanings(found[side], lines.target),
            )
            for meaning, answers in targets.items():
                answered = sources.get(meaning, [])
                for number, offset in enumerate(answers if answered else ()):
                    joins[side][offset] = answered[min(number, len(answered) - 1)]
    return joins


def _meanings(references: Sequence[Reference], lines: Sequence[LineSpan]) -> dict[str, list[int]]:
    """Return the places of the references in lines by what they mean, each in order."""
    inside = [
        (reference.target, offset)
        for offset, reference in enumerate(references)
        if any(start <= reference.start < end for start, end in lines)
    ]
    ordered = groupby(sorted(inside), key=lambda pair: pair[0])
    return {meaning: [offset for _, offset in places] for meaning, places in ordered}


# The leaf for a gap between words.
BLANK = "BLANK"
# Rows of a tree that are sent.
MAX_TREE_ROWS = 3_000


class AskedTree(AboutFile, frozen=True, kw_only=True):
    """A question for the tree of a text."""

    key: int


def tree(request: AskedTree) -> dict[str, object]:
    """Return the tree of a text without its gaps, depth first; NanoriError if there is none.

    `kind` is a node's production, or a leaf's terminal; only a leaf has `words`.
    """
    card = card_sets.read(request.document).card(request.key)
    rows: list[dict[str, object]] = []
    waiting: list[tuple[int, Node | Token]] = [(0, parse(card.text, card.lang, card=card))]
    while waiting and len(rows) < MAX_TREE_ROWS:
        depth, part = waiting.pop()
        row = {"depth": depth, "start": part.start, "end": part.end}
        if isinstance(part, Node):
            rows.append({**row, "kind": part.kind, "words": ""})
            waiting += [(depth + 1, child) for child in reversed(part.children)]
        elif part.type != BLANK:
            rows.append({**row, "kind": part.type, "words": card.text[part.start : part.end]})
    return {"rows": rows, "more": bool(waiting)}
