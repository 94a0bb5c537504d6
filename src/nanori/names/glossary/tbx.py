"""A glossary as TBX-Basic, ISO 30042:2019 in its style DCA: a concept for each name.

The official translation is preferred, what only the files have is admitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from nanori.names.glossary import xml_lines
from nanori.names.glossary.terms import Term, TermBase, TermTranslation

_STATUS = {"official": "preferredTerm-admn-sts", "given": "admittedTerm-admn-sts"}


def tbx(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of the file."""
    terms = glossary.named()
    yield xml_lines.DECLARATION
    yield (
        f'<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" style="dca"'
        f' xml:lang="{glossary.lang}">\n'
    ).encode()
    header = Element("tbxHeader")
    described = SubElement(SubElement(header, "fileDesc"), "sourceDesc")
    SubElement(described, "p").text = "Names of cards, gathered by nanori"
    yield xml_lines.element(header)
    yield b"<text>\n<body>\n"
    for number, term in enumerate(terms, 1):
        yield xml_lines.element(_concept(term, number, glossary))
    yield b"</body>\n</text>\n</tbx>\n"


def _concept(term: Term, number: int, glossary: TermBase) -> Element:
    concept = Element("conceptEntry", id=f"name{number}")
    SubElement(concept, "descrip", type="subjectField").text = "card names"
    original = _language(concept, glossary.lang)
    section = _term(original, term.name, "preferredTerm-admn-sts")
    for mark in term.marks:
        SubElement(section, "note").text = f"also a {mark}"
    if term.translations:
        translated = _language(concept, glossary.target)
        for translation in term.translations:
            _translation(translated, translation)
    return concept


def _language(concept: Element, lang: str) -> Element:
    return SubElement(concept, "langSec", {"xml:lang": lang})


def _term(section: Element, name: str, status: str) -> Element:
    term = SubElement(section, "termSec")
    SubElement(term, "term").text = name
    SubElement(term, "termNote", type="partOfSpeech").text = "noun"
    SubElement(term, "termNote", type="administrativeStatus").text = status
    return term


def _translation(section: Element, translation: TermTranslation) -> None:
    term = _term(section, translation.name, _STATUS[translation.status])
    first = " ".join(word for word in (translation.set, translation.released) if word)
    source = ", ".join(word for word in (translation.source, first) if word)
    SubElement(term, "admin", type="source").text = source
