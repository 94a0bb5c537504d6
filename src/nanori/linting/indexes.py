"""All names in the files that are looked at, and the database of names, for checks to ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from nanori import languages
from nanori.model import Card
from nanori.names import cleaned, shortened

if TYPE_CHECKING:
    from nanori.register import Register


class Index:
    """Names by language, gathered over all files before the first check runs."""

    def __init__(self, cards: Iterable[Card] = (), register: Register | None = None) -> None:
        """Gather the names of those cards; the database is asked only when a check asks."""
        self.register = register
        self._texts: dict[tuple[str, str], set[int]] = defaultdict(set)
        self._shorts: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._english: dict[tuple[str, str], set[str]] = defaultdict(set)
        for card in cards:
            self.add(card)

    def add(self, card: Card) -> None:
        """Note a card's names, and that it has this text."""
        language = languages.load(card.lang)
        name = cleaned(card.name, language)
        self._texts[card.lang, name].add(hash(card.text))
        if card.name_en:
            self._english[card.lang, name].add(card.name_en)
        if any(word in card.type for word in language.lexicon.legendary):
            for short in shortened(name, language.lexicon.short):
                self._shorts[card.lang, short].add(name)

    def knows(self, name: str, lang: str) -> bool:
        """Tell whether a card of that name is in the files or in the database."""
        if (lang, name) in self._texts:
            return True
        return self.register is not None and bool(self.register.exact(name, lang))

    def texts(self, name: str, lang: str) -> int:
        """Return how many different texts the files have under that name."""
        return len(self._texts.get((lang, name), ()))

    def legends(self, short: str, lang: str) -> frozenset[str]:
        """Return the names of legends in the files whose short name this is (CR 201.5c)."""
        return frozenset(self._shorts.get((lang, short), ()))

    def english(self, name: str, lang: str) -> frozenset[str]:
        """Return the English names that the files give cards of that name (CR 201.2)."""
        return frozenset(self._english.get((lang, name), ()))
