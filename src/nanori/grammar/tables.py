"""The LALR tables of a grammar, and where they are kept once Lark has made them."""

from typing import NamedTuple

import msgspec

from nanori.grammar.first_sets import Firsts


class TerminalPattern(NamedTuple):
    """A terminal that is no list of words."""

    name: str
    pattern: str
    firsts: Firsts
    """What a match can begin with."""
    cues: tuple[str, ...] = ("",)
    """Letters some of which are in every text that it matches in: a quick look before a scan."""


class Production(NamedTuple):
    """A production of the grammar."""

    origin: str
    """What it makes, as the grammar calls it."""
    kind: str
    """The kind of node it makes; empty if its parts belong to what it is a part of."""
    size: int
    """How many parts it has."""


class Tables(msgspec.Struct, frozen=True):
    """What the parser of one language goes by."""

    terminals: tuple[TerminalPattern, ...]
    """Those that are no lists of words, in the order they are tried."""
    lists: tuple[str, ...]
    """Terminals that are lists of words."""
    productions: tuple[Production, ...]
    actions: tuple[dict[str, int], ...]
    """By state and terminal: the state to go to, or `~` the number of the production to reduce."""
    gotos: tuple[dict[str, int], ...]
    """By state and what a production made: the state to go to."""
    start: int
    """The first state."""
    end: int
    """The state in which all is read."""
