"""Units of a file of XML, each an element of one name, to card elements and their entries."""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath

from nanori.formats import escaping
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.escaping.xml import XML
from nanori.formats.io.streams import Source
from nanori.formats.translation import keys, units
from nanori.formats.translation.keys import UnitKey
from nanori.formats.translation.units import RawUnit, Spoken
from nanori.formats.xml import stream
from nanori.formats.xml.positions import XmlElement, tree
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# The key of a unit by its text, what is in it, and the pattern that the user gives.
KeyOf = Callable[[str, XmlElement, str], UnitKey | None]

# What a unit says in both languages.
SaidIn = Callable[[str, XmlElement, Spoken], tuple[str, str]]


# The root of files that name a document type, which is not read: translation memories do.
DOCUMENT_TYPE = "tmx"


# What is wrong with a file that has no keys.
KEYLESS = "no unit says of which card and field it is, --key “{card}.{field}” says how"


def attribute(head: Head, *names: str) -> str:
    """Return an attribute that the beginning of a file has first; empty if it has none."""
    for name in names:
        match = re.search(rf"""\s{re.escape(name)}\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""", head.text)
        if match:
            return XML.decode(match[1] or match[2] or "").text
    return ""


def spoken(head: Head, source: str, target: str) -> Spoken:
    """Return the languages of a file by their tags; of no tag what the file's name says."""
    tag = target or PurePath(head.path).stem.rpartition(".")[2]
    original = (languages.called(source) or source) if source else languages.original_language()
    return Spoken(original, languages.called(tag) or target, keys.pattern_of(head.columns))


def elements(
    source: Source, head: Head, tag: tuple[str, str], spoken: Spoken, key_of: KeyOf, said_in: SaidIn
) -> Iterator[Element]:
    """Yield each unit of a card; `tag` is the name of the root and of units.

    NanoriError if no unit says of which card and field it is.
    """
    count = 0
    every = stream.elements(source, *tag, head.encoding, document_type=tag[0] == DOCUMENT_TYPE)
    for element in units.elements(_raw(every, spoken, key_of, said_in), spoken):
        count += 1
        yield element
    if not count and f"<{tag[1]}" in head.text:
        raise NanoriError(KEYLESS, path=source.path)


def _raw(
    every: Iterator[Element], spoken: Spoken, key_of: KeyOf, said_in: SaidIn
) -> Iterator[RawUnit]:
    for element in every:
        text = element.text.decode()
        unit = tree(text)
        key = key_of(text, unit, spoken.pattern)
        said = said_in(text, unit, spoken) if key else ("", "")
        yield RawUnit(key, element.line, element.column, element.start, text, said)


def words(text: str, node: XmlElement | None) -> str:
    """Return what a segment says; nothing if there is none."""
    return escaping.decode("inline", text[node.start : node.end]).text if node else ""


def descendants(node: XmlElement, *tags: str) -> Iterator[XmlElement]:
    """Yield the elements in one that are called so, in their order."""
    for child in node.children:
        if child.tag in tags:
            yield child
        else:
            yield from descendants(child, *tags)
