"""A word of a text to whether it says several objects, where its singular and plural are alike."""

from __future__ import annotations

from nanori.game.abilities import Ability
from nanori.grammar import phrases, places, trees
from nanori.grammar.places import Path
from nanori.model.values import Token

SINGLE = phrases.DETERMINERS | {"KEYWORD", "ENCHANTED"}
"""Terminals of what stands before one object, unless it is a word for several."""


def is_several(ability: Ability, start: int) -> bool:
    """Tell whether a noun that begins there is in the plural.

    “All Sheep”, “Sheep you control”, “the number of Sheep”; not “a Sheep”, “three Sheep tokens”,
    “Enchant Sheep”, which says what one object is.
    """
    text = ability.text
    begin = text.rfind("\n", 0, start) + 1
    end = text.find("\n", start)
    paragraph = text[begin : end if end >= 0 else len(text)]
    tree = trees.parse_paragraph(paragraph, ability.language)
    path = places.leaf_at(tree, start - begin)
    if not path or _belongs(path):
        return False
    phrase, place = path[-1]
    before = [word for word in phrase.children[:place] if isinstance(word, Token)]
    said = [word for word in before if word.type in SINGLE]
    if not said:
        return bool(places.within(path, "subject", "object", "pp"))
    several = ability.language.lexicon.scenarios.changes.several
    counted = {word: bool(several.match(paragraph, word.start, word.end)) for word in said}
    # “Each other Sheep” is one after the other.
    each = any(word.type == "INDEFINITE" and not counted[word] for word in said)
    return any(counted.values()) and not each


def _belongs(path: Path) -> bool:
    """Tell whether a noun stands before another that it says the kind of: “Sheep tokens”."""
    behind = places.beside(path, 1)
    return isinstance(behind, Token) and behind.type in phrases.NOUNS

