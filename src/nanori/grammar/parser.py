"""A language to its grammar: the tables that parse it and the scanners that feed them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property

import msgspec

from nanori.grammar.driver import Driver
from nanori.grammar.languages import Language, folder
from nanori.grammar.name_announcements import ANNOUNCING, Announcing, Cut
from nanori.grammar.prefilter import CueFinder, Cues
from nanori.grammar.scanner import Scanner
from nanori.grammar.tables import Tables
from nanori.model import cached_files, data_files, typed_values
from nanori.model.typed_values import LOCK
from nanori.model.values import Node, Token

# Terminals that are references by themselves, or may be where they stand.
DEMONSTRATIVES = ("THIS_OBJECT", "THIS_THING", "THIS", "BARE_THIS", "PLACEHOLDER", "GIVER")
# Terminals of names that tokens may get their names by: “named”, and what their name “is”, too.
NAMING_TOKENS = ("NAMED", "ITS_NAME", "NAME_PART", "TOKEN_NAMED", "CREATED")


class Grammar:
    """What scans and parses one language."""

    def __init__(self, language: Language, tables: Tables) -> None:
        """Keep the tables; a scanner is made when it is first asked for."""
        self.language = language
        self._tables = tables
        self._driver = Driver(tables)
        self._demonstrative_cues = self.cues_of(DEMONSTRATIVES)
        self.closes: dict[str, str] = {}
        """For each closing mark the opening ones it can close."""
        for opening, closing in language.lexicon.pairs:
            self.closes[closing] = self.closes.get(closing, "") + opening

    def cues_of(self, terminals: Collection[str]) -> list[str]:
        """Return the letters without any of which none of these terminals is in a text."""
        named = (each for each in self._tables.terminals if each.name in terminals)
        return list(dict.fromkeys(cue for terminal in named for cue in terminal.cues))

    @cached_property
    def cues(self) -> Callable[[str], Cues]:
        """What finds the cues in a text, of demonstratives and of announced names."""
        return CueFinder(self._demonstrative_cues, self._announcing).find

    @cached_property
    def proper(self) -> re.Pattern[str]:
        """What stands behind a terminal that announces a name and captures none."""
        return self._pattern("PROPER")

    @cached_property
    def placeholder(self) -> re.Pattern[str]:
        """A sign for the card's own name."""
        return self._pattern("PLACEHOLDER")

    @cached_property
    def ability_word(self) -> re.Pattern[str]:
        """A line's ability word or flavor word."""
        return self._pattern("ABILITY_WORD")

    @cached_property
    def stop(self) -> re.Pattern[str]:
        """What ends a sentence."""
        return self._pattern("STOP")

    @cached_property
    def chapter(self) -> re.Pattern[str]:
        """The numbers of a line's chapters."""
        return self._pattern("CHAPTER")

    def _pattern(self, name: str) -> re.Pattern[str]:
        terminals = self._tables.terminals
        patterns = [terminal.pattern for terminal in terminals if terminal.name == name]
        return re.compile("|".join(patterns) or r"(?!)")

    @cached_property
    def brackets(self) -> re.Pattern[str]:
        """Any bracket or quotation mark that can be paired, but for an apostrophe."""
        marks = {mark for pair in self.language.lexicon.pairs for mark in pair if mark != "'"}
        return re.compile("[" + re.escape("".join(sorted(marks))) + "]")

    def demonstratives(self, paragraph: str) -> list[Token]:
        """Return the demonstratives of a paragraph, found by themselves."""
        return self._demonstratives.every(paragraph)

    def announces(self, paragraph: str, cues: Cues) -> bool:
        """Tell whether a paragraph, with these cues, says names by what announces them."""
        return bool(cues.announcements) and self._announcing.occurs(paragraph, cues.announcements)

    def names_a_token(self, paragraph: str, cues: Cues) -> bool:
        """Tell whether it says names that tokens are given where they are made."""
        return self._announcing.occurs(paragraph, cues.announcements, self._not_of_tokens)

    @cached_property
    def _not_of_tokens(self) -> frozenset[int]:
        return self._announcing.ranks_but(*NAMING_TOKENS)

    def scan(self, paragraph: str, cut: Cut, cues: Cues | None = None) -> list[Token]:
        """Return every terminal in a paragraph, with these cues, in order and without overlap.

        `cut` returns what an announcement is made of.
        """
        announcements = None if cues is None else cues.announcements
        return self._announcing.scan(paragraph, self.nameless, cut, announcements)

    @cached_property
    def nameless(self) -> Scanner:
        """What finds every terminal but those that announce a name."""
        without = (*ANNOUNCING, "PROPER")
        terminals = [pattern for pattern in self._tables.terminals if pattern.name not in without]
        return Scanner(self.language.lexicon, terminals, self._tables.lists)

    @cached_property
    def _demonstratives(self) -> Scanner:
        terminals = [
            pattern for pattern in self._tables.terminals if pattern.name in DEMONSTRATIVES
        ]
        return Scanner(self.language.lexicon, terminals, ())

    @cached_property
    def _announcing(self) -> Announcing:
        terminals = [pattern for pattern in self._tables.terminals if pattern.name in ANNOUNCING]
        return Announcing(self.language.lexicon, terminals)

    def parse(self, tokens: Sequence[Token]) -> Node:
        """Return the tree of a paragraph's tokens."""
        return self._driver.parse(tokens)


@cache
def load(language: Language) -> Grammar:
    """Return the grammar of a language, made on first use and kept; DataFileError if it is none."""
    with LOCK:
        return _first(language)


@cache
def _first(language: Language) -> Grammar:
    """Return a language's grammar; one thread at a time, as Lark is not made for several."""
    return Grammar(language, load_tables(language))


# Changed whenever tables of the same grammar would be others.
FORMAT = "17"
SUFFIX = ".tables"


def fingerprint(language: Language) -> bytes:
    """Return what tells one grammar from another."""
    return data_files.fingerprint(FORMAT + language.grammar)


def _stamp(language: Language) -> bytes:
    """Return what tells one grammar from another by its files' times: hashing it takes a while."""
    return fingerprint(language) if language.changed else data_files.stamp(language.files, FORMAT)


def load_tables(language: Language) -> Tables:
    """Return the tables of a language's grammar, made by Lark only if nothing has them yet.

    They are kept where that is possible. NanoriError, naming the file, if the grammar is wrong.
    """
    path, stamp = folder() / f"{language.code}{SUFFIX}", _stamp(language)

    def made() -> bytes:
        from nanori.grammar import compiler

        return msgspec.msgpack.encode(compiler.compiled(language))

    return cached_files.recall(
        path,
        stamp,
        lambda: fingerprint(language),
        lambda kept: typed_values.from_msgpack(kept, Tables),
        made,
    )


def encoded(language: Language, compiled: Tables) -> bytes:
    """Return a language's tables as they are kept."""
    return cached_files.sealed(fingerprint(language), msgspec.msgpack.encode(compiled))
