"""XLIFF files, version 1.2 and 2: a unit per field of a card, told by its name, id or note.

The source is read but never changed; the target is edited, its inline codes kept.
"""

import re
from collections import Counter
from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.translation import xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, about
from nanori.formats.translation.xml_units import XmlUnitFormat
from nanori.formats.words import placed
from nanori.formats.xml_elements import XmlElement, descendants

_BEGINS = re.compile(r"<(?:[\w.-]+:)?xliff[\s>]")
_NEW = re.compile(r"<(?:[\w.-]+:)?unit[\s>]")
_STATES = ("state", "approved", "translate")
_SIDES = ("source", "target")
_WAY = "inline"
_CODES = re.compile("x|g|ph|bx|ex|bpt|ept|it|pc|sc|ec")


def _segments(unit: XmlElement, tag: str) -> list[XmlElement]:
    """Return the parts of a unit's source or target, without those of suggestions."""
    plain = [child for child in unit.children if child.tag != "alt-trans"]
    return [each for child in plain for each in descendants(child) if each.tag == tag]


def _codes(unit: XmlElement, tag: str) -> Counter[str]:
    """Return the inline codes of a unit's source or target, which its words do not have."""
    inside = (each for segment in _segments(unit, tag) for each in descendants(segment))
    codes = (each for each in inside if _CODES.fullmatch(each.tag))
    return Counter(f'<{each.tag} id="{each.attributes.get("id", "")}"/>' for each in codes)


class _Xliff(XmlUnitFormat):
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
        return head.text.lstrip().startswith("<") and _BEGINS.search(head.text[:4096]) is not None

    def spoken(self, head: Head) -> Spoken:
        original = xml_units.attribute(head, "source-language", "srcLang")
        target = xml_units.attribute(head, "target-language", "trgLang")
        return xml_units.spoken(head, original, target)

    def tag(self, head: Head) -> str:
        """Return the tag of units, which tells the version."""
        return "unit" if _NEW.search(head.text) else "trans-unit"

    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        return (each for each in descendants(unit) if each.tag == "note")

    def unit_of(self, text: str, unit: XmlElement, key: UnitKey, spoken: Spoken) -> PlacedUnit:
        """Return a unit; a text in several segments has no place of its own."""
        source, target_text = (
            "".join(xml_units.every(text, _segments(unit, tag))) for tag in _SIDES
        )
        parts = _segments(unit, "target")
        target = None
        if len(parts) == 1 and not parts[0].closed:
            target = placed(text, parts[0].start, parts[0].end, _WAY)
        elif parts:
            target = target_text
        owners = [unit, *(each for each in descendants(unit) if each.tag == "segment"), *parts]
        states = {
            name: node.attributes[name]
            for node in owners
            for name in _STATES
            if name in node.attributes
        }
        notes = xml_units.every(text, self.remarks(unit))
        extra = tuple((f"{key.field} {name}", state) for name, state in states.items())
        if target_text:
            there, here = (_codes(unit, tag) for tag in _SIDES)
            for name, codes in (("codes lost", there - here), ("codes added", here - there)):
                if codes:
                    extra += ((f"{key.field} {name}", "\n".join(codes.elements())),)
        return PlacedUnit(key, target, source, notes, extra)


FORMAT = _Xliff()
