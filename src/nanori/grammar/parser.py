"""A language to its grammar: the tables that parse it and the scanners that feed them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from nanori.grammar import languages, made_tables
from nanori.grammar.driver import Driver
from nanori.grammar.languages import Language
from nanori.grammar.scanner import Scanner
from nanori.grammar.tables import Tables
from nanori.model.errors import DataFileError
from nanori.model.values import Node, Token

DEMONSTRATIVES = ("THIS_OBJECT", "THIS_THING", "THIS", "BARE_THIS", "PLACEHOLDER")
"""Terminals that are references by themselves, or may be where they stand."""
ANNOUNCING = ("NAMED", "ITS_NAME", "TOKEN_NAMED", "CREATED", "TURNED_INTO", "PARTNER", "MENTIONED")
"""Terminals that announce a name; where several terminals begin, these come before the others."""


class Grammar:
    """What scans and parses one language."""

    def __init__(self, language: Language, tables: Tables) -> None:
        """Keep the tables; a scanner is made when it is first asked for."""
        self.language = language
        self._tables = tables
        self._driver = Driver(tables)
        cues = language.lexicon.cues
        self._demonstrative_cues = _cues(DEMONSTRATIVES, cues)
        self._announcing_cues = _cues(ANNOUNCING, cues)
        self.closes: dict[str, str] = {}
        """For each closing mark the opening ones it can close."""
        for opening, closing in language.lexicon.pairs:
            self.closes[closing] = self.closes.get(closing, "") + opening

    def cued(self, paragraph: str) -> tuple[bool, bool]:
        """Return whether the paragraph may have demonstratives, and announced names."""
        return _has(self._demonstrative_cues, paragraph), _has(self._announcing_cues, paragraph)

    @cached_property
    def proper(self) -> re.Pattern[str]:
        """What stands behind a terminal that announces a name and captures none."""
        return re.compile(dict(self._tables.terminals).get("PROPER", r"(?!)"))

    @cached_property
    def ability_word(self) -> re.Pattern[str]:
        """A line's ability word or flavor word."""
        return re.compile(dict(self._tables.terminals).get("ABILITY_WORD", r"(?!)"))

    @cached_property
    def brackets(self) -> re.Pattern[str]:
        """Any bracket or quotation mark that can be paired, but for an apostrophe."""
        marks = {mark for pair in self.language.lexicon.pairs for mark in pair if mark != "'"}
        return re.compile("[" + re.escape("".join(sorted(marks))) + "]")

    @cached_property
    def demonstratives(self) -> Scanner:
        """What finds demonstratives alone."""
        return self._scanner(lambda name: name in DEMONSTRATIVES, ())

    @cached_property
    def announcements(self) -> Scanner:
        """What finds announced names alone."""
        return self._scanner(lambda name: name in ANNOUNCING, ())

    @cached_property
    def nameless(self) -> Scanner:
        """What finds every terminal but those that announce a name."""
        return self._scanner(lambda name: name not in ANNOUNCING, self._tables.lists)

    @cached_property
    def everything(self) -> Scanner:
        """What finds every terminal."""
        return self._scanner(lambda name: True, self._tables.lists)

    def _scanner(self, accepts: Callable[[str], bool], lists: Sequence[str]) -> Scanner:
        terminals = [
            terminal
            for terminal in self._tables.terminals
            if terminal[0] != "PROPER" and accepts(terminal[0])
        ]
        terminals.sort(key=lambda terminal: terminal[0] not in ANNOUNCING)
        try:
            return Scanner(self.language.lexicon, terminals, lists)
        except re.error as error:
            place = languages.place_in_grammar(self.language, None)
            raise DataFileError(place, f"no regular expression: {error}") from None

    def parse(self, tokens: Sequence[Token]) -> Node:
        """Return the tree of a paragraph's tokens."""
        return self._driver.parse(tokens)


_loaded: dict[str, Grammar] = {}


def load(language: Language) -> Grammar:
    """Return the grammar of a language, made on first use and kept; DataFileError if it is none."""
    grammar = _loaded.get(language.code)
    if grammar is None:
        grammar = _loaded[language.code] = Grammar(language, made_tables.tables(language))
    return grammar


def _cues(terminals: tuple[str, ...], cues: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the cues of some terminals; one without any may begin anywhere."""
    return list(dict.fromkeys(cue for name in terminals for cue in cues.get(name, ("",))))


def _has(cues: list[str], paragraph: str) -> bool:
    for cue in cues:  # noqa: SIM110 — `any` over a generator takes three times as long
        if cue in paragraph:
            return True
    return False
