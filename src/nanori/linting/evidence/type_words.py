"""A type line, or a line about tokens, to the types it names, in the words of the original."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from nanori.grammar.languages import Language

DASH = re.compile(r"\s*[—―–─-]{1,2}\s+|\s+[—―–─-]{1,2}\s*")
PIECE = re.compile(r"[^\s・]+")


class TypeWord(NamedTuple):
    """A type as it is written somewhere."""

    meant: str
    """In the language of originals; empty for a word that is not known."""
    start: int
    end: int


class TypeWords(NamedTuple):
    """The types of a type line: those before the dash, and the subtypes."""

    types: list[TypeWord]
    subtypes: list[TypeWord]


def of_original(line: str) -> tuple[list[str], list[str]]:
    """Return the types and the subtypes of an original's type line."""
    first, _, second = _divided(line)
    return first.split(), second.split()


def of_translation(line: str, language: Language) -> TypeWords:
    """Return the types and subtypes of a translation's type line, as the original calls them."""
    first, begin, second = _divided(line)
    known = language.lexicon.checks.types
    types = [TypeWord(known[match[0]], *match.span()) for match in _any(language).finditer(first)]
    subtypes = [
        TypeWord(
            language.lexicon.subtypes.get(match[0], ""), begin + match.start(), begin + match.end()
        )
        for match in PIECE.finditer(second)
    ]
    return TypeWords(types, subtypes)


def in_text(text: str, span: tuple[int, int], language: Language) -> Iterator[TypeWord]:
    """Yield the subtypes that a line of a translation speaks of, as words of their own."""
    for match in _subtypes(language).finditer(text, *span):
        yield TypeWord(language.lexicon.subtypes[match[0]], *match.span())


@cache
def words_for(language: Language) -> Mapping[str, str]:
    """Return how a language says each type and subtype of originals; the first it lists."""
    said: dict[str, str] = {}
    for words, meant in (
        *language.lexicon.checks.types.items(),
        *language.lexicon.subtypes.items(),
    ):
        said.setdefault(meant, words)
    return said


def is_supertype(word: str, language: Language) -> bool:
    """Tell whether a word of a type line is a supertype, which stands right before the type."""
    known = language.lexicon.documents.supertypes
    return word in known or f"{word}・" in known


def between(word: str, language: Language) -> str:
    """Return what stands between a type and the next."""
    if language.lexicon.spaces:
        return " "
    return "" if is_supertype(word, language) else "・"


def _divided(line: str) -> tuple[str, int, str]:
    match = DASH.search(line)
    return (line[: match.start()], match.end(), line[match.end() :]) if match else (line, 0, "")


@cache
def _any(language: Language) -> re.Pattern[str]:
    words = sorted(language.lexicon.checks.types, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)) or "(?!)")


@cache
def _subtypes(language: Language) -> re.Pattern[str]:
    words = sorted(filter(None, language.lexicon.subtypes), key=len, reverse=True)
    letter = language.lexicon.checks.letter.pattern
    return re.compile(f"(?<!{letter})(?:{'|'.join(map(re.escape, words)) or '(?!)'})(?!{letter})")
