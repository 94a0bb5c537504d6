"""Terms of the rules and what translations say for them: `terms/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language

FOLDER = Path(__file__).parent / "terms"


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
