"""Questions to the tree of a line: what introduces it, which keyword it is, whether it triggers."""

from __future__ import annotations

from nanori.grammar.clauses import AUXILIARIES, VERBS
from nanori.grammar.phrases import NAMES
from nanori.grammar.places import BRACKETS, is_node, leaves, tokens
from nanori.model.values import Node, Token

PARTS = frozenset({"MODE", "DIE_RESULT"})
"""Terminals that begin a line which is a part of the ability above it (CR 700.2, 706.3)."""
_CUT = frozenset({"DASH", "COLON", "COMMA"})
"""Terminals behind which a keyword's own words have ended."""
_NO_KEYWORD = VERBS | AUXILIARIES | NAMES | {"STOP", "TOPIC", "NOMINATIVE", "ACCUSATIVE"}
"""Terminals of a sentence, or of a name, that no keyword has in it."""


def marks_of(tree: Node) -> frozenset[str]:
    """Return the terminals of what introduces a line: a loyalty cost, a chapter, a mode."""
    first = next(iter(tree.children), None)
    if isinstance(first, Node) and first.kind == "mode":
        tree = first
    return frozenset(part.type for part in tokens(tree))


def is_part(tree: Node) -> bool:
    """Tell whether a line is a part of the ability above it: a mode, a result of a die."""
    return bool(marks_of(tree) & PARTS)


def has_cost(tree: Node) -> bool:
    """Tell whether a line has a cost before a colon (CR 602.1)."""
    return any(is_node(part, "cost") for part in tree.children)


def has_trigger(tree: Node, *, verb_last: bool) -> bool:
    """Tell whether a line's first sentence begins with an event, or leads up to it (CR 603.1).

    Where verbs stand last, what goes before “when” may be a topic or a place.
    """
    sentence = next((part for part in tree.children if isinstance(part, Node)), None)
    if sentence is not None and sentence.kind == "mode":
        sentence = next((part for part in sentence.children if isinstance(part, Node)), None)
    if sentence is None or sentence.kind != "sentence":
        return False
    parts = sentence.children if verb_last else sentence.children[:1]
    return any(is_node(part, "trigger") for part in parts)


def keyword_of(tree: Node, text: str) -> str:
    """Return a line's words before a symbol, a number, a dash or a bracket; "" for a sentence.

    A keyword with its cost or number has no verb there, and no name.
    """
    end = tree.start
    cut = False
    for _, part in leaves(tree, but=BRACKETS):
        if isinstance(part, Node):
            if part.kind in (*BRACKETS, "mode"):
                break
            continue
        if part.type in _CUT or (cut and part.type == "STOP"):
            break
        if part.type in _NO_KEYWORD:
            return ""
        words = text[part.start : part.end]
        number = next((place for place, sign in enumerate(words) if sign.isdigit()), len(words))
        if not cut and part.type != "SYMBOL":
            end = part.start + number
        cut = cut or part.type == "SYMBOL" or number < len(words)
    return text[tree.start : end].strip()


def whole_of(tree: Node, text: str) -> str:
    """Return what stands alone on a line: before a dash that introduces it, or in all of it.

    What is in brackets is left out.
    """
    for mark in tokens(tree):
        if mark.type == "ABILITY_WORD":
            return text[mark.start : mark.end].strip(" —―─-")
    bracket = next(
        (part.start for _, part in leaves(tree, but=BRACKETS) if _is_bracket(part)), None
    )
    return text[:bracket].strip()


def _is_bracket(part: Node | Token) -> bool:
    return isinstance(part, Node) and part.kind in BRACKETS
