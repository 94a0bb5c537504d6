""".NET resources, `.resx`: XML with a `<data>` for each key."""

import re
from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.translation import units, xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, about
from nanori.formats.translation.xml_units import XmlUnitFormat
from nanori.formats.xml.positions import XmlElement

_BEGINS = re.compile(r"<root[\s>]")
_DATA = re.compile(r"<(?:resheader|data)\s[^<>]*?\bname\s*=")
_WAY = "xml"


class Resx(XmlUnitFormat):
    """Resources of .NET."""

    ROOT = "root"
    TAG = "data"
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

    def key(self, text: str, unit: XmlElement, pattern: str) -> UnitKey | None:
        """Return the key of a resource: its name, else its comment."""
        if "type" in unit.attributes or "mimetype" in unit.attributes:
            return None  # a picture, or another object
        return super().key(text, unit, pattern)

    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        """Yield its comments."""
        return unit.named("comment")

    def unit_of(self, text: str, unit: XmlElement, key: UnitKey, spoken: Spoken) -> PlacedUnit:
        """Return a resource, in one language."""
        value = next(unit.named("value"), None)
        target = None
        if value and not value.closed:
            target = units.placed(text, value.start, value.end, _WAY)
        return PlacedUnit(key, target, None, xml_units.every(text, self.remarks(unit)))


FORMAT = Resx()
