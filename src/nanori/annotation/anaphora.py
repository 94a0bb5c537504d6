"""Demonstratives that mean an object just mentioned, and so are no reference."""

from __future__ import annotations

import re

from nanori.annotation.mentions import Mention
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.anaphora import ThirdObject
from nanori.model.values import Card

NEAR = 80
"""How many code points around a demonstrative are looked at to tell what it means."""


def is_meant(mention: Mention, card: Card, start: int, language: Language) -> bool:
    """Tell whether a demonstrative means an object just mentioned, not the one it is on.

    “Treat this token as …” on what is no token; in a quoted choice, “this creature” on what is
    no creature: it is whoever chooses that has one. `start` is where the paragraph begins.
    """
    nouns = language.lexicon.third_object
    if mention.form == "bare":
        return _goes_on(mention, card.text, start, nouns)
    if mention.form != "this" or mention.granted:
        return False
    words = card.text[start + mention.start : start + mention.end]
    if mention.created and words.endswith(nouns.tokens):
        return nouns.token_type not in (card.layout, *card.type.split())
    if mention.chosen and card.type:
        return any(words.endswith(noun) and noun not in card.type for noun in nouns.types)
    return False


def _goes_on(mention: Mention, text: str, start: int, nouns: ThirdObject) -> bool:
    """Tell whether “this” goes on about what the sentence before has made of another object."""
    if not nouns.bare_before:
        return False
    place, end = start + mention.start, start + mention.end
    return bool(
        re.match(nouns.bare_after, text[end : end + NEAR])
        and re.search(nouns.bare_before, text[max(0, place - NEAR) : place])
    )
