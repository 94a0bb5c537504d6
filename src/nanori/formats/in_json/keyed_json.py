"""Texts in JSON under keys, flat as `"ash_courier.name"` or nested."""

from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import leaves, paths
from nanori.formats.translation import units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, UnitFormat, about
from nanori.formats.words import placed


class KeyedJson(UnitFormat):
    """Texts in JSON under keys."""

    ABOUT = about(
        title="texts in JSON under keys",
        suffixes=(".json",),
        unicode=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the keys of the file's strings are those of cards."""
        if head.outline is None or not head.text.lstrip().startswith("{"):
            return False
        return units.of_cards(paths(head.text))

    def parts(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each string with the keys that lead to it."""
        return leaves(source, head.encoding)

    def unit(self, text: str, spoken: Spoken, key: UnitKey | None) -> PlacedUnit | None:
        """Return a string under a card's key."""
        return PlacedUnit(key, placed(text, 1, len(text) - 1, "json")) if key else None


FORMAT = KeyedJson()
