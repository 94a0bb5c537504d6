"""Two languages to the terms of the rules that are compared between them, for a glossary."""

from __future__ import annotations

from collections.abc import Iterator

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.names.glossary.terms import Term, TermTranslation

# What says how a term is translated: the tables by which translations are checked.
SOURCE = "rules"


def of(original: Language, target: Language) -> tuple[Term, ...]:
    """Return the terms of the rules with their translations, keywords, zones and types among them.

    One of the two is the language of reference; none between two others.
    """
    reference = languages.reference_language()
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
    """Yield words of the rules in the language of reference, with what they are in another."""
    lexicon, small = language.lexicon, reference.lexicon.documents.fillers
    for word, meant in (*lexicon.checks.terms.items(), *lexicon.documents.translations.items()):
        # Phrases with small words are there to be compared, and are no terms.
        if not any(part in small for part in word.lower().split()):
            yield word, meant[:1]
    for types in (lexicon.checks.types, lexicon.subtypes):
        yield from ((word, (meant,)) for meant, word in types.items())
