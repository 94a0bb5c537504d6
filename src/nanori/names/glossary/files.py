"""A glossary as a file: tables for people, OmegaT and Weblate; TBX and TMX 1.4, in XML.

TBX has a concept for each name: ISO 30042 of 2008 (MARTIF), or of 2019 (Basic, DCA). OmegaT,
Translate Toolkit and Weblate read the 2008 edition. The official translation is preferred; one that
only the files have is admitted. TMX has a unit for each translated name; nanori reads its `tuid` as
the name of that card.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from nanori.formats import formulas
from nanori.grammar import languages
from nanori.model.errors import NanoriError, OnError
from nanori.model.visible import FORBIDDEN_IN_XML, in_line, visible
from nanori.names.glossary.terms import Term, TermBase, TermTranslation, remarks

# Separates the marks of a name.
BETWEEN = "|"
COLUMNS = (
    *("name", "translation", "lang", "translation_lang", "status", "set", "released"),
    *("source", "uses", "marks", "name_en"),
)

# The columns of a CSV file as Weblate, and the Translate Toolkit it uses, knows them.
WEBLATE = (
    *("location", "source", "target", "ID", "fuzzy", "context"),
    *("translator_comments", "developer_comments"),
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


def omegat(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of an OmegaT glossary: name, translation and remarks, separated by tabs.

    It is in UTF-8, and cells are not quoted.
    """
    both = glossary.translated()
    yield b"# Glossary in tab-separated format -*- coding: utf-8 -*-\n"
    for term, translation in both:
        cells = (term.name, translation.name, "; ".join(remarks(term, translation)))
        yield formulas.bare_line(cells, "\t")


def weblate(glossary: TermBase) -> Iterator[bytes]:
    """Yield the rows of a CSV file that Weblate reads as a glossary of two languages."""
    both = glossary.translated()
    yield formulas.line(WEBLATE)
    for term, translation in both:
        yield formulas.line(_weblate(term, translation))


def _weblate(term: Term, translation: TermTranslation) -> tuple[str, ...]:
    fuzzy = "True" if len(term.translations) > 1 else ""
    remark = "; ".join(remarks(term, translation))
    return ("", term.name, translation.name, "", fuzzy, term.name_en, "", remark)


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
    """Yield the lines of a file of the 2008 edition, which translators' programs read."""
    yield from _lines(glossary, _OF_2008)


def tbx_of_2019(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of a file of the 2019 edition."""
    yield from _lines(glossary, _OF_2019)


def _lines(glossary: TermBase, edition: _Edition) -> Iterator[bytes]:
    terms = glossary.named()
    yield DECLARATION
    yield f'<{edition.root} {edition.attributes} xml:lang="{glossary.lang}">\n'.encode()
    header = Element(edition.header)
    described = SubElement(SubElement(header, "fileDesc"), "sourceDesc")
    SubElement(described, "p").text = "Names of cards, gathered by nanori"
    if edition is _OF_2008:
        encoding = SubElement(header, "encodingDesc")
        SubElement(encoding, "p", type="XCSURI").text = "TBXXCS.xcs"
    yield element(header)
    yield b"<text>\n<body>\n"
    for number, term in enumerate(terms, 1):
        yield element(_concept(term, number, glossary, edition))
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


def tmx(glossary: TermBase) -> Iterator[bytes]:
    """Yield the lines of the file."""
    from importlib.metadata import version

    units = glossary.translated()
    yield DECLARATION
    yield b'<tmx version="1.4">\n'
    facts = {
        **{"creationtool": "nanori", "creationtoolversion": version("nanori"), "segtype": "phrase"},
        **{
            "o-tmf": "nanori",
            "adminlang": languages.reference_language(),
            "srclang": glossary.lang,
        },
    }
    yield element(Element("header", {**facts, "datatype": "plaintext"}))
    yield b"<body>\n"
    for term, translation in units:
        yield element(_unit(term, translation, glossary))
    yield b"</body>\n</tmx>\n"


def _unit(term: Term, translation: TermTranslation, glossary: TermBase) -> Element:
    unit = Element("tu", tuid=f"{term.name_en or term.name}.name")
    for remark in remarks(term, translation):
        SubElement(unit, "note").text = remark
    for lang, name in ((glossary.lang, term.name), (glossary.target, translation.name)):
        SubElement(SubElement(unit, "tuv", {"xml:lang": lang}), "seg").text = name
    return unit
