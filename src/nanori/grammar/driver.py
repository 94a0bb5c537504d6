"""Tokens to the tree that a grammar's tables give them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from nanori.grammar.tables import Production, Tables
from nanori.model.values import Node, Token

if TYPE_CHECKING:
    Value = Token | Node | list["Value"]

# The terminal after the last token.
END: Final = "$END"


class Unexpected(ValueError):
    """A token that the grammar has no place for; a grammar that accepts all sequences has none."""


# A chain of reductions by productions of one part, as object → np → NAME, is one step, found once:
# the kinds of its nodes, the state after it, and what to do there: reduce by a production of more
# parts, else shift to a state; neither where no more is expected.
_Way = tuple[tuple[str, ...], int, Production | None, int | None]


class Driver:
    """Parses by the tables of one grammar."""

    def __init__(self, tables: Tables) -> None:
        """Keep the tables, and remember the paths found through them."""
        self._tables = tables
        self._ways: defaultdict[str, dict[int, _Way]] = defaultdict(dict)
        """By the next terminal, and the states below and above."""

    def parse(self, tokens: Sequence[Token]) -> Node:
        """Return the tree of the tokens; its leaves are these tokens, in order.

        The result of a production without a kind belongs to the node that it is part of. Takes time
        linear in the tokens. Raises Unexpected for a token the grammar has no place for.
        """
        gotos = self._tables.gotos
        many = len(gotos)
        # states  s0 … below state   one more than values: state is on top, below is under it, and
        # values  v1 …       part    a reduction by two parts goes on from the state under both
        below, state = 0, self._tables.start
        states, values = [state], cast("list[Value]", [])
        last = tokens[-1].end if tokens else 0
        for token in (*tokens, Token(END, last, last)):
            terminal = token.type
            ways = self._ways[terminal]
            while True:
                try:
                    kinds, state, production, action = ways[below * many + state]
                except KeyError:
                    kinds, state, production, action = self._way(below, state, terminal)
                if kinds:
                    part = values[-1]
                    for kind in kinds:
                        if isinstance(part, list):
                            part = _node(kind, _flat(part), token)
                        else:
                            part = Node(kind, part.start, part.end, (part,))
                    values[-1] = part
                if production is None:
                    states[-1] = state
                    break
                origin, kind, size = production
                if size == 2:
                    part = values.pop()
                    states.pop()
                    first = values[-1]
                    if not kind:
                        if isinstance(first, list):  # a long list is not copied to grow by one
                            first.append(part)
                        else:
                            values[-1] = [first, part]
                    elif isinstance(first, list) or isinstance(part, list):
                        values[-1] = _node(kind, _flat([first, part]), token)
                    else:
                        values[-1] = Node(kind, first.start, part.end, (first, part))
                    below = states[-2]
                else:
                    parts = values[-size:] if size else []
                    if size:
                        del values[-size:], states[-size:]
                    else:
                        states[-1] = state
                    values.append(_node(kind, _flat(parts), token) if kind else _joined(parts))
                    below = states[-1]
                    states.append(below)
                state = gotos[below][origin]
            if action is None:
                if state == self._tables.end:
                    break
                raise Unexpected(terminal)
            below, state = state, action
            states.append(state)
            values.append(token)
        root = values[0]
        assert type(root) is Node
        return root

    def _way(self, below: int, state: int, terminal: str) -> _Way:
        """Return what all consecutive productions of one part make of it, and what is next."""
        offset = below * len(self._tables.gotos) + state
        actions, goto = self._tables.actions, self._tables.gotos[below]
        kinds: list[str] = []
        while True:
            action = actions[state].get(terminal)
            production = (
                None if action is None or action >= 0 else self._tables.productions[~action]
            )
            if production is None or production.size != 1:
                break
            kinds += [production.kind] if production.kind else ()
            state = goto[production.origin]
        way = self._ways[terminal][offset] = tuple(kinds), state, production, action
        return way


def _node(kind: str, children: tuple[Token | Node, ...], next_token: Token) -> Node:
    """Return a node; one without parts is where the next token begins."""
    if not children:
        return Node(kind, next_token.start, next_token.start, ())
    return Node(kind, children[0].start, children[-1].end, children)


def _joined(parts: list[Value]) -> Value:
    """Return parts without a node of their own; a long list is not copied to grow by one."""
    first = parts[0] if parts else []
    if len(parts) == 1:
        return first
    if isinstance(first, list):
        first.extend(parts[1:])
        return first
    return parts


def _flat(parts: list[Value]) -> tuple[Token | Node, ...]:
    """Return the tokens and nodes in lists of lists, in order, without recursion."""
    if list not in map(type, parts):
        return tuple(parts)  # type: ignore[arg-type]
    flat: list[Token | Node] = []
    waiting = parts[::-1]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, list):
            flat.append(part)
            continue
        for inner in part:
            if inner.__class__ is list:
                waiting += reversed(part)
                break
        else:
            flat += part  # type: ignore[arg-type]
    return tuple(flat)
