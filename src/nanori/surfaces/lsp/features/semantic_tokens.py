"""The references of a text to the tokens by which an editor colours them: by form and target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from lsprotocol.types import SemanticTokens, SemanticTokensLegend

from nanori.model.values import Form, Scope, Target
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.features import places

TYPES: tuple[str, ...] = get_args(Form)
MODIFIERS: tuple[str, ...] = (*get_args(Target), *get_args(Scope))
LEGEND = SemanticTokensLegend(list(TYPES), list(MODIFIERS))


def tokens(text: OpenText, cards: Iterable[PlacedCard]) -> SemanticTokens:
    """Return the tokens of cards of a text, as the protocol has them: each from the one before."""
    data: list[int] = []
    before = (0, 0)
    for line, column, length, kind, modifiers in sorted(_tokens(text, cards)):
        first = column - before[1] if line == before[0] else column
        if (line, column) == before and data:
            continue
        data += line - before[0], first, length, kind, modifiers
        before = line, column
    return SemanticTokens(data)


def _tokens(
    text: OpenText, cards: Iterable[PlacedCard]
) -> Iterator[tuple[int, int, int, int, int]]:
    for placed in cards:
        for place in places.references(placed.reading):
            if (reference := place.reference) is None:
                continue
            line, column = text.lines.place(placed.start + place.start)
            last, end = text.lines.place(placed.start + place.end)
            if line == last and end > column:  # a token is on one line
                modifiers = 1 << MODIFIERS.index(reference.target)
                modifiers |= 1 << MODIFIERS.index(reference.scope)
                kind = TYPES.index(reference.form)
                yield line, column, end - column, kind, modifiers
