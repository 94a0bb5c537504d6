"""A card's name to where the card is, and to every place with the name, in all files."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lsprotocol.types import DocumentHighlight, DocumentHighlightKind, Location

from nanori.model.values import Card
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.features import places
from nanori.surfaces.lsp.features.places import SaidName
from nanori.surfaces.lsp.features.showing import TranslatedNames


class CardAtPlace(NamedTuple):
    """A card with all its names."""

    names: frozenset[str]

    def is_card(self, card: Card) -> bool:
        """Tell whether a record is of this card."""
        return card.name in self.names or bool(card.name_en and card.name_en in self.names)

    def says(self, place: SaidName) -> bool:
        """Tell whether words are a name of this card."""
        if place.reference is not None and place.own:
            return self.is_card(place.card)
        return place.name in self.names


def meant(text: OpenText, offset: int, others: TranslatedNames) -> CardAtPlace | None:
    """Return the card that is named at a code point of a text."""
    there = places.at(text, offset)
    if there is None:
        return None
    _, place = there
    is_self = place.reference is not None and place.reference.target == "self"
    name = place.name or (place.card.name if is_self else "")
    if not name:
        return None
    names = {name, *(other for names in others.of(name).values() for other in names)}
    if place.own and place.card.name_en:
        names.add(place.card.name_en)
    return CardAtPlace(frozenset(names))


def definitions(files: Iterable[OpenText | None], card: CardAtPlace) -> Iterator[Location | None]:
    """Yield every place where the card has its name: each language and format, and its face.

    Nothing is yielded in between, for other work.
    """
    for text in files:
        if text is None:
            yield None
            continue
        for placed in text.cards:
            for place in places.names(placed.reading) if _may(placed, card) else ():
                if place.words in card.names and (place.own or place.field == "related"):
                    yield _location(text, placed, place)


def references(files: Iterable[OpenText | None], card: CardAtPlace) -> Iterator[Location | None]:
    """Yield every place with the card's name, in the same way."""
    for text in files:
        if text is None:
            yield None
            continue
        for placed in text.cards:
            for place in said(placed, card) if _may(placed, card) else ():
                yield _location(text, placed, place)


def said(placed: PlacedCard, card: CardAtPlace) -> Iterator[SaidName]:
    """Yield every place in a card of a text with the name of a card, in order."""
    every = (*places.names(placed.reading), *places.references(placed.reading))
    seen: set[tuple[int, int]] = set()
    for place in sorted(every, key=lambda place: place[:2]):
        if place[:2] not in seen and card.says(place):
            seen.add(place[:2])
            yield place


def highlights(text: OpenText, card: CardAtPlace) -> list[DocumentHighlight]:
    """Return the places of one text with the name."""
    return [
        DocumentHighlight(
            _location(text, placed, place).range,
            DocumentHighlightKind.Write if place.reference is None else DocumentHighlightKind.Read,
        )
        for placed in text.cards
        if _may(placed, card)
        for place in said(placed, card)
    ]


def _may(placed: PlacedCard, card: CardAtPlace) -> bool:
    """Tell whether a card of a text may contain one of the names."""
    reading = placed.reading
    return any(name in reading.layout.text for name in card.names) or any(
        card.is_card(each) or any(name in each.text for name in card.names)
        for each in reading.group.cards
    )


def _location(text: OpenText, placed: PlacedCard, place: SaidName) -> Location:
    span = placed.start + place.start, placed.start + place.end
    return Location(text.uri, text.lines.range(*span))
