"""Tokens to the tree that the tables of a grammar make of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from nanori.grammar.tables import Tables
from nanori.model.values import Node, Token

if TYPE_CHECKING:
    Value = Token | Node | list["Value"]

# The terminal behind the last token.
END = "$END"


class Unexpected(ValueError):
    """A token that no tree goes on with; of a grammar that accepts all sequences there is none."""


class Driver:
    """Parses by the tables of one grammar."""

    def __init__(self, tables: Tables) -> None:
        """Keep the tables, and remember the ways that were found through them."""
        self._tables = tables
        self._renamed: dict[tuple[int, int, str], int] = {}
        """By the state below, the state and the next terminal: where productions lead that only
        call what is there by another name."""

    def parse(self, tokens: Sequence[Token]) -> Node:
        """Return the tree of the tokens; its leaves are these tokens, in their order.

        What a production without a kind makes belongs to the node that it is a part of. Takes time
        in proportion to the tokens. Raises Unexpected for a token the grammar has no place for.
        """
        actions, gotos = self._tables.actions, self._tables.gotos
        productions, renamed = self._tables.productions, self._renamed
        state = self._tables.start
        states, values = [state], cast("list[Value]", [])
        last = tokens[-1].end if tokens else 0
        for token in (*tokens, Token(END, last, last)):
            terminal = token.type
            action = actions[state].get(terminal)
            while action is not None and action < 0:
                origin, kind, size = productions[~action]
                if size == 1 and not kind:
                    way = (states[-2], state, terminal)
                    state = states[-1] = renamed.get(way) or self._rename(way)
                    action = actions[state].get(terminal)
                    continue
                parts = values[-size:] if size else []
                if size:
                    del values[-size:], states[-size:]
                if not kind:
                    values.append(_joined(parts))
                elif children := _flat(parts):
                    values.append(Node(kind, children[0].start, children[-1].end, children))
                else:  # a node without parts stands where the next token begins
                    values.append(Node(kind, token.start, token.start, ()))
                state = gotos[states[-1]][origin]
                states.append(state)
                action = actions[state].get(terminal)
            if action is None:
                if state == self._tables.end:
                    break
                raise Unexpected(terminal)
            state = action
            states.append(state)
            values.append(token)
        root = values[0]
        assert isinstance(root, Node)
        return root

    def _rename(self, way: tuple[int, int, str]) -> int:
        """Return the state behind all productions in a row that only rename one part."""
        below, state, terminal = way
        while (action := self._tables.actions[state].get(terminal, 0)) < 0:
            origin, kind, size = self._tables.productions[~action]
            if size != 1 or kind:
                break
            state = self._tables.gotos[below][origin]
        self._renamed[way] = state
        return state


def _joined(parts: list[Value]) -> Value:
    """Return parts that have no node of their own; a long list is not copied to grow by one."""
    first = parts[0] if parts else []
    if len(parts) == 1:
        return first
    if isinstance(first, list):
        first.extend(parts[1:])
        return first
    return parts


def _flat(parts: list[Value]) -> tuple[Token | Node, ...]:
    """Return the tokens and nodes in lists of lists, in their order, without recursion."""
    for part in parts:
        if part.__class__ is list:
            break
    else:
        return tuple(parts)  # type: ignore[arg-type]
    flat: list[Token | Node] = []
    waiting = parts[::-1]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += reversed(part)
        else:
            flat.append(part)
    return tuple(flat)
