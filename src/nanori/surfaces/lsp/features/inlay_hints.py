"""The names in a text to what the same card is called in the other language, shown behind them."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol.types import InlayHint, Range

from nanori.surfaces.lsp.documents import OpenText
from nanori.surfaces.lsp.features import places
from nanori.surfaces.lsp.features.other_names import TranslatedNames


def hints(text: OpenText, place: Range, others: TranslatedNames) -> Iterator[InlayHint]:
    """Yield a hint behind each name of another card in a range of a text."""
    start, end = text.lines.span(place)
    known: dict[str, str] = {}
    for placed in text.within(start, end):
        for name_place in places.references(placed.reading):
            at = placed.start + name_place.end
            name = name_place.name
            if name_place.own or not name or not start <= at <= end:
                continue
            if name not in known:
                known[name] = " / ".join(
                    other for names in others.of(name).values() for other in names[:1]
                )
            if known[name]:
                yield InlayHint(text.lines.position(at), known[name], padding_left=True)
