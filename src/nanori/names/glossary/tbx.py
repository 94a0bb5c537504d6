"""A glossary as TBX, a concept for each name: ISO 30042 of 2008 (MARTIF), or of 2019 (Basic, DCA).

OmegaT, Translate Toolkit and Weblate read that of 2008. The official translation is preferred, what
only the files have is admitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from nanori.names.glossary import xml_lines
from nanori.names.glossary.terms import Term, TermBase, TermTranslation

_STATUS = {"official": "preferredTerm-admn-sts", "given": "admittedTerm-admn-sts"}


class _Edition(NamedTuple):
    """What an edition of the standard calls its elements."""

    root: str
    attributes: str
    header: str
    concept: str
    language: str
    term: str


_OF_2008 = _Edition("martif", 'type="TBX"', "martifHeader", "termEntry", "langSet", "tig")
_OF_2019 = _Edition(
    "tbx",
    'xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" style="dca"',
    "tbxHeader",
    "conceptEntry",
    "langSec",
    "termSec",
)


def tbx(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of a file of 2008, which translators' programs read."""
    yield from _lines(glossary, _OF_2008)


def tbx_of_2019(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of a file of 2019."""
    yield from _lines(glossary, _OF_2019)


def _lines(glossary: TermBase, edition: _Edition) -> Iterator[bytes]:
    terms = glossary.named()
    yield xml_lines.DECLARATION
    yield f'<{edition.root} {edition.attributes} xml:lang="{glossary.lang}">\n'.encode()
    header = Element(edition.header)
    described = SubElement(SubElement(header, "fileDesc"), "sourceDesc")
    SubElement(described, "p").text = "Names of cards, gathered by nanori"
    if edition is _OF_2008:
        encoding = SubElement(header, "encodingDesc")
        SubElement(encoding, "p", type="XCSURI").text = "TBXXCS.xcs"
    yield xml_lines.element(header)
    yield b"<text>\n<body>\n"
    for number, term in enumerate(terms, 1):
        yield xml_lines.element(_concept(term, number, glossary, edition))
    yield f"</body>\n</text>\n</{edition.root}>\n".encode()


def _concept(term: Term, number: int, glossary: TermBase, edition: _Edition) -> Element:
    concept = Element(edition.concept, id=f"name{number}")
    SubElement(concept, "descrip", type="subjectField").text = "card names"
    original = SubElement(concept, edition.language, {"xml:lang": glossary.lang})
    section = _term(original, term.name, "preferredTerm-admn-sts", edition)
    for mark in term.marks:
        SubElement(section, "note").text = f"also a {mark}"
    if term.translations:
        translated = SubElement(concept, edition.language, {"xml:lang": glossary.target})
        for translation in term.translations:
            _translation(translated, translation, edition)
    return concept


def _term(section: Element, name: str, status: str, edition: _Edition) -> Element:
    term = SubElement(section, edition.term)
    SubElement(term, "term").text = name
    SubElement(term, "termNote", type="partOfSpeech").text = "noun"
    SubElement(term, "termNote", type="administrativeStatus").text = status
    return term


def _translation(section: Element, translation: TermTranslation, edition: _Edition) -> None:
    term = _term(section, translation.name, _STATUS[translation.status], edition)
    first = " ".join(word for word in (translation.set, translation.released) if word)
    source = ", ".join(word for word in (translation.source, first) if word)
    SubElement(term, "admin", type="source").text = source
