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
    return lower or name in keywords or bool(lexicon.documents.terms.search(name))
