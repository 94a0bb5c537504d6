"""Units of an XML file, each an element with one tag, to card elements and their entries."""

import re
from abc import abstractmethod
from collections.abc import Iterator
from pathlib import PurePath

from nanori.formats import escaping
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.escaping.xml import XML
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys, units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import RawUnit, Spoken, UnitFormat
from nanori.formats.xml import stream
from nanori.formats.xml.positions import XmlElement, tree
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# The root of files that name a document type, which is not read: translation memories do.
DOCUMENT_TYPE = "tmx"


# What is wrong with a file without keys.
KEYLESS = "no unit says of which card and field it is, --key “{card}.{field}” says how"


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
    KEYS: tuple[str, ...]
    """The attributes of a unit that may be its key; the first that is one counts."""

    @abstractmethod
    def remarks(self, unit: XmlElement) -> Iterator[XmlElement]:
        """Yield the elements in a unit that may give its key if no attribute does."""

    @abstractmethod
    def said(self, text: str, unit: XmlElement, spoken: Spoken) -> tuple[str, str]:
        """Return what a unit says in the language that it is translated from, and in the other."""

    def key(self, text: str, unit: XmlElement, pattern: str) -> UnitKey | None:
        """Return the key of a unit; `pattern` is the user's."""
        for name in self.KEYS:
            if key := keys.read(unit.attributes.get(name, ""), pattern):
                return key
        remarks = (words(text, remark) for remark in self.remarks(unit))
        return next((key for said in remarks if (key := keys.remarked(said, pattern))), None)

    def units(self, source: Source, head: Head, tag: str, spoken: Spoken) -> Iterator[Element]:
        """Yield each unit of a card; `tag` is the tag of units.

        NanoriError if no unit says which card and field it is.
        """
        typed = self.ROOT == DOCUMENT_TYPE
        every = stream.elements(source, self.ROOT, tag, head.encoding, document_type=typed)

        def raw() -> Iterator[RawUnit]:
            for element in every:
                text = element.text.decode()
                unit = tree(text)
                key = self.key(text, unit, spoken.pattern)
                said = self.said(text, unit, spoken) if key else ("", "")
                yield RawUnit(key, element.line, element.column, element.start, text, said)

        element = None
        for element in units.elements(raw(), spoken):
            yield element
        if element is None and f"<{tag}" in head.text:
            raise NanoriError(KEYLESS, path=source.path)


def words(text: str, node: XmlElement | None) -> str:
    """Return what a segment says; empty if there is none."""
    return escaping.decode("inline", text[node.start : node.end]).text if node else ""
