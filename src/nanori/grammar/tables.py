"""The LALR tables of a grammar, and where they are kept once Lark has made them."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import msgspec

from nanori.grammar.firsts import Firsts
from nanori.grammar.languages import Language, folder
from nanori.model import data_files, typed_values


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


# Changed whenever tables of the same grammar would be others.
FORMAT = b"7"
SUFFIX = ".tables"


def fingerprint(language: Language) -> bytes:
    """Return what tells one grammar from another."""
    return hashlib.sha256(FORMAT + language.grammar.encode()).digest()


def load_tables(language: Language) -> Tables:
    """Return the tables of a language's grammar, made by Lark only if nothing has them yet.

    They are kept where that is possible. NanoriError, naming the file, if the grammar is wrong.
    """
    path = folder() / f"{language.code}{SUFFIX}"
    kept = data_files.read_kept(path, fingerprint(language))
    if kept is not None:
        try:
            return typed_values.from_msgpack(kept, Tables)
        except msgspec.DecodeError:
            pass  # cut off: made anew
    from nanori.grammar import compiler

    compiled = compiler.compiled(language)
    data_files.keep(path, encoded(language, compiled))
    return compiled


def encoded(language: Language, compiled: Tables) -> bytes:
    """Return a language's tables as they are kept."""
    return fingerprint(language) + msgspec.msgpack.encode(compiled)
