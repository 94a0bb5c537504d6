"""Units of an XML file, each an element with one tag, to card elements and their entries."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from nanori.formats import escaping, xml_elements
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.escaping.xml import XML
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import PlacedUnit, Spoken, UnitFormat
from nanori.formats.xml_elements import XmlElement, tree
from nanori.grammar import languages

# The root of files that name a document type, which is not read: translation memories do.
DOCUMENT_TYPE = "tmx"


def attribute(head: Head, *names: str) -> str:
    """Return the first value of an attribute at the beginning of a file; empty if it has none."""
    for name in names:
        match = re.search(rf"""\s{re.escape(name)}\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""", head.text)
        if match:
            return XML.decode(match[1] or match[2] or "").text
    return ""


def spoken(head: Head, source: str, target: str) -> Spoken:
    """Return the languages of a file by their tags; without tags, what the file's name says."""
    tag = target or PurePath(head.path).stem.rpartition(".")[2]
    original = (languages.called(source) or source) if source else languages.original_language()
    return Spoken(original, languages.called(tag) or target, keys.pattern_of(head.columns))


class XmlUnitFormat(UnitFormat):
    """An XML format whose units are elements with one tag."""

    ROOT: str
    TAG: str
    KEYS: tuple[str, ...]
    """The attributes of a unit that may be its key; the first that is one counts."""

    @abstractmethod
    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        """Yield the elements in a unit that may give its key if no attribute does."""

    @abstractmethod
    def unit_of(self, text: str, unit: XmlElement, key: UnitKey, spoken: Spoken) -> PlacedUnit:
        """Return the unit with that key."""

    def key(self, text: str, unit: XmlElement, pattern: str) -> UnitKey | None:
        """Return the key of a unit; `pattern` is the user's."""
        for name in self.KEYS:
            if key := keys.read(unit.attributes.get(name, ""), pattern):
                return key
        remarks = (words(text, remark) for remark in self.remarks(unit))
        return next((key for note in remarks if (key := keys.remarked(note, pattern))), None)

    def tag(self, head: Head) -> str:
        """Return the tag of units."""
        return self.TAG

    def parts(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each element with the tag of units."""
        typed = self.ROOT == DOCUMENT_TYPE
        return xml_elements.elements(
            source, self.ROOT, self.tag(head), head.encoding, document_type=typed
        )

    def unit(self, text: str, spoken: Spoken, key: UnitKey | None) -> PlacedUnit | None:
        """Return the unit that an element is."""
        unit = tree(text)
        key = self.key(text, unit, spoken.pattern)
        return self.unit_of(text, unit, key, spoken) if key else None

    def has_units(self, head: Head) -> bool:
        """Tell whether there is a unit at the file's beginning."""
        return f"<{self.tag(head)}" in head.text


def every(text: str, nodes: Iterable[XmlElement]) -> tuple[str, ...]:
    """Return what each of these says."""
    return tuple(words(text, node) for node in nodes)


def words(text: str, node: XmlElement | None) -> str:
    """Return what a segment says; empty if there is none."""
    return escaping.decode("inline", text[node.start : node.end]).text if node else ""
