"""A name form to the keys that it is found by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from nanori import languages
from nanori.names import cleaned, shortened
from nanori.register.folding import fold
from nanori.register.model import Entry, NameForm
from nanori.register.readings import guesses
from nanori.register.sounds import sounds
from nanori.register.sources import original

KeyKind = Literal["name", "short", "sound", "short sound"]
"""What a key is made of: a folded name, a legend's short one, or how one of them sounds."""


def padded(kind: str, key: str) -> str:
    """Return a key as the full-text index has it: with marks, so that its ends count too."""
    return f"<<{key}>" if kind.endswith("sound") else f"^^{key}$"


def keys_of(entry: Entry, form: NameForm) -> Iterator[tuple[KeyKind, str]]:
    """Yield every key of a form; some twice."""
    language = languages.load(form.lang)
    name = cleaned(form.name, language) or form.name
    shorts = _shorts(entry, form, name)
    if form.form != "reading":
        yield "name", fold(name)
        for short in shorts:
            yield "short", fold(short)
    if not language.lexicon.kana:
        return
    given = form.reading if form.reading_source != "guessed" else ""
    for reading in [given] if given else guesses(name):
        for sound in sounds(fold(reading)):
            yield "sound", sound
        for short in _shorts(entry, form, reading):
            for sound in sounds(fold(short)):
                yield "short sound", sound


def _shorts(entry: Entry, form: NameForm, name: str) -> list[str]:
    """CR 201.5c. Return what a legend's name is shortened to; the names of others are not."""
    legendary = languages.load(original()).lexicon.legendary
    if not any(word in " ".join(entry.supertypes) for word in legendary):
        return []
    return shortened(name, languages.load(form.lang).lexicon.short)
