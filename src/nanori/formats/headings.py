"""The heading of a column, or the label of a line, to the card record's field that it means."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from nanori.formats.detection import COLUMN
from nanori.grammar import languages
from nanori.model.errors import NanoriError

# Code points of a heading at most.
MAX_HEADING_LENGTH = 40

# Where a word begins without a blank before it.
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\D)(?=\d)")

# How much less a compound counts than a heading in a list.
_COMPOUND_RANK = 100

# Fields that a card has in each language.
SPOKEN = frozenset({"name", "text", "type", "reading", "alternate", "faces"})


class Heading(NamedTuple):
    """What a heading says about what is under it."""

    field: str
    """A field of `Card`, `noqa`, or empty for what a card record has no field for."""
    lang: str
    """The language that it names; empty if none."""
    face: int
    """Which face it is about, from 1."""
    words: str
    """The language whose word it is."""
    rank: int
    """How good a word it is for the field, 0 for the best."""


class FieldKey(NamedTuple):
    """One field of one face in one language."""

    field: str
    lang: str
    """Empty if no heading says it."""
    face: int


@lru_cache(1 << 15)
def read(heading: str) -> Heading | None:
    """Return what a heading says; None if no language has such a word."""
    if len(heading) > MAX_HEADING_LENGTH:
        return None
    folded = fold(heading)
    for words, face in _numbered(folded):
        if meaning := _words().get(words):
            return meaning._replace(face=face)
        for word, code in called().items() if _names_language().search(words) else ():
            for rest in _without(words, word):
                for inner, number in _numbered(rest):
                    meaning = _words().get(inner)
                    if meaning and meaning.field in SPOKEN:
                        return meaning._replace(lang=code, face=max(face, number))
    # Its words, also in camel case.
    spaced = _CAMEL.sub(" ", unicodedata.normalize("NFKC", heading))
    return _compound([word for part in re.split(r"[\W_]+", spaced) if (word := fold(part))])


def given(words: str) -> Mapping[FieldKey, str]:
    """Return the columns, or keys, that the user names; NanoriError if not understood."""
    columns: dict[FieldKey, str] = {}
    for pair in filter(None, words.split(COLUMN if COLUMN in words else ",")):
        field, equals, column = (part.strip() for part in pair.partition("="))
        heading = read(field)
        if not equals or not column or heading is None or not heading.field:
            raise NanoriError(f"“{pair}” is there, columns as “name=Card,text=Words” were wanted")
        columns[FieldKey(heading.field, heading.lang, heading.face)] = column
    return columns


def language(word: str) -> str:
    """Return the code of the language with that name; empty if there is none."""
    folded = fold(word)
    return folded if folded in languages.codes() else called().get(folded, "")


def fold(heading: str) -> str:
    """Return the letters and digits of a heading, in one case and width."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", heading).casefold())


def columns(
    headings: Sequence[str], fixed: Mapping[FieldKey, int] | None = None
) -> dict[FieldKey, int]:
    """Return which column has each field; of several the best heading's, then the first.

    If two languages have a column each for one field, their words say which is whose. `fixed` are
    columns whose fields are known; they count for nothing else.
    """
    kept = dict(fixed or {})
    taken = set(kept.values())
    read_as = [
        (meaning, offset)
        for offset, heading in enumerate(headings)
        if offset not in taken and (meaning := read(heading)) and meaning.field
    ]
    spoken: dict[tuple[str, int], set[str]] = {}
    for meaning, _ in read_as:
        if not meaning.lang and meaning.field in SPOKEN:
            spoken.setdefault((meaning.field, meaning.face), set()).add(meaning.words)
    best: dict[FieldKey, tuple[int, int]] = {}
    for meaning, offset in read_as:
        several = len(spoken.get((meaning.field, meaning.face), ())) > 1
        lang = meaning.lang or (meaning.words if several else "")
        key = FieldKey(meaning.field, lang, meaning.face)
        best[key] = min(best.get(key, (meaning.rank, offset)), (meaning.rank, offset))
    kept |= {key: offset for key, (_, offset) in best.items() if key not in kept}
    return kept


def _compound(parts: list[str]) -> Heading | None:
    """Return what a heading of several words says: `CardEffect`, `Rules Box Text (EN)`.

    Words that add nothing, such as “card”, may come first; the other words mean one field.
    """
    lang, face = "", 1
    while len(parts) > 1:
        if code := called().get(parts[-1]):
            lang = lang or code
        elif parts[-1] in set("123456789"):
            face = int(parts[-1])
        else:
            break
        parts = parts[:-1]
    while len(parts) > 1 and (parts[0] in _qualifiers() or parts[0] in called()):
        lang = lang or called().get(parts[0], "")
        parts = parts[1:]
    meaning = _words().get("".join(parts))
    if meaning is None:
        meanings = [_words().get(part) for part in parts]
        fields = {each.field for each in meanings if each}
        meaning = meanings[-1] if len(fields) == 1 and all(meanings) else None
    if meaning is None:
        return None
    if lang and meaning.field not in SPOKEN:
        return None
    return meaning._replace(lang=lang, face=face, rank=meaning.rank + _COMPOUND_RANK)


def _numbered(words: str) -> Iterable[tuple[str, int]]:
    """Yield the words with the number of the first face, then without a number at their end."""
    yield words, 1
    if words[-1:] in set("123456789") and not words[-2:-1].isdigit():
        yield words[:-1], int(words[-1])


def _without(words: str, called: str) -> Iterable[str]:
    if len(called) < len(words):
        if words.startswith(called):
            yield words[len(called) :]
        if words.endswith(called):
            yield words[: -len(called)]


@cache
def _names_language() -> re.Pattern[str]:
    """Return what finds words that begin or end with one for a language, as few do."""
    words = "|".join(map(re.escape, called()))
    return re.compile(rf"\A(?:{words})|(?:{words})\Z")


@cache
def _qualifiers() -> frozenset[str]:
    every = languages.every().columns.values()
    return frozenset(fold(word) for own in every for word in own.qualifiers)


@cache
def called() -> dict[str, str]:
    """Return the words for languages, longest first."""
    codes = {
        fold(word): code
        for code, own in sorted(languages.every().columns.items())
        for word in own.called
    }
    return {word: codes[word] for word in sorted(codes, key=lambda word: (-len(word), word))}


@cache
def foreign() -> dict[str, str]:
    """Return the words for a card's fields in other languages than the reference one, folded."""
    first = languages.reference_language()
    return {word: heading.field for word, heading in _words().items() if heading.words != first}


@cache
def _words() -> dict[str, Heading]:
    """Return every word of every language; for several fields or languages the first wins.

    The first is the reference language: “Name” and “Text” are German, too.
    """
    headings: dict[str, Heading] = {}
    first = languages.reference_language()
    columns = languages.every().columns
    for code in sorted(columns, key=lambda code: (code != first, code)):
        own = columns[code]
        for field, words in own.fields.items():
            for rank, word in enumerate(words):
                headings.setdefault(fold(word), Heading(field, "", 1, code, rank))
        for word in own.others:
            headings.setdefault(fold(word), Heading("", "", 1, code, 0))
    return headings
