"""Types and subtypes to what prints of a language call them, on type lines and in texts.

`rows/types.csv` has a row for each type, learnt from the type lines of official prints, and a
column for each language: first as type lines have it, then as texts decline it.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.context import Pair
from nanori.linting.lexicon import FOLDER
from nanori.model import data_files
from nanori.names.lexicon import term_words

DASH = re.compile(r"\s*[—―–─～~-]{1,2}\s+|\s+[—―–─-]{1,2}\s*|\s*[～~:：]\s*")
# What an unknown subtype is, apart from what joins two: “minotaure et soldat”.
UNKNOWN_WORD = re.compile(r"[^\s・,，/／\x01]{2,}")
# What divides a form of several words, each of which may be declined: “loups-garous”.
PART_OF_FORM = re.compile(r"[\s-]")
# Letters of a form that are compared at least, where words are declined …
MIN_LETTERS_OF_STEM = 3
# … without so many at its end, which may be another case or number: “Elfen”, “Elf”.
MAX_LETTERS_OF_ENDING = 2


class TypeWord(NamedTuple):
    """A type as written somewhere."""

    meant: str
    """In the language of originals; empty for an unknown word."""
    start: int
    end: int


class TypeWords(NamedTuple):
    """The types of a type line: those before the dash, and the subtypes."""

    types: list[TypeWord]
    subtypes: list[TypeWord]


class Called(NamedTuple):
    """What a language calls each type of originals, as type lines write it first."""

    types: Mapping[str, tuple[str, ...]]
    subtypes: Mapping[str, tuple[str, ...]]


@cache
def called(language: Language) -> Called:
    """Return the types and subtypes of a language."""
    types, subtypes = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
    for row in _table():
        originals, *_ = row.values()
        original, *_ = originals.split("|")
        if cell := row.get(language.code):
            into = types if original.islower() else subtypes
            into[original[0].upper() + original[1:]] = (*cell.split("|"),)
    shared = Counter(word for words in subtypes.values() for word in words)
    subtypes = {  # what may be two of them is neither
        original: tuple(word for word in words if shared[word] == 1)
        for original, words in subtypes.items()
        if shared[words[0]] == 1
    }
    for own, names in (
        (types, term_words(language).types),
        (subtypes, language.lexicon.subtypes),
    ):
        for word, original in names.items():
            own[original] = (*own.get(original, ()), word)
    return Called(types, subtypes)


@cache
def _table() -> list[dict[str, str]]:
    return list(csv.DictReader(data_files.text(FOLDER / "types.csv").splitlines()))


@cache
def words_for(language: Language) -> Mapping[str, str]:
    """Return a language's word for each type and subtype of originals; the first it lists."""
    every = called(language)
    return {original: words[0] for each in every for original, words in each.items()}


def of_line(line: str, language: Language) -> TypeWords:
    """Return the types and subtypes of a type line, in the words of originals.

    “Creature — Elf Scout” → types Creature at 0–8, subtypes Elf at 11–14 and Scout at 15–20
    """
    divider = DASH.search(line)
    first, begin = (line[: divider.start()], divider.end()) if divider else (line, len(line))
    second = line[begin:]
    if language.code == languages.reference_language():
        types, subtypes = (
            [TypeWord(match[0], *match.span()) for match in re.finditer(r"\S+", part)]
            for part in (first, second)
        )
    else:
        types = list(_found(first, language, sub=False))
        subtypes = list(_found(second, language, sub=True))
        for word in subtypes:
            second = second[: word.start] + "\x01" * (word.end - word.start) + second[word.end :]
        subtypes += (TypeWord("", *match.span()) for match in UNKNOWN_WORD.finditer(second))
    moved = [TypeWord(word.meant, begin + word.start, begin + word.end) for word in subtypes]
    return TypeWords(types, sorted(moved, key=lambda word: word.start))


def original_line(pair: Pair) -> TypeWords:
    """Return the types and subtypes of a translation's original, which may stand beside it."""
    if line := pair.original.card.type:
        return of_line(line, pair.original.language)
    reference = languages.load(languages.reference_language())
    return of_line(pair.translation.card.type_en, reference)


def in_text(text: str, span: tuple[int, int], language: Language) -> Iterator[TypeWord]:
    """Yield the subtypes that a part of a text mentions as whole words.

    Before particles a word of one letter may be any: 개 is a dog, and counts things.
    """
    fewest = 2 if language.lexicon.particles and language.lexicon.spaces else 1
    for word in _found(text, language, sub=True, span=span):
        if word.end - word.start >= fewest:
            yield word


def may_say(subtype: str, text: str, language: Language) -> bool:
    """Tell whether a text has a word that may be a subtype in a form that no table has."""
    words = (PART_OF_FORM.split(words)[-1] for words in called(language).subtypes.get(subtype, ()))
    plain = _plain(text)
    return any(
        _plain(
            word[: max(MIN_LETTERS_OF_STEM, len(word) - MAX_LETTERS_OF_ENDING)]
            if language.lexicon.spaces
            else word
        )
        in plain
        for word in words
    )


def _plain(words: str) -> str:
    """Return words in small letters without their accents: “Sümpfe” is of “Sumpf”."""
    return "".join(each for each in normalize("NFD", words.lower()) if not combining(each))


def is_supertype(word: str, language: Language) -> bool:
    """Tell whether a word of a type line is a supertype, which comes right before the type."""
    supertypes = language.lexicon.supertypes
    return word in supertypes or f"{word}・" in supertypes


def between(word: str, language: Language) -> str:
    """Return what separates a type from the next."""
    if language.lexicon.spaces:
        return " "
    return "" if is_supertype(word, language) else "・"


def _found(
    text: str, language: Language, *, sub: bool, span: tuple[int, int] | None = None
) -> Iterator[TypeWord]:
    """Yield the types, or `sub`types, in a text, the longest first.

    What the table has in small letters may have a capital.
    """
    forms, pattern = _forms(language, sub=sub)
    for match in pattern.finditer(text, *(span or ())):
        yield TypeWord(forms.get(match[0]) or forms[match[0].lower()], *match.span())


@cache
def _forms(language: Language, *, sub: bool) -> tuple[dict[str, str], re.Pattern[str]]:
    """Return forms of types with the original's words, and their pattern; subtypes are whole."""
    words_of = called(language)[sub]
    forms = {word: original for original, words in words_of.items() for word in words}
    longest = sorted(filter(None, forms), key=len, reverse=True)
    either = "|".join(f"(?i:{re.escape(w)})" if w.islower() else re.escape(w) for w in longest)
    letter, particles = language.lexicon.word_letter, language.lexicon.particles.alternation
    if not (sub and either and letter):
        return forms, re.compile(either or "(?!)")
    after = f"(?:(?!{letter})|(?={particles}))" if particles else f"(?!{letter})"
    return forms, re.compile(f"(?<!{letter})(?:{either}){after}")
