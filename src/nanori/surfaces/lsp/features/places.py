"""The name or reference at a place in a text."""

from collections.abc import Iterator
from typing import NamedTuple

from nanori.annotation import explaining
from nanori.formats import catalogue
from nanori.formats.proving import field_text
from nanori.model.values import NAMES, Card, Reference
from nanori.surfaces.lsp.documents import OpenText, PlacedCard
from nanori.surfaces.lsp.readings import CardReading

# Fields that hold names.
_NAMED = ("name", "name_en", "faces", "alternate")


class SaidName(NamedTuple):
    """Words in an element that name a card, or refer to one."""

    start: int
    end: int
    card: Card
    """The card whose text or field it is."""
    field: str
    words: str
    reference: Reference | None = None

    @property
    def name(self) -> str:
        """The name that is meant; empty if the words are none, such as “this creature”."""
        if self.reference is None:
            return self.words
        if self.reference.refers_to:
            return self.reference.refers_to
        if self.reference.target == "self" and self.reference.form in NAMES:
            return self.card.name
        return self.words if self.reference.form in ("face", "other") else ""

    @property
    def own(self) -> bool:
        """Whether it names the card itself."""
        if self.reference is None:
            return self.field in ("name", "name_en")
        return self.reference.target == "self" and self.reference.form in NAMES


def references(reading: CardReading) -> Iterator[SaidName]:
    """Yield every reference in the texts of a card, in order."""
    for card, every, entry in reading.texts:
        if entry is None:
            continue
        for reference in every:
            span = reading.span(entry, "text", reference.start, reference.end)
            if span:
                yield SaidName(*span, card, "text", reference.text, reference)


def names(reading: CardReading) -> Iterator[SaidName]:
    """Yield every name in a field of a card, or beside them."""
    seen: set[tuple[int, int]] = set()
    for entry in reading.entries:
        for field in entry.places:
            if field.partition("/")[0] not in _NAMED:
                continue
            span, words = reading.field_span(entry, field), field_text(entry.card, field)
            if span and words and span not in seen:
                seen.add(span)
                yield SaidName(*span, entry.card, field, words)
    module = catalogue.listed()[reading.format]
    card = reading.entries[0].card if reading.entries else None
    for named in module.read(reading.element).related_names if card else ():
        span = (named.place.start, named.place.end)
        if card and span not in seen:
            yield SaidName(*span, card, "related", named.words)


def at(text: OpenText, offset: int) -> tuple[PlacedCard, SaidName] | None:
    """Return the card and the name or reference at a code point of a text, if there is one."""
    for placed in text.within(offset, offset):
        inside = offset - placed.start
        for place in (*references(placed.reading), *names(placed.reading)):
            if place.start <= inside <= place.end:
                return placed, place
    return None


def unmeant(text: OpenText, offset: int) -> tuple[PlacedCard, SaidName, str] | None:
    """Return words at a code point that are written like a name but are none, with the reason."""
    for placed in text.within(offset, offset):
        for card, every, entry in placed.reading.texts:
            for each in explaining.kept(card, every) if entry else ():
                span = entry and placed.reading.span(entry, "text", each.start, each.end)
                if span and span[0] <= offset - placed.start <= span[1]:
                    words = card.text[each.start : each.end]
                    return placed, SaidName(*span, card, "text", words), each.why
    return None
