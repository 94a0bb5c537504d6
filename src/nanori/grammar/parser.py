"""A language's files to a parser and to the scanner that feeds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from lark import Lark
from lark.lexer import Lexer

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.model.errors import NanoriError
from nanori.model.values import Node, Token

if TYPE_CHECKING:
    from collections.abc import Callable

MENTIONS = ("THIS_OBJECT", "BARE_THIS", "PLACEHOLDER")
"""Terminals that are references by themselves."""
NAMINGS = ("NAMED", "ITS_NAME", "TOKEN_NAMED", "CREATED", "TURNED_INTO", "PARTNER", "MENTIONED")
"""Terminals that capture a name; where several begin, these come before the others."""


@dataclass(frozen=True, slots=True)
class Scanner:
    """Finds terminals in a paragraph."""

    pattern: re.Pattern[str]
    """One group for each terminal; the group's number tells which."""
    terminals: tuple[str, ...]
    """The terminal of each group by number; empty for the names that a terminal captures."""


class Grammar:
    """What scans and parses one language."""

    def __init__(self, language: Language, lark: Lark) -> None:
        """Keep the parser and the terminals' patterns, those that announce a name first."""
        found = [one for one in lark.terminals if one.pattern]
        found.sort(
            key=lambda one: (
                one.name not in NAMINGS,
                -one.priority,
                language.grammar.find(f"\n{one.name}"),
            )
        )
        self._patterns = {one.name: one.pattern.to_regexp() for one in found}
        self.proper = re.compile(self._patterns.pop("PROPER", r"(?!)"))
        self._starts = language.lexicon.starts
        cues = language.lexicon.cues
        self._mention_cues = _cues(MENTIONS, cues)
        self._naming_cues = _cues(NAMINGS, cues)
        self._lark = lark

    def cued(self, paragraph: str) -> tuple[bool, bool]:
        """Return whether the paragraph may have demonstratives, and announced names."""
        return _any_in(self._mention_cues, paragraph), _any_in(self._naming_cues, paragraph)

    @cached_property
    def demonstratives(self) -> Scanner:
        """What finds demonstratives alone."""
        return self._scanner(lambda name: name in MENTIONS)

    @cached_property
    def announcements(self) -> Scanner:
        """What finds announced names alone."""
        return self._scanner(lambda name: name in NAMINGS)

    @cached_property
    def nameless(self) -> Scanner:
        """What finds every terminal but those that announce a name."""
        return self._scanner(lambda name: name not in NAMINGS)

    @cached_property
    def everything(self) -> Scanner:
        """What finds every terminal."""
        return self._scanner(lambda name: True)

    def _scanner(self, wanted: Callable[[str], bool]) -> Scanner:
        chosen = {name: pattern for name, pattern in self._patterns.items() if wanted(name)}
        return _scanner(chosen, self._starts)

    def parse(self, tokens: list[Token]) -> Node:
        """Return the tree of a paragraph's tokens."""
        return self._lark.parse([_Leaf(token) for token in tokens])  # type: ignore[return-value,arg-type]


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
        return partial(_node, str(kind))

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
        return Grammar(language, lark)
    except Exception as error:
        raise NanoriError(f"the grammar does not work: {error}", path=f"{code}.lark") from error


def _cues(terminals: tuple[str, ...], cues: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the cues of some terminals; one without any may begin anywhere."""
    return list(dict.fromkeys(cue for name in terminals for cue in cues.get(name, ("",))))


def _any_in(cues: list[str], paragraph: str) -> bool:
    for cue in cues:  # noqa: SIM110 — `any` over a generator takes three times as long
        if cue in paragraph:
            return True
    return False


def _scanner(patterns: dict[str, str], starts: str) -> Scanner:
    joined = "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())
    pattern = re.compile(f"(?:{starts})(?:{joined})")
    names = [""] * (pattern.groups + 1)
    for name, group in pattern.groupindex.items():
        names[group] = name
    return Scanner(pattern, tuple(names))
