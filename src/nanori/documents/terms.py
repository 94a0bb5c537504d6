"""Words in two languages that are no card's name: tokens' names, terms, phrases."""

from __future__ import annotations

import re

from nanori.grammar.languages import Language


def is_token(name: str, language: Language) -> bool:
    """Tell whether a name is a token's, which says so at its end."""
    return name.lower().endswith(language.lexicon.third_object.tokens)


def is_term(name: str, language: Language) -> bool:
    """Tell whether words in two languages are no card's name: a phrase, a word of the rules."""
    lexicon = language.lexicon
    keywords = lexicon.words.get("keyword_name", ())
    lower = lexicon.default and not all(
        word[:1].isupper() or word in lexicon.short.small or len(word) < 4
        for word in re.findall(r"[^\W\d_][\w'’-]*", name)
    )
    if lower or name in keywords or (lexicon.spaces and len(name.split()) == 1):
        return True
    words = lexicon.documents
    ends = (match.end() for match in words.terms.finditer(name))
    return len(name) in ends or bool(words.no_beginnings.match(name))
