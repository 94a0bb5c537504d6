"""The originals of translations: in the same element of a file, or in another by English name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nanori.formats.pairing import Identity, identity
from nanori.grammar import languages
from nanori.model.values import Card


class Originals:
    """The originals that stand apart from their translations; only those are kept."""

    def __init__(self, given: Mapping[Identity, Card] | None = None) -> None:
        """Begin with none asked for; `given` are those that are known, by translation."""
        self._given = given or {}
        self._asked_for: set[str] = set()
        self.translated = bool(given)
        """Whether any translation was there."""
        self._there: set[str] = set()
        self._cards: dict[str, dict[str, list[Card]]] = {}

    def look(self, cards: Sequence[Card]) -> None:
        """Note which translations of an element have their original elsewhere."""
        pivot = languages.reference_language()
        for card in cards:
            if card.lang == pivot:
                self._there.add(card.name)
                continue
            self.translated = True
            if card.name_en and within(card, cards) is None:
                self._asked_for.add(card.name_en)

    @property
    def lacking(self) -> bool:
        """Whether a file has to be read again for originals that are wanted."""
        return not self._asked_for.isdisjoint(self._there)

    def keep(self, cards: Iterable[Card]) -> None:
        """Keep those that are the original of a translation elsewhere, each text once."""
        pivot = languages.reference_language()
        for card in cards:
            if card.lang == pivot and card.name in self._asked_for:
                known = self._cards.setdefault(card.name, {}).setdefault(card.printed, [])
                if all(card.text != other.text for other in known):
                    known.append(card)

    def is_given(self, card: Card) -> bool:
        """Tell whether it is known for a card which text it was translated from."""
        return bool(self._given) and identity(card) in self._given

    def of(self, card: Card) -> Card | None:
        """Return the original of a translation: of the same set, else the only one there is.

        Of several wordings none can be said to be the one that was translated. One that was given
        is it.
        """
        if given := self._given.get(identity(card)):
            return given
        prints = self._cards.get(card.name_en)
        if prints is None:
            return None
        candidates = prints.get(card.printed) or [
            candidate for cards in prints.values() for candidate in cards
        ]
        return candidates[0] if len({candidate.text for candidate in candidates}) == 1 else None


def translated(card: Card) -> bool:
    """Tell whether a card's text is in another language than that of the originals."""
    return card.lang != languages.reference_language()


def within(card: Card, cards: Sequence[Card]) -> Card | None:
    """Return the original of a translation among the cards of its element.

    It has the translation's English name; where none is given, an element of two has but one.
    """
    pivot = languages.reference_language()
    originals = [other for other in cards if other.lang == pivot]
    if not card.name_en and len(originals) == 1 and len(cards) == 2:
        return originals[0]
    return next((other for other in originals if other.name == card.name_en), None)
