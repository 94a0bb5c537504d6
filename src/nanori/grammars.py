"""A language's files to a parser and to the scanner that feeds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from lark import Lark
from lark.lexer import Lexer

from nanori import languages
from nanori.errors import NanoriError
from nanori.model import Node, Token

if TYPE_CHECKING:
    from collections.abc import Callable

MENTIONS = ("THIS_OBJECT", "BARE_THIS", "PLACEHOLDER")
"""Terminals that are references by themselves."""
NAMINGS = ("NAMED", "ITS_NAME", "TOKEN_NAMED", "CREATED", "TURNED_INTO", "PARTNER", "MENTIONED")
"""Terminals that capture a name; where several begin, these come before the others."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """What scans and parses one language."""

    scanner: re.Pattern[str]
    """Finds every terminal in a paragraph; the group's number tells which."""
    terminals: tuple[str, ...]
    """The terminal of each group by number; empty for the names that a terminal captures."""
    searcher: re.Pattern[str]
    """As `scanner`, but only what can be or hold a reference: MENTIONS and NAMINGS."""
    searched: tuple[str, ...]
    """The terminal of each group of `searcher`."""
    parse: Callable[[list[Token]], Node]
    """Turns the tokens of a paragraph into its tree."""


class _Ready(Lexer):
    """A lexer over tokens that are there already."""

    def __init__(self, lexer_conf: object) -> None:
        del lexer_conf

    def lex(self, data: list[Any]) -> Iterator[Any]:  # type: ignore[override]
        return iter(data)


class _Leaf:
    """A token as Lark wants it: with a type, and the places it copies to its end mark."""

    __slots__ = ("token", "type")
    start_pos = end_pos = line = column = end_line = end_column = 0

    def __init__(self, token: Token) -> None:
        self.type = token.type
        self.token = token


class _Builder:
    """Makes our frozen nodes as Lark reduces; Lark's own trees never leave this module."""

    def __getattr__(self, kind: str) -> Callable[[list[Any]], Node]:
        if kind.startswith("_") or kind.isupper():
            raise AttributeError(kind)
        return partial(_node, kind)

    def start(self, children: list[Node]) -> Node:
        return children[0]


def _node(kind: str, children: list[Any]) -> Node:
    parts = tuple([child.token if type(child) is _Leaf else child for child in children])
    if not parts:
        return Node(kind, 0, 0, ())
    return Node(kind, parts[0].start, parts[-1].end, parts)


@cache
def load(code: str) -> Grammar:
    """Return the grammar of a language, built on first use and kept."""
    language = languages.load(code)
    try:
        lark = Lark(
            language.grammar,
            parser="lalr",
            lexer=_Ready,
            keep_all_tokens=True,
            maybe_placeholders=False,
            transformer=_Builder(),
        )
        for rule in lark.rules:  # plain strings are compared in C, Lark's own in Python
            rule.origin.name = str(rule.origin.name)
        patterns = {one.name: one.pattern.to_regexp() for one in lark.terminals if one.pattern}
        ranks = {one.name: -one.priority for one in lark.terminals}
        order = sorted(
            patterns,
            key=lambda name: (name not in NAMINGS, ranks[name], language.grammar.find(f"\n{name}")),
        )
        starts = language.lexicon.starts
        scanner, terminals = _scanner(order, patterns, starts)
        wanted = [name for name in order if name in MENTIONS + NAMINGS]
        searcher, searched = _scanner(wanted, patterns, starts)
    except Exception as error:
        raise NanoriError(f"the grammar does not work: {error}", path=f"{code}.lark") from error

    def parse(tokens: list[Token]) -> Node:
        return lark.parse([_Leaf(token) for token in tokens])  # type: ignore[return-value,arg-type]

    return Grammar(scanner, terminals, searcher, searched, parse)


def _scanner(
    order: list[str], patterns: dict[str, str], starts: str
) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return one pattern for all terminals, and which group is which."""
    names = [""]
    for name in order:
        names += [name, *[""] * re.compile(patterns[name]).groups]
    joined = "|".join(f"({patterns[name]})" for name in order)
    return re.compile(f"(?:{starts})(?:{joined})"), tuple(names)
