"""Demonstratives that mean an object just mentioned, and so are no reference."""

from __future__ import annotations

from nanori.annotation.mentions import Mention
from nanori.grammar import taking_up
from nanori.grammar.languages import Language
from nanori.model.values import Card


def is_meant(mention: Mention, card: Card, start: int, language: Language) -> bool:
    """Tell whether a demonstrative means an object just mentioned, not the one it is on.

    “Treat this token as …” on what is no token; in a quoted choice, “this creature” on what is
    no creature: it is whoever chooses that has one. `start` is where the paragraph begins.
    """
    nouns = language.lexicon.third_object
    if mention.form != "this" or mention.granted:
        return False
    words = card.text[start + mention.start : start + mention.end]
    if mention.created and words.endswith(nouns.tokens):
        return nouns.token_type != card.layout and nouns.token_type not in card.type.split()
    typed = (nouns.also_that and mention.scope != "quote") or (
        nouns.typed and mention.scope == "rules"
    )
    if (mention.chosen or typed) and card.type:
        types = card.type.lower()
        said = (*nouns.types, *language.lexicon.restyling.spells)
        if not mention.chosen and not any(noun.lower() in types for noun in said):
            return False  # the type line is in another language
        noun = taking_up.base(words.partition(" ")[2].lower(), nouns)
        return any(
            (words.endswith(name) or noun == name.lower()) and name.lower() not in types
            for name in nouns.types
        )
    return False
