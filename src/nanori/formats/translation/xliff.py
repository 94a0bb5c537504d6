"""XLIFF files, version 1.2 and 2: a unit per field of a card, told by its name, id or note.

The source is read but never changed; the target is edited, its inline codes kept.
"""

import re
from collections.abc import Iterator

from nanori.formats import fields
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.io.streams import Source
from nanori.formats.translation import units, xml_units
from nanori.formats.translation.units import PlacedUnit, Spoken, about
from nanori.formats.translation.xml_units import XmlUnitFormat
from nanori.formats.xml.positions import XmlElement, descendants, tree

_BEGINS = re.compile(r"<(?:[\w.-]+:)?xliff[\s>]")
_NEW = re.compile(r"<(?:[\w.-]+:)?unit[\s>]")
_STATES = ("state", "approved", "translate")
_WAY = "inline"


def _segments(unit: XmlElement, tag: str) -> list[XmlElement]:
    """Return the parts of a unit's source or target, without those of suggestions."""
    plain = [child for child in unit.children if child.tag != "alt-trans"]
    return [each for child in plain for each in descendants(child) if each.tag == tag]


class Xliff(XmlUnitFormat):
    """XLIFF 1.2, 2.0 and 2.1."""

    ROOT = "xliff"
    KEYS = ("resname", "name", "id", "extradata")

    ABOUT = about(
        title="XLIFF 1.2, 2.0 and 2.1",
        suffixes=(".xlf", ".xliff"),
        languages="source and target",
        suppressions="a note “noqa: check”",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has XLIFF's root element."""
        return head.text.lstrip().startswith("<") and _BEGINS.search(head.text[:4096]) is not None

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each unit of a card."""
        original = xml_units.attribute(head, "source-language", "srcLang")
        spoken = xml_units.spoken(
            head, original, xml_units.attribute(head, "target-language", "trgLang")
        )
        tag = "unit" if _NEW.search(head.text) else "trans-unit"
        return self.units(source, head, tag, spoken)

    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        """Yield its notes."""
        return (each for each in descendants(unit) if each.tag == "note")

    def said(self, text: str, unit: XmlElement, spoken: Spoken) -> tuple[str, str]:
        """Return the words of its source and its target."""
        source, target = (
            "".join(xml_units.words(text, part) for part in _segments(unit, tag))
            for tag in ("source", "target")
        )
        return source, target

    def placed_units(self, element: Element) -> Iterator[PlacedUnit]:
        """Yield the units in an element, with the places of their words."""
        text, spoken = element.text.decode(), units.spoken_of(element)
        unit = tree(text)
        key = self.key(text, unit, spoken.pattern)
        if not key:
            return
        source, said = self.said(text, unit, spoken)
        parts = _segments(unit, "target")
        target = None
        if len(parts) == 1 and not parts[0].closed:
            target = units.placed(text, parts[0].start, parts[0].end, _WAY)
        elif parts:  # a text in several segments has no place of its own
            target = fields.unplaced(said)
        owners = [unit, *(each for each in descendants(unit) if each.tag == "segment"), *parts]
        states = {
            name: node.attributes[name]
            for node in owners
            for name in _STATES
            if name in node.attributes
        }
        notes = tuple(xml_units.words(text, note) for note in self.remarks(unit))
        extra = tuple((f"{key.field} {name}", state) for name, state in states.items())
        yield PlacedUnit(key, target, fields.unplaced(source), notes, extra)


FORMAT = Xliff()
