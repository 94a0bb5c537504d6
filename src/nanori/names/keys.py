"""A name form to the keys it is found by: how it is written, and how it is pronounced."""

from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple

from nanori.annotation.name_fields import without_added, without_noise
from nanori.annotation.own_names import shortened
from nanori.grammar import languages
from nanori.grammar.lexicon.pattern import Pattern
from nanori.names.model import FaceEntry, NameForm, ReadingSource
from nanori.names.normalization import fold
from nanori.names.phonetics import sounds
from nanori.names.readings import guesses

# What a key is made of: a folded name, a legend's short name, or how one of them sounds.
KeyKind = Literal["name", "short", "sound", "short sound"]

NameKey = tuple[KeyKind, str]


class UnreadName(NamedTuple):
    """A name whose reading, or only whose sound, is to be worked out."""

    name: str
    lang: str
    legend: bool
    """Whether the name may be shortened."""
    reading: str
    """The known reading, or empty."""


class ReadName(NamedTuple):
    """A name's reading and how it sounds."""

    reading: str
    guessed: bool
    keys: list[NameKey]


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


def unread(entry: FaceEntry, form: NameForm) -> UnreadName | None:
    """Return what is to be read; None if the language has no readings."""
    if not languages.load(form.lang).lexicon.kana or form.form == "alternate":
        return None
    return UnreadName(form.name, form.lang, is_legend(entry), form.reading)


def read(names: Iterable[UnreadName]) -> list[ReadName]:
    """Return the reading of each name, guessed if unknown, and its keys."""
    return [_read(name) for name in names]


def _read(unread: UnreadName) -> ReadName:
    language = languages.load(unread.lang)
    name = without_noise(unread.name, language) or unread.name
    readings = (unread.reading,) if unread.reading else guesses(name)
    keys: dict[NameKey, None] = {}
    for reading in readings:
        keys |= {("sound", sound): None for sound in sounds(fold(reading))}
        for short in shortened(reading, language.lexicon.short) if unread.legend else ():
            keys |= {("short sound", sound): None for sound in sounds(fold(short))}
    return ReadName(readings[0], not unread.reading, list(keys))


def source_of(form: NameForm, read: ReadName) -> ReadingSource:
    """Return where the reading of a form comes from."""
    return "guessed" if read.guessed else form.reading_source
