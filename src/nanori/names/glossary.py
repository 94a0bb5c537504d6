"""Card records to the names they use, each with its translation, and these to CSV and TBX.

TBX has a concept for each name: ISO 30042 of 2008 (MARTIF), the edition that OmegaT, Translate
Toolkit and Weblate read. The official translation is preferred; one that only the files have is
admitted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from msgspec import Struct

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats import formulas
from nanori.formats.entries import Entry
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError, OnError
from nanori.model.visible import FORBIDDEN_IN_XML, in_line, visible
from nanori.names.database import Database
from nanori.names.lexicon import WORD, rules_words, small_words, term_words, uncapped
from nanori.names.translations import source_of

# Whether a translation is the official name, found only in the files, or missing.
TermStatus = Literal["official", "given", "missing"]

# Why a name found in a text may not be a name there.
TermMark = Literal["word of the rules", "word in texts", "part of names"]


class Translation(Struct, frozen=True):
    """A name in the target language."""

    name: str
    status: TermStatus
    set: str = ""
    """Code of the set in which it was first printed."""
    released: str = ""
    """That set's date."""
    source: str = ""
    """Where it comes from: an announcement, a print, or the files."""


class Term(Struct, frozen=True, kw_only=True):
    """A name that cards use."""

    name: str
    """The name in the source language; empty if unknown."""
    name_en: str
    """English name of the face; empty if unknown."""
    translations: tuple[Translation, ...] = ()
    """The preferred one first; empty if none is known."""
    uses: int = 0
    """How often the files have it, in any language: as a card's name or in a text."""
    marks: tuple[TermMark, ...] = ()


class Glossary(Struct, frozen=True):
    """Names with their translations."""

    lang: str
    """Code of the source language."""
    target: str
    """Code of the target language."""
    terms: tuple[Term, ...]

    def named(self) -> list[Term]:
        """Return each term with a name in the source language; NanoriError if there is none."""
        terms = [term for term in self.terms if term.name]
        if not terms:
            raise NanoriError("no name is in the files; nothing was written")
        return terms


class Ambiguities:
    """What else the names of a language may be: words of the rules, of texts, of other names."""

    def __init__(self, language: Language, names: Iterable[str], words: Iterable[str]) -> None:
        self._rules = rules_words(language)
        self._words = frozenset(words)
        self._parts = Counter(part for name in names for part in set(small_words(name)))

    def of(self, name: str) -> tuple[TermMark, ...]:
        """Return why this name may not be a name where it is found."""
        word, single = name.casefold(), WORD.fullmatch(name) is not None
        marks: dict[TermMark, bool] = {
            "word of the rules": word in self._rules,
            "word in texts": single and word in self._words,
            "part of names": single and self._parts[word] > 1,
        }
        return tuple(mark for mark, fits in marks.items() if fits)


# The source of a translation that is not in the database.
FILES = "the files"


class UsedNames:
    """The names that records use, gathered as they are read."""

    def __init__(self, known: KnownNames | None) -> None:
        self._known = known
        self._uses: Counter[tuple[str, str]] = Counter()
        """By language and name."""
        self._english: dict[tuple[str, str], str] = {}
        """The English name of each, by language and name."""
        self._called: dict[str, dict[str, Counter[str]]] = {}
        """What each English name is called in each language, and how often."""
        self._words: set[str] = set()

    def add(self, record: Entry) -> None:
        """Take in the name of a card and those in its text."""
        card = record.card
        lang = card.lang
        english = card.name if lang == languages.original_language() else card.name_en
        if card.name:
            self._note(lang, card.name, english or "")
        self._words.update(uncapped(card.text))
        for reference in pipeline.annotate(card, self._known, record.markup):
            if reference.target == "name" and reference.refers_to:
                self._note(lang, reference.refers_to, reference.refers_to_en or "")

    def _note(self, lang: str, name: str, english: str) -> None:
        self._uses[lang, name] += 1
        if english:
            self._english.setdefault((lang, name), english)
            self._called.setdefault(english, {}).setdefault(lang, Counter())[name] += 1

    def glossary(self, original: Language, target: Language, database: Database) -> Glossary:
        """Return the names in the order in which they first occur in the files."""
        uses: Counter[str] = Counter()
        lonely: dict[tuple[str, str], int] = {}
        for (lang, name), count in self._uses.items():
            if english := self._of(lang, name, database):
                uses[english] += count
            else:
                lonely[lang, name] = count
        called = {english: self._translations(english, original.code, database) for english in uses}
        names = {english: each[0].name if each else "" for english, each in called.items()}
        ambiguities = Ambiguities(original, filter(None, names.values()), self._words)
        terms = [
            Term(
                name=name,
                name_en=english,
                translations=self._translations(english, target.code, database),
                uses=uses[english],
                marks=ambiguities.of(name),
            )
            for english, name in names.items()
        ]
        terms += [
            _lonely(*named, count, original, target, ambiguities) for named, count in lonely.items()
        ]
        return Glossary(original.code, target.code, tuple(terms))

    def _of(self, lang: str, name: str, database: Database) -> str:
        if english := self._english.get((lang, name)):
            return english
        if lang == languages.original_language() or name in self._called:
            return name  # left untranslated in a text of another language
        hits = database.exact(name, lang)
        return hits[0].name_en if hits else ""

    def _translations(self, english: str, lang: str, database: Database) -> tuple[Translation, ...]:
        if lang == languages.original_language():
            return (Translation(english, "official", source="Oracle"),)
        entry = database.entry(english)
        form = entry.official(lang) if entry else None
        official: list[Translation] = []
        if form:
            first = form.first_printing
            source = source_of(form)
            official = [Translation(form.name, "official", first.set, first.released, source)]
        own = self._called.get(english, {}).get(lang, Counter())
        from_files = (name for name, _ in own.most_common() if not form or name != form.name)
        return (*official, *(Translation(name, "given", source=FILES) for name in from_files))


