"""The cards of a text, as an editor lists them."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import DocumentSymbol, SymbolKind

from nanori.surfaces.lsp.documents import OpenText, PlacedCard


def symbols(text: OpenText) -> list[DocumentSymbol]:
    """Return the cards of a text in their order; faces and languages are inside their card."""
    return [symbol for placed in text.cards for symbol in _card(text, placed)]


def _card(text: OpenText, placed: PlacedCard) -> Iterator[DocumentSymbol]:
    reading = placed.reading
    whole = (0, len(reading.layout.text.rstrip()))
    every: dict[tuple[int, int], DocumentSymbol] = {}
    for entry in reading.entries:
        if not entry.card.name.strip():
            continue
        span = reading.field_span(entry, "name") or reading.field_span(entry, "text") or whole
        if span in every:
            continue
        every[span] = DocumentSymbol(
            name=" ".join(entry.card.name.split()),
            kind=SymbolKind.Object,
            range=text.lines.range(placed.start + whole[0], placed.start + max(*whole, span[1])),
            selection_range=text.lines.range(placed.start + span[0], placed.start + span[1]),
            detail=" ".join((entry.card.type or entry.card.name_en).split()),
        )
    if not every:
        return
    first, *others = every.values()
    for other in others:
        other.kind = SymbolKind.Field
        other.range = other.selection_range
    first.children = others or None
    yield first
