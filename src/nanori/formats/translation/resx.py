""".NET resources, `.resx`: XML with a `<data>` for each key."""

import re
from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io.streams import Source
from nanori.formats.translation import units, xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, about
from nanori.formats.translation.xml_units import XmlUnitFormat
from nanori.formats.xml.positions import XmlElement, tree

_BEGINS = re.compile(r"<root[\s>]")
_DATA = re.compile(r"<(?:resheader|data)\s[^<>]*?\bname\s*=")
_WAY = "xml"


class Resx(XmlUnitFormat):
    """Resources of .NET."""

    ROOT = "root"
    KEYS = ("name",)

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
        return self.units(source, head, "data", units.spoken(head))

    def key(self, text: str, unit: XmlElement, pattern: str) -> UnitKey | None:
        """Return the key of a resource: its name, else its comment."""
        if "type" in unit.attributes or "mimetype" in unit.attributes:
            return None  # a picture, or another object
        return super().key(text, unit, pattern)

    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        """Yield its comments."""
        return unit.named("comment")

    def said(self, text: str, unit: XmlElement, spoken: Spoken) -> tuple[str, str]:
        """Return its words, in one language."""
        return "", xml_units.words(text, next(unit.named("value"), None))

    def placed_units(self, element: Element) -> Iterator[PlacedUnit]:
        """Yield the units in an element, with the places of their words."""
        text = element.text.decode()
        unit = tree(text)
        key, value = units.beside_of(element).key, next(unit.named("value"), None)
        if key and value and not value.closed:
            comments = tuple(xml_units.words(text, node) for node in self.remarks(unit))
            yield PlacedUnit(key, units.placed(text, value.start, value.end, _WAY), None, comments)


FORMAT = Resx()
