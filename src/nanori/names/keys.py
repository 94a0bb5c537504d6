"""A name form to the keys it is found by: how it is written, and how it is pronounced."""

from functools import cache
from typing import Literal

from msgspec.structs import replace

from nanori.annotation.name_fields import without_added, without_noise
from nanori.annotation.own_names import shortened
from nanori.grammar import languages
from nanori.grammar.lexicon.pattern import Pattern
from nanori.names.model import FaceEntry, NameForm
from nanori.names.normalization import fold
from nanori.names.readings import guesses
from nanori.names.sounds import sounds

# What a key is made of: a folded name, a legend's short name, or how one of them sounds.
KeyKind = Literal["name", "short", "sound", "short sound"]

NameKey = tuple[KeyKind, str]


def padded(kind: str, key: str) -> str:
    """Return a key as the full-text index has it: with marks, so that its ends count too."""
    return f"<<{key}>" if kind.endswith("sound") else f"^^{key}$"


def bare(query: str) -> str:
    """Return a query without what data files add to names."""
    for noise in _noise():
        query = without_added(query, noise) or query
    return query


@cache
def _noise() -> list[Pattern]:
    """Return what data files add to names in each language, without loading them all."""
    return [Pattern(written) for written in languages.every().noise]


def is_legend(entry: FaceEntry) -> bool:
    """CR 201.5c. Tell whether the names of a face may be shortened."""
    if not entry.supertypes:
        return False
    words = languages.load(languages.reference_language()).lexicon.legendary
    return any(word in supertype for supertype in entry.supertypes for word in words)


def written(entry: FaceEntry, form: NameForm) -> list[NameKey]:
    """Return the keys of a form's name as written."""
    language = languages.load(form.lang)
    name = without_noise(form.name, language) or form.name
    keys: list[NameKey] = [("name", fold(name))]
    for short in shortened(name, language.lexicon.short) if is_legend(entry) else ():
        keys.append(("short", fold(short)))
    return keys


def spoken(entry: FaceEntry, form: NameForm) -> tuple[NameForm, list[NameKey]]:
    """Return a form with its reading, guessed if unknown, and the keys of how it sounds.

    A form in a language that has no readings is left without one.
    """
    language = languages.load(form.lang)
    if not language.lexicon.columns.reading or form.form == "alternate":
        return replace(form, reading="", reading_source=""), []
    name = without_noise(form.name, language) or form.name
    readings = (form.reading,) if form.reading else guesses(name)
    keys: dict[NameKey, None] = {}
    for reading in readings:
        keys |= {("sound", sound): None for sound in sounds(fold(reading))}
        for short in shortened(reading, language.lexicon.short) if is_legend(entry) else ():
            keys |= {("short sound", sound): None for sound in sounds(fold(short))}
    source = form.reading_source if form.reading else "guessed"
    return replace(form, reading=readings[0], reading_source=source), [*keys]