def _lonely(
    lang: str, name: str, count: int, original: Language, target: Language, ambiguities: Ambiguities
) -> Term:
    """Return a term for a name whose translation nothing tells."""
    if lang == target.code:
        translations = (Translation(name, "given", source=FILES),)
        return Term(name="", name_en="", translations=translations, uses=count)
    own = name if lang == original.code else ""
    return Term(name=own, name_en="", uses=count, marks=ambiguities.of(own))


# Where a term of the rules comes from: the tables that translations are checked by.
SOURCE = "rules"


def rules_terms(original: Language, target: Language) -> tuple[Term, ...]:
    """Return the terms of the rules with their translations, including keywords, zones and types.

    One of the two languages must be the reference language; otherwise there are none.
    """
    reference = languages.original_language()
    if reference not in (original.code, target.code):
        return ()
    turned = target.code == reference
    terms: dict[str, Term] = {}
    words: set[str] = set()
    for word, equivalent in _table(*(original, target) if turned else (target, original)):
        if word not in words:
            words.add(word)
            name, other = (equivalent, word) if turned else (word, equivalent)
            translation = Translation(other, "official", source=SOURCE)
            terms.setdefault(name, Term(name=name, name_en=word, translations=(translation,)))
    return tuple(terms.values())


def _table(language: Language, reference: Language) -> Iterator[tuple[str, str]]:
    listed, small = term_words(language), term_words(reference).fillers
    for word, equivalents in (*listed.terms.items(), *listed.translations.items()):
        # Phrases with small words serve comparison and are not terms.
        if not any(part in small for part in word.lower().split()):
            yield word, equivalents[0]
    for types in (listed.types, language.lexicon.subtypes):
        yield from ((word, equivalent) for equivalent, word in types.items())


# Separates the marks of a name.
BETWEEN = "|"
COLUMNS = (
    *("name", "translation", "lang", "translation_lang", "status", "set", "released"),
    *("source", "uses", "marks", "name_en"),
)

_NONE = Translation("", "missing")


def csv(glossary: Glossary) -> Iterator[bytes]:
    """Yield a row for each translation of a name, and for names without one."""
    yield formulas.line(COLUMNS)
    for term in glossary.terms:
        for each in term.translations or (_NONE,):
            cells = (term.name, each.name, glossary.lang, glossary.target, each.status, each.set)
            columns = (each.released, each.source, str(term.uses), BETWEEN.join(term.marks))
            yield formulas.line((*cells, *columns, term.name_en))


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


def tbx(glossary: Glossary) -> Iterator[bytes]:
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


def _concept(term: Term, number: int, glossary: Glossary) -> Element:
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


def _translation(section: Element, translation: Translation) -> None:
    term = _term(section, translation.name, _STATUS[translation.status])
    first = " ".join(word for word in (translation.set, translation.released) if word)
    source = ", ".join(word for word in (translation.source, first) if word)
    SubElement(term, "admin", type="source").text = source
