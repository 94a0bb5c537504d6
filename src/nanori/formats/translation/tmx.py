"""TMX, translation memories: a unit per field of a card, told by its id, a property or note.

Each language of a unit may be edited, its inline codes kept.
"""

import re
from collections.abc import Iterator

from nanori.formats.detection import Head
from nanori.formats.translation import keys, xml_units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, about
from nanori.formats.translation.xml_units import XmlUnitFormat
from nanori.formats.words import placed
from nanori.formats.xml_elements import XmlElement
from nanori.grammar import languages

_BEGINS = re.compile(r"<tmx[\s>]")
_LANG = re.compile(r"""\blang\s*=\s*["']([A-Za-z_-]{2,20})["']""")
_WAY = "inline"


def _other(head: Head, original: str) -> str:
    """Return the language besides the original that is read, preferably not a draft."""
    tagged = {languages.called(tag) for tag in _LANG.findall(head.text)}
    ours = [*dict.fromkeys((*languages.finished(), *languages.codes()))]
    others = [code for code in ours if code != original]
    return next((code for code in others if code in tagged), next(iter(others), ""))


def _segment(unit: XmlElement, lang: str) -> XmlElement | None:
    """Return the segment of a unit in a language."""
    for variant in unit.named("tuv"):
        tag = variant.attributes.get("lang", "")
        if languages.called(tag) == lang:
            return next(variant.named("seg"), None)
    return None


class _Tmx(XmlUnitFormat):
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
        return head.text.lstrip().startswith("<") and _BEGINS.search(head.text[:4096]) is not None

    def spoken(self, head: Head) -> Spoken:
        """Return the original language of a memory, and the other one that is read."""
        tag = xml_units.attribute(head, "srclang")
        original = languages.called(tag) or languages.original_language()
        return Spoken(original, _other(head, original), keys.pattern_of(head.columns))

    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        return unit.named("prop", "note")

    def unit_of(self, text: str, unit: XmlElement, key: UnitKey, spoken: Spoken) -> PlacedUnit:
        """Return a unit, with the places of both segments."""
        source, target = (
            placed(text, segment.start, segment.end, _WAY)
            if (segment := _segment(unit, lang)) and not segment.closed
            else None
            for lang in (spoken.source, spoken.target)
        )
        return PlacedUnit(key, target, source, xml_units.every(text, unit.named("note")))


FORMAT = _Tmx()
