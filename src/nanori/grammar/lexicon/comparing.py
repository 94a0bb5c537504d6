"""What a translation must not say instead of what its original says: data of two languages."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern


class Distinction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of which one must not stand for another: gain and lose, tapped and untapped."""

    values: dict[str, tuple[Pattern, ...]]
    """What is said, as `saying` of the other language has it, to patterns of this language's words.

    Plain words in the same place of two lists are the same form of each.
    """
    instead: tuple[str, ...] = ()
    """Values that may stand for another; all if there are none here."""
    lost: tuple[str, ...] = ()
    """Values that are missed also where none of the others stands in their place,"""
    added: tuple[str, ...] = ()
    """and those that must not stand where the original has none of them;"""
    removable: bool = False
    """whether the sentence is whole without them."""
    before: Pattern = Pattern()
    """What holds before any of the words, of no width,"""
    behind: Pattern = Pattern()
    """and of what holds behind them."""
    but: Pattern = Pattern()
    """Words of a line in which nothing of this is told;"""
    unless: str = ""
    """and what, if the original says it, turns it round."""
    terms: bool = False
    """Whether these are terms of the rules, and no small words."""


class Mending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a line that lacks a word of its original, or has one too many."""

    said: tuple[str, ...]
    """The words of the original, as `saying` or `terms` have them."""
    found: Pattern
    """What stands there, in half width,"""
    meant: str
    """and what is meant, `{}` being what was found."""


class Garble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that no rules text of a language has, whatever it is translated from."""

    wrong: Pattern
    why: str
    """What is wrong with them: one line, as it is told."""
    meant: str = ""
    """What stands in their place, with `\\1` for groups; empty where nobody can know."""


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that count a sort of things."""

    things: tuple[str, ...]
    words: tuple[str, ...]
