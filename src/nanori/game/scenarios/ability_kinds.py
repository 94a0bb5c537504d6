"""Abilities to their kinds: activated, triggered, static, spell (CR 113.3)."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from nanori.annotation import quotations
from nanori.game.abilities import Ability
from nanori.grammar.lexicon.pattern import Pattern
from nanori.grammar.lexicon.scenarios import AbilityWords
from nanori.model.values import NAMES, Node, Token

AbilityKind = Literal["activated", "triggered", "static", "spell"]
"""What CR 113.3 calls an ability."""
KINDS: tuple[AbilityKind, ...] = ("activated", "triggered", "static", "spell")


def kind(ability: Ability, types: str) -> AbilityKind:
    """Return the kind of an ability of an object with these types (CR 113.3).

    Activated is what has a cost before a colon, a loyalty cost, or a keyword that stands for such
    an ability; triggered what begins with a trigger, or such a keyword. The rest are a spell's
    own abilities if the object is an instant or sorcery, else static.
    """
    words = ability.language.lexicon.scenarios.abilities
    tree = quotations.tree(ability.text, ability.language, ability.references)
    marks = {part.type for part in tree.children if isinstance(part, Token)}
    if "LOYALTY_COST" in marks or _cost(tree):
        return "activated"
    if "CHAPTER" in marks:  # CR 714.2b
        return "triggered"
    start = max((part.end for part in _markers(tree)), default=0)
    text = ability.text[start:]
    named = any(
        reference.start == start and reference.form in NAMES for reference in ability.references
    )
    if not named and (_begins(words.activated_keywords, text) or _keyword_cost(tree, text, words)):
        return "activated"
    if words.triggered.match(text) or (not named and _begins(words.triggered_keywords, text)):
        return "triggered"
    return "spell" if any(word in types for word in words.spells) else "static"


def _cost(tree: Node) -> bool:
    return any(isinstance(part, Node) and part.kind == "cost" for part in tree.children)


def _keyword_cost(tree: Node, text: str, words: AbilityWords) -> bool:
    """Tell whether a cost stands behind an ability word that is a keyword elsewhere."""
    keyword = any(
        isinstance(part, Token) and part.type == "KEYWORD"
        for node in tree.children
        if isinstance(node, Node)
        for part in node.children
    )
    return keyword and bool(words.cost.match(text))


MARKERS = ("ABILITY_WORD", "CHAPTER", "LEVEL", "DIE_RESULT", "MODE")
"""What may stand before an ability on its line."""


def _markers(tree: Node) -> list[Token]:
    return [part for part in tree.children if isinstance(part, Token) and part.type in MARKERS]


def _begins(keywords: tuple[Pattern, ...], text: str) -> bool:
    return bool(keywords and _keyword(keywords).match(text))


@cache
def _keyword(keywords: tuple[Pattern, ...]) -> re.Pattern[str]:
    """Return the pattern of any of the keywords, not as a part of a longer word."""
    listed = "|".join(f"(?:{keyword.pattern})" for keyword in keywords)
    return re.compile(rf"(?:{listed})(?![A-Za-z])")
