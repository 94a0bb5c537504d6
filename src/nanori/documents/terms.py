"""Words in two languages that are no card's name: tokens' names, terms, phrases."""

from __future__ import annotations

import re

from nanori.grammar import languages
from nanori.grammar.languages import reference_language


def is_token(name: str, lang: str) -> bool:
    """Tell whether a name is a token's, which says so at its end."""
    nouns = languages.load(lang).lexicon.third_object.tokens
    return name.lower().endswith(nouns)


def is_term(name: str, lang: str) -> bool:
    """Tell whether words in two languages are no card's name: a phrase, a word of the rules."""
    lexicon = languages.load(lang).lexicon
    keywords = lexicon.words.get("keyword_name", ())
    pattern = lexicon.documents.terms
    lower = lang == reference_language() and not all(
        word[:1].isupper() or word in lexicon.short.small or len(word) < 4
        for word in re.findall(r"[^\W\d_][\w'’-]*", name)
    )
    return lower or name in keywords or bool(pattern and re.search(pattern, name))
