"""Nouns that tell what a demonstrative means."""

from __future__ import annotations

import msgspec


class ThirdObject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nouns that tell whether a demonstrative can mean the card it is on."""

    tokens: tuple[str, ...] = ()
    """Nouns of tokens."""
    token_type: str = "token"
    """The word of a type line or layout that makes a card itself a token."""
    types: tuple[str, ...] = ()
    """Nouns that are card types, as they stand in type lines."""
