"""Tokens to the tree that the tables of a grammar make of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nanori.grammar.tables import Tables
from nanori.model.values import Node, Token

if TYPE_CHECKING:
    Value = Token | Node | list["Value"]

END = "$END"
"""The terminal behind the last token."""


class Unexpected(ValueError):
    """A token that no tree goes on with; of a grammar that accepts all sequences there is none."""


def parse(tables: Tables, tokens: Sequence[Token]) -> Node:
    """Return the tree of the tokens; its leaves are these tokens, in their order.

    What a production without a kind makes belongs to the node that it is a part of. Takes time in
    proportion to the tokens. Raises Unexpected for a token the grammar has no place for.
    """
    actions, gotos, productions = tables.actions, tables.gotos, tables.productions
    states = [tables.start]
    values: list[Value] = []
    state = tables.start
    place, count = 0, len(tokens)
    while state != tables.end:
        action = actions[state].get(tokens[place].type if place < count else END)
        if action is None:
            raise Unexpected(tokens[place].type if place < count else END)
        if action >= 0:
            state = action
            states.append(state)
            if place < count:
                values.append(tokens[place])
            place += 1
            continue
        origin, kind, size = productions[~action]
        if size:
            parts = values[-size:]
            del values[-size:], states[-size:]
        else:
            parts = []
        values.append(_node(kind, parts, tokens, place) if kind else _joined(parts))
        state = gotos[states[-1]][origin]
        states.append(state)
    root = values[0]
    assert isinstance(root, Node)
    return root


def _joined(parts: list[Value]) -> Value:
    """Return parts that have no node of their own; a long list is not copied to grow by one."""
    first = parts[0] if parts else []
    if len(parts) == 1:
        return first
    if isinstance(first, list):
        first.extend(parts[1:])
        return first
    return parts


def _node(kind: str, parts: list[Value], tokens: Sequence[Token], place: int) -> Node:
    """Return a node of these parts; one without any stands where the next token begins."""
    children = _flat(parts)
    if not children:
        here = tokens[place].start if place < len(tokens) else (tokens[-1].end if tokens else 0)
        return Node(kind, here, here, ())
    return Node(kind, children[0].start, children[-1].end, children)


def _flat(parts: list[Value]) -> tuple[Token | Node, ...]:
    """Return the tokens and nodes in lists of lists, in their order, without recursion."""
    for part in parts:
        if isinstance(part, list):
            break
    else:
        return tuple(parts)  # type: ignore[arg-type]
    found: list[Token | Node] = []
    waiting = parts[::-1]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += reversed(part)
        else:
            found.append(part)
    return tuple(found)
