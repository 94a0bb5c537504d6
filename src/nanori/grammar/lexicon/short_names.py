"""How a language shortens names."""

from __future__ import annotations

import msgspec


class ShortNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language shortens a legend's name (CR 201.5c)."""

    split: tuple[str, ...] = ()
    """What divides the name from its epithet, tried in order."""
    titles: tuple[str, ...] = ()
    """What else stands between a name and more of it."""
    kept: str = "first"
    """Which side of the divider the short name is: `first` or `last`."""
    word: str = ""
    """Pattern of one word of a name; empty where words are not divided."""
    small: tuple[str, ...] = ()
    """Words that no short name begins or ends with."""
    joint: tuple[str, ...] = ()
    """Words that make two people of one name; a short name keeps both."""
    article: str = ""
    """Article that a name may begin with."""
    tail: str = ""
    """What a name may end in that old prints write alone, where words are not divided."""
    apart: str = ""
    """What stands before such an end where it is written alone."""
    placeholders: tuple[str, ...] = ()
    """Signs that stand for the short name; all others stand for the whole."""
    epithets: tuple[str, ...] = ()
    """Those dividers of `split` that only a person's name has."""
    persons: tuple[str, ...] = ()
    """Card types whose legends are persons."""
