"""Card records to the names they use, each with its translation."""

from collections import Counter
from collections.abc import Iterator

from nanori.annotation import pipeline
from nanori.annotation.known_names import KnownNames
from nanori.formats.entries import Entry
from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.names.database import Database
from nanori.names.glossary import terms
from nanori.names.glossary.terms import Ambiguities, Term, TermBase, TermTranslation
from nanori.names.lexicon import term_words
from nanori.names.translations import official_form, source_of

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
        self._words.update(terms.uncapped(card.text))
        for reference in pipeline.annotate(card, self._known, record.markup):
            if reference.target == "name" and reference.refers_to:
                self._note(lang, reference.refers_to, reference.refers_to_en or "")

    def _note(self, lang: str, name: str, english: str) -> None:
        self._uses[lang, name] += 1
        if english:
            self._english.setdefault((lang, name), english)
            self._called.setdefault(english, {}).setdefault(lang, Counter())[name] += 1

    def glossary(self, original: Language, target: Language, database: Database) -> TermBase:
        """Return the names in the order in which they first occur in the files."""
        uses: Counter[str] = Counter()
        lonely: dict[tuple[str, str], int] = {}
        for (lang, name), count in self._uses.items():
            if english := self._of(lang, name, database):
                uses[english] += count
            else:
                lonely[lang, name] = count
        known = {english: self._in(english, original.code, database) for english in uses}
        ambiguities = Ambiguities(original, filter(None, known.values()), self._words)
        terms = [
            Term(
                name=name,
                name_en=english,
                translations=self._translations(english, target.code, database),
                uses=uses[english],
                marks=ambiguities.of(name),
            )
            for english, name in known.items()
        ]
        terms += [
            _lonely(*named, count, original, target, ambiguities) for named, count in lonely.items()
        ]
        return TermBase(original.code, target.code, tuple(terms))

    def _of(self, lang: str, name: str, database: Database) -> str:
        if english := self._english.get((lang, name)):
            return english
        if lang == languages.original_language() or name in self._called:
            return name  # left untranslated in a text of another language
        hits = database.exact(name, lang)
        return hits[0].name_en if hits else ""

    def _in(self, english: str, lang: str, database: Database) -> str:
        called = self._translations(english, lang, database)
        return called[0].name if called else ""

    def _translations(
        self, english: str, lang: str, database: Database
    ) -> tuple[TermTranslation, ...]:
        if lang == languages.original_language():
            return (TermTranslation(english, "official", source="Oracle"),)
        entry = database.entry(english)
        form = official_form(entry, lang) if entry else None
        official: list[TermTranslation] = []
        if form:
            first = form.printings[0] if form.printings else None
            printed = (first.set, first.released) if first else ("", "")
            official = [TermTranslation(form.name, "official", *printed, source_of(form))]
        own = self._called.get(english, {}).get(lang, Counter())
        given = (name for name, _ in own.most_common() if not form or name != form.name)
        return (*official, *(TermTranslation(name, "given", source=FILES) for name in given))


def _lonely(
    lang: str, name: str, count: int, original: Language, target: Language, ambiguities: Ambiguities
) -> Term:
    """Return a term for a name whose translation nothing tells."""
    if lang == target.code:
        given = (TermTranslation(name, "given", source=FILES),)
        return Term(name="", name_en="", translations=given, uses=count)
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
    table: dict[str, tuple[str, ...]] = {}
    for word, meant in _table(original if turned else target, target if turned else original):
        table.setdefault(word, meant)
    terms: dict[str, Term] = {}
    for word, meant in table.items():
        name, *others = (meant[0], word) if turned else (word, *meant)
        translations = tuple(TermTranslation(each, "official", source=SOURCE) for each in others)
        terms.setdefault(name, Term(name=name, name_en=word, translations=translations))
    return tuple(terms.values())


def _table(language: Language, reference: Language) -> Iterator[tuple[str, tuple[str, ...]]]:
    listed, small = term_words(language), term_words(reference).fillers
    for word, meant in (*listed.terms.items(), *listed.translations.items()):
        # Phrases with small words serve comparison and are not terms.
        if not any(part in small for part in word.lower().split()):
            yield word, meant[:1]
    for types in (listed.types, language.lexicon.subtypes):
        yield from ((word, (meant,)) for meant, word in types.items())
