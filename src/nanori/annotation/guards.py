"""The compiled patterns of a language's guards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from nanori.grammar import languages


@dataclass(frozen=True, slots=True)
class Guards:
    """The compiled patterns of a language's guards."""

    letter: re.Pattern[str]
    begins: re.Pattern[str]
    ordinary_before: re.Pattern[str]
    demonstrative: re.Pattern[str]
    ordinary_after: re.Pattern[str]
    object_after: re.Pattern[str]
    predicate: re.Pattern[str]
    governed: re.Pattern[str]
    common: re.Pattern[str]
    larger_before: re.Pattern[str]
    larger_after: re.Pattern[str]
    heading: re.Pattern[str]
    evident: re.Pattern[str]
    untranslated: re.Pattern[str]
    word: re.Pattern[str]
    opens: re.Pattern[str]
    closes: re.Pattern[str]
    acts: re.Pattern[str]
    vocabulary: frozenset[str]
    plain: frozenset[str]
    """Words of the rules language, in small letters."""
    divided: bool
    """Whether something stands between the words of a sentence."""


@cache
def guards(code: str) -> Guards:
    """Return the guards of a language, compiled once."""
    language = languages.load(code)
    lexicon = language.lexicon
    given = lexicon.guards
    patterns = {
        field: re.compile(getattr(given, field) or r"(?!)")
        for field in Guards.__slots__
        if hasattr(given, field)
    }
    words = frozenset(
        word
        for name in ("keyword_name", "subtype", "game_word")
        for word in lexicon.words.get(name, ())
    )
    plain = frozenset(word.lower() for word in language.plain_words)
    divided = bool(lexicon.short.word)
    return Guards(**patterns, vocabulary=words, plain=plain, divided=divided)
