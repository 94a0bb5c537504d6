"""A glossary as a file: a table for people, and TBX for translators' programs.

TBX has a concept for each name: ISO 30042 of 2008 (MARTIF), the edition that OmegaT, Translate
Toolkit and Weblate read. The official translation is preferred; one that only the files have is
admitted.
"""

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from nanori.formats import formulas
from nanori.model.errors import NanoriError, OnError
from nanori.model.visible import FORBIDDEN_IN_XML, in_line, visible
from nanori.names.glossary.terms import Term, TermBase, TermTranslation

# Separates the marks of a name.
BETWEEN = "|"
COLUMNS = (
    *("name", "translation", "lang", "translation_lang", "status", "set", "released"),
    *("source", "uses", "marks", "name_en"),
)

_NONE = TermTranslation("", "missing")


def csv(glossary: TermBase) -> Iterator[bytes]:
    """Yield a row for each translation of a name, and for names without one."""
    yield formulas.line(COLUMNS)
    for term in glossary.terms:
        for each in term.translations or (_NONE,):
            cells = (term.name, each.name, glossary.lang, glossary.target, each.status, each.set)
            more = (each.released, each.source, str(term.uses), BETWEEN.join(term.marks))
            yield formulas.line((*cells, *more, term.name_en))


DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'


def possible(terms: Iterable[Term], refused: OnError) -> Iterator[Term]:
    """Yield the terms that XML can hold; a name with a character it cannot hold is refused."""
    for term in terms:
        names = (term.name, term.name_en, *(each.name for each in term.translations))
        if impossible := next((name for name in names if FORBIDDEN_IN_XML.search(name)), None):
            reason = "has a character that XML cannot have; it is left out"
            refused(NanoriError(f"“{in_line(impossible)}” {reason}"))
        else:
            yield term


def element(node: Element) -> bytes:
    """Return an element with its content, one line per child."""
    for each in node.iter():
        each.text = visible(each.text) if each.text else None
    indent(node, " ")
    return tostring(node, "utf-8") + b"\n"


_STATUS = {"official": "preferredTerm-admn-sts", "given": "admittedTerm-admn-sts"}


def tbx(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of the file."""
    terms = glossary.named()
    yield DECLARATION
    yield f'<martif type="TBX" xml:lang="{glossary.lang}">\n'.encode()
    header = Element("martifHeader")
    described = SubElement(SubElement(header, "fileDesc"), "sourceDesc")
    SubElement(described, "p").text = "Names of cards, gathered by nanori"
    encoding = SubElement(header, "encodingDesc")
    SubElement(encoding, "p", type="XCSURI").text = "TBXXCS.xcs"
    yield element(header)
    yield b"<text>\n<body>\n"
    for number, term in enumerate(terms, 1):
        yield element(_concept(term, number, glossary))
    yield b"</body>\n</text>\n</martif>\n"


def _concept(term: Term, number: int, glossary: TermBase) -> Element:
    concept = Element("termEntry", id=f"name{number}")
    SubElement(concept, "descrip", type="subjectField").text = "card names"
    original = SubElement(concept, "langSet", {"xml:lang": glossary.lang})
    section = _term(original, term.name, "preferredTerm-admn-sts")
    for mark in term.marks:
        SubElement(section, "note").text = f"also a {mark}"
    if term.translations:
        translated = SubElement(concept, "langSet", {"xml:lang": glossary.target})
        for translation in term.translations:
            _translation(translated, translation)
    return concept


def _term(section: Element, name: str, status: str) -> Element:
    term = SubElement(section, "tig")
    SubElement(term, "term").text = name
    SubElement(term, "termNote", type="partOfSpeech").text = "noun"
    SubElement(term, "termNote", type="administrativeStatus").text = status
    return term


def _translation(section: Element, translation: TermTranslation) -> None:
    term = _term(section, translation.name, _STATUS[translation.status])
    first = " ".join(word for word in (translation.set, translation.released) if word)
    source = ", ".join(word for word in (translation.source, first) if word)
    SubElement(term, "admin", type="source").text = source
