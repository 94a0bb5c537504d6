"""Nouns of a text to those that say several objects, where singular and plural are alike."""

from __future__ import annotations

from collections.abc import Collection

from nanori.game.abilities import Ability
from nanori.grammar import phrases, places, trees
from nanori.grammar.languages import Language
from nanori.grammar.places import Path
from nanori.model.values import Token

SINGLE = phrases.DETERMINERS | {"KEYWORD", "ENCHANTED"}
"""Terminals of what stands before one object, unless it is a word for several."""


def among(ability: Ability, starts: Collection[int]) -> set[int]:
    """Return those of the nouns that begin at these places that are in the plural.

    “All Sheep”, “Sheep you control”, “the number of Sheep”; not “a Sheep”, “three Sheep tokens”,
    “Enchant Sheep”, which says what one object is. Takes time in proportion to the text.
    """
    plural: set[int] = set()
    for begin, end in trees.paragraphs(ability.text) if starts else ():
        paragraph = ability.text[begin:end]
        tree = trees.parse_paragraph(paragraph, ability.language)
        for path, part in places.leaves(tree):
            noun = isinstance(part, Token) and begin + part.start in starts
            if noun and _is_several(path, paragraph, ability.language):
                plural.add(begin + part.start)
    return plural


def _is_several(path: Path, paragraph: str, language: Language) -> bool:
    if _belongs(path):
        return False
    phrase, place = path[-1]
    before = phrase.children[max(0, place - places.NEAR) : place]
    said = [word for word in before if isinstance(word, Token) and word.type in SINGLE]
    if not said:
        return bool(places.within(path, "subject", "object", "pp"))
    several = language.lexicon.scenarios.changes.several
    counted = {word: bool(several.match(paragraph, word.start, word.end)) for word in said}
    # “Each other Sheep” is one after the other.
    each = any(word.type == "INDEFINITE" and not counted[word] for word in said)
    return any(counted.values()) and not each


def _belongs(path: Path) -> bool:
    """Tell whether a noun stands before another that it says the kind of: “Sheep tokens”."""
    behind = places.beside(path, 1)
    return isinstance(behind, Token) and behind.type in phrases.NOUNS
