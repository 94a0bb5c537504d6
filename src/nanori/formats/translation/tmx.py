"""TMX, translation memories: a unit per field of a card, told by its id, a property or note.

Each language of a unit may be edited, its inline codes kept.
"""

import re
from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.escaping.xml import XML
from nanori.formats.translation import keys, units, xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, about
from nanori.formats.translation.xml_units import XmlUnitFormat
from nanori.formats.xml.positions import XmlElement
from nanori.grammar import languages

_BEGINS = re.compile(r"<tmx[\s>]")
_UNIT = re.compile(r"<tu[\s>].*?</tu>", re.DOTALL)
_TUID = re.compile(r"""^<tu\s[^>]*?\btuid\s*=\s*["']([^"'<>]*)["']""")
_REMARK = re.compile(r"<(?:prop|note)(?:\s[^>]*)?>([^<]*)<")
_LANG = re.compile(r"""\blang\s*=\s*["']([A-Za-z_-]{2,20})["']""")
_WAY = "inline"


def _is_broken(unit: str) -> bool:
    """Tell whether a unit by itself is not XML, which is reported when the file is read."""
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        fromstring(unit)
    except (ParseError, ValueError):
        return True
    return False


def _has_key(unit: str, pattern: str) -> bool:
    """Tell whether an id, a property or a note in the text of a unit is the key of a card."""
    said = [XML.decode(match[1]).text for match in _TUID.finditer(unit)]
    remarks = (XML.decode(match[1]).text for match in _REMARK.finditer(unit))
    return any(keys.read(words, pattern) for words in said) or any(
        keys.remarked(words, pattern) for words in remarks
    )


def _other(head: Head, original: str) -> str:
    """Return the language besides the original that is read, preferably not a draft."""
    there = {languages.called(tag) for tag in _LANG.findall(head.text)}
    ours = [*dict.fromkeys((*languages.finished(), *languages.codes()))]
    others = [code for code in ours if code != original]
    return next((code for code in others if code in there), next(iter(others), ""))


def _segment(unit: XmlElement, lang: str) -> XmlElement | None:
    """Return the segment of a unit in a language."""
    for variant in unit.named("tuv"):
        tag = variant.attributes.get("lang", "")
        if languages.called(tag) == lang:
            return next(variant.named("seg"), None)
    return None


class Tmx(XmlUnitFormat):
    """TMX translation memories."""

    ROOT = "tmx"
    TAG = "tu"
    KEYS = ("tuid",)

    ABOUT = about(
        title="TMX translation memories",
        suffixes=(".tmx",),
        languages="a variant for each language",
        suppressions="a note “noqa: check”",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has TMX's root element."""
        return head.text.lstrip().startswith("<") and _BEGINS.search(head.text[:4096]) is not None

    def lacking(self, head: Head) -> str:
        """Return that keys are needed, if no visible unit has one: it is not a set."""
        pattern = keys.pattern_of(head.columns)
        units = _UNIT.findall(head.text)
        if not units or any(_has_key(text, pattern) for text in units) or _is_broken(units[0]):
            return ""
        return xml_units.KEYLESS

    def spoken(self, head: Head) -> Spoken:
        """Return the original language of a memory, and the other one that is read."""
        tag = xml_units.attribute(head, "srclang")
        original = languages.called(tag) or languages.original_language()
        return Spoken(original, _other(head, original), keys.pattern_of(head.columns))

    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        """Yield its properties and notes."""
        return unit.named("prop", "note")

    def unit_of(self, text: str, unit: XmlElement, key: UnitKey, spoken: Spoken) -> PlacedUnit:
        """Return a unit, with the places of both segments."""
        source, target = (
            units.placed(text, segment.start, segment.end, _WAY)
            if (segment := _segment(unit, lang)) and not segment.closed
            else None
            for lang in (spoken.source, spoken.target)
        )
        return PlacedUnit(key, target, source, xml_units.every(text, unit.named("note")))


FORMAT = Tmx()
