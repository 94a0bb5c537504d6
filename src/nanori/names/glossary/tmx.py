"""A glossary as TMX 1.4: a unit for each name that has a translation.

Its `tuid` is what nanori reads as the name of that card.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from nanori.grammar import languages
from nanori.names.glossary import xml_lines
from nanori.names.glossary.terms import Term, TermBase, TermTranslation, remarks


def tmx(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of the file."""
    from importlib.metadata import version

    units = glossary.translated()
    yield xml_lines.DECLARATION
    yield b'<tmx version="1.4">\n'
    facts = {
        **{"creationtool": "nanori", "creationtoolversion": version("nanori"), "segtype": "phrase"},
        **{
            "o-tmf": "nanori",
            "adminlang": languages.reference_language(),
            "srclang": glossary.lang,
        },
    }
    yield xml_lines.element(Element("header", {**facts, "datatype": "plaintext"}))
    yield b"<body>\n"
    for term, translation in units:
        yield xml_lines.element(_unit(term, translation, glossary))
    yield b"</body>\n</tmx>\n"


def _unit(term: Term, translation: TermTranslation, glossary: TermBase) -> Element:
    unit = Element("tu", tuid=f"{term.name_en or term.name}.name")
    for remark in remarks(term, translation):
        SubElement(unit, "note").text = remark
    for lang, name in ((glossary.lang, term.name), (glossary.target, translation.name)):
        SubElement(SubElement(unit, "tuv", {"xml:lang": lang}), "seg").text = name
    return unit
