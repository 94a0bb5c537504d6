"""A legend to the short names that prose calls it by once it was named (CR 201.5c)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nanori.annotation.own_names import shortened
from nanori.grammar import languages
from nanori.names import keys
from nanori.names.glossary import terms

if TYPE_CHECKING:
    from nanori.grammar.languages import Language
    from nanori.names.model import FaceEntry

# Code points of a short name at least.
FEWEST = 2


def short_names(entry: FaceEntry) -> Iterator[tuple[str, str]]:
    """Yield language and words of each short name; a legend has them, other cards have none."""
    if not keys.is_legend(entry):
        return
    for form in entry.forms:
        if form.form == "reading":
            continue
        language = languages.load(form.lang)
        person = any(each in entry.types for each in _persons())
        for words in _shortened(form.name, language, person=person):
            if len(words) >= FEWEST and words.casefold() not in terms.rules_words(language):
                yield form.lang, words


def _persons() -> tuple[str, ...]:
    """Return the card types of persons, as entries have them."""
    return languages.load(languages.reference_language()).lexicon.short.persons


def _shortened(name: str, language: Language, *, person: bool) -> Iterator[str]:
    short = language.lexicon.short
    head = name.partition(short.split[0])[0] if short.split else name
    if head != name or person:
        yield from _divided(name, language, person=person)
    if not person or any(joint in head for joint in short.joint):
        return
    first = re.match(short.word or language.lexicon.guards.word.pattern, head)
    rest = head[first.end() :] if first else ""
    if first and rest and not rest[0].isalnum() and first[0] not in short.small:
        yield first[0]
    if short.tail and (tail := re.search(short.tail, name)):
        yield tail[0]


def _divided(name: str, language: Language, *, person: bool) -> Iterator[str]:
    short = language.lexicon.short
    for words in shortened(name, short):
        if person or not any(divider in name for divider in short.epithets):
            yield words
