"""Abilities to their kinds: activated, triggered, static, spell (CR 113.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from nanori.annotation import quotations
from nanori.game.abilities import Ability
from nanori.grammar import lines
from nanori.grammar.lexicon.scenarios import AbilityWords
from nanori.model.values import NAMES, Node

AbilityKind = Literal["activated", "triggered", "static", "spell"]
"""What CR 113.3 calls an ability."""
KINDS: tuple[AbilityKind, ...] = ("activated", "triggered", "static", "spell")
KEPT = 4096
"""How many abilities are remembered; many objects have the same."""


def kinds(abilities: Iterable[Ability], types: str) -> list[AbilityKind]:
    """Return the kind of each ability of an object. CR 113.3, 614.12c, 700.2.

    A mode is of the kind of what it is a mode of, unless it has a trigger or a cost of its own.
    """
    told: list[AbilityKind] = []
    for ability in abilities:
        own = kind(ability, types)
        part = told and own in ("static", "spell") and is_part(ability)
        told.append(told[-1] if part else own)
    return told


@lru_cache(KEPT)
def is_part(ability: Ability) -> bool:
    """Tell whether a line is part of the ability above it: a mode, a result of a die."""
    return lines.is_part(_tree(ability))


def kind(ability: Ability, types: str) -> AbilityKind:
    """Return the kind of an ability of an object with these types (CR 113.3)."""
    words = ability.language.lexicon.scenarios.abilities
    return _kind(ability, spell=any(word in types for word in words.spells))


@lru_cache(KEPT)
def _kind(ability: Ability, *, spell: bool) -> AbilityKind:
    """Return the kind of an ability, of a spell or of something else (CR 113.3).

    Activated is what has a cost before a colon, a loyalty cost, or a keyword that stands for such
    an ability; triggered what begins with a trigger, or such a keyword. The rest are a spell's
    own abilities if the object is an instant or sorcery, else static.
    """
    lexicon = ability.language.lexicon
    words, tree = lexicon.scenarios.abilities, _tree(ability)
    marks = lines.marks_of(tree)
    if "LOYALTY_COST" in marks or lines.has_cost(tree):
        return "activated"
    if "CHAPTER" in marks:  # CR 714.2b
        return "triggered"
    keyword = _keyword(ability, tree, words)
    triggers = lines.has_trigger(tree, verb_last=lexicon.verb_last)
    # A spell that does something later has a trigger in its spell ability (CR 603.7).
    if triggers and not (
        spell and not any(reference.target == "self" for reference in ability.references)
    ):
        return "triggered"
    if keyword:
        return keyword
    return "spell" if spell else "static"


def _tree(ability: Ability) -> Node:
    return quotations.tree(ability.text, ability.language, ability.references)


def _begins_with_name(ability: Ability) -> bool:
    return any(reference.start == 0 and reference.form in NAMES for reference in ability.references)


def _keyword(ability: Ability, tree: Node, words: AbilityWords) -> AbilityKind | None:
    """Return what kind of ability a line is as a keyword: “equip Knight {1}”, “landcycling {2}”."""
    if _begins_with_name(ability):
        return None
    whole = lines.whole_of(tree, ability.text).lower()
    heading = lines.keyword_of(tree, ability.text).lower()
    kinds: dict[AbilityKind, tuple[str, ...]] = {
        "activated": words.activated_keywords,
        "triggered": words.triggered_keywords,
    }
    for kind, keywords in kinds.items():
        for keyword in map(str.lower, keywords):
            if keyword in (whole, heading) or _is_kind_of(heading, keyword):
                return kind
    return None


def _is_kind_of(heading: str, keyword: str) -> bool:
    """Tell whether words are a keyword with more before or behind it, not another word."""
    behind = heading[len(keyword) : len(keyword) + 1]
    goes_on = behind.isascii() and behind.isalpha()
    return heading.endswith(keyword) or (heading.startswith(keyword) and not goes_on)
