"""Terms and words of the rules, and what translations say for them: `terms/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language

FOLDER = Path(__file__).parent / "terms"

WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


class TermWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of the language of originals, with those of this one; all are optional."""

    terms: dict[str, tuple[str, ...]] = {}
    """Words of the language of originals, to those any of which says the same."""
    types: dict[str, str] = {}
    """Types and supertypes as type lines write them, to those of originals."""
    translations: dict[str, tuple[str, ...]] = {}
    """Words of rules in the language of originals, to those any of which says the same."""
    fillers: tuple[str, ...] = ()
    """Words in which no term begins or ends, in small letters."""


@cache
def term_words(language: Language) -> TermWords:
    """Return the terms of the rules in a language."""
    return languages.read_words(FOLDER, language, TermWords)


@cache
def rules_words(language: Language) -> frozenset[str]:
    """Return the words of the rules in a language and their originals, in lower case.

    Names and terms are often left as the original has them: either is a word there.
    """
    lexicon = language.lexicon
    words = {word for listed in lexicon.words.values() for word in listed}
    for word, translations in term_words(language).terms.items():
        words |= {word, *translations}
    return frozenset(word.casefold() for word in (*words, *language.plain_words))


def small_words(name: str) -> list[str]:
    """Return the words of a name in lower case."""
    return WORD.findall(name.casefold())


def uncapped(text: str) -> Iterator[str]:
    """Yield the words of a text that are in lower case: those are not names."""
    return (word for word in WORD.findall(text) if word.islower())
