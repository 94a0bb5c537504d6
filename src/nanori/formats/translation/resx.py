"""Resources of .NET, `.resx`: XML with a `<data>` for each key."""

import re
from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys, units, xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, UnitFormat, about
from nanori.formats.xml.positions import XmlElement, tree

_BEGINS = re.compile(r"<root[\s>]")
_DATA = re.compile(r"<(?:resheader|data)\s[^<>]*?\bname\s*=")
_WAY = "xml"


def _key(text: str, unit: XmlElement, pattern: str) -> UnitKey | None:
    """Return the key of a resource: its name, else its comment."""
    if "type" in unit.attributes or "mimetype" in unit.attributes:
        return None  # a picture, or another object
    if key := keys.read(unit.attributes.get("name", ""), pattern):
        return key
    comments = (xml_units.words(text, node) for node in unit.named("comment"))
    return next((key for words in comments if (key := keys.remarked(words, pattern))), None)


def _said(text: str, unit: XmlElement, spoken: Spoken) -> tuple[str, str]:
    return "", xml_units.words(text, next(unit.named("value"), None))


class Resx(UnitFormat):
    """Resources of .NET."""

    ABOUT = about(
        title="resources of .NET",
        suffixes=(".resx",),
        suppressions="a comment “noqa: check”",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has the root and the parts of resources."""
        if not head.text.lstrip().startswith("<") or not _BEGINS.search(head.text):
            return False
        return _DATA.search(head.text) is not None

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each resource whose key is a card's."""
        return xml_units.elements(source, head, ("root", "data"), units.spoken(head), _key, _said)

    def placed_units(self, element: Element) -> Iterator[PlacedUnit]:
        """Yield the units in an element, with the places of their words."""
        text = element.text.decode()
        unit = tree(text)
        key, value = units.beside_of(element).key, next(unit.named("value"), None)
        if key and value and not value.closed:
            comments = tuple(xml_units.words(text, node) for node in unit.named("comment"))
            yield PlacedUnit(key, units.placed(text, value.start, value.end, _WAY), None, comments)


FORMAT = Resx()
