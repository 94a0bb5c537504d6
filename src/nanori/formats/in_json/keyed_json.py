"""Texts in JSON under keys, flat as `"ash_courier.name"` or nested."""

from collections.abc import Iterator

from nanori.formats import escaping
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.in_json import cards, lackeybot
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import leaves, paths
from nanori.formats.translation import keys, units
from nanori.formats.translation.units import PlacedUnit, RawUnit, UnitFormat, about

_WAY = "json"


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
        # Reading keys takes the headings of every language; a card record, which wins, has none.
        if cards.FORMAT.recognises(head) or lackeybot.FORMAT.recognises(head):
            return False
        return units.of_cards(map(".".join, paths(head.text)))

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each string with a card's key."""
        spoken = units.spoken(head)

        def raw() -> Iterator[RawUnit]:
            for path, element in leaves(source, head.encoding):
                key = keys.read(".".join(path), spoken.pattern)
                text = element.text.decode()
                said = escaping.decode(_WAY, text[1:-1]).text if key else ""
                yield RawUnit(key, element.line, element.column, element.start, text, ("", said))

        return units.elements(raw(), spoken)

    def placed_units(self, element: Element) -> list[PlacedUnit]:
        """Yield the units in an element, with the places of their words."""
        return units.of_value(element, _WAY, 1, len(element.text.decode()) - 1, _WAY)


FORMAT = KeyedJson()
