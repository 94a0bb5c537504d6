"""What a sentence does with what stands in it: chooses it, creates it."""

from __future__ import annotations

from nanori.grammar import clauses, places
from nanori.grammar.places import Path
from nanori.model.values import Node, Token


def is_chosen(path: Path) -> bool:
    """Tell whether a quotation is a choice or an effect, and no ability, by what is behind it."""
    return any(
        verb.type in ("CHOOSE", "DO") for verb in clauses.verbs_of(clauses.predicate_of(path))
    )


def creates(path: Path) -> bool:
    """Tell whether the sentence around a place creates something, by its verbs and tokens."""
    sentence = places.within(path, "sentence")
    node = places.at(sentence) if sentence else None
    if not isinstance(node, Node):
        return False
    for _, part in places.leaves(node, sentence, but=places.BRACKETS):
        if isinstance(part, Token) and part.type in ("MAKE", "TOKEN"):
            return True
    return False
