"""How prose and rules documents of a language are written."""

from __future__ import annotations

import msgspec


class Documents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How prose and rules documents of a language are written; all are optional."""

    games: dict[str, tuple[str, ...]] = {}
    """Words that only texts about another game have, by the game."""
    titles: tuple[str, ...] = ()
    """Marks in pairs in which prose writes card names."""
    quotes: tuple[str, ...] = ()
    """Marks in pairs in which it quotes words, among them names."""
    boundary: str = ""
    """What ends before a name in running text begins, where words are not divided."""
    joint: str = ""
    """What joins a name to the one before it."""
    placeholders: tuple[str, ...] = ()
    """Words in the marks of a name that stand for any name."""
    terms: str = ""
    """Pattern of a translated word or phrase that is no card's name."""
    reference: str = ""
    """A cross-reference to rules; `numbers` captures their numbers, `title` what it calls them."""
    range: str = ""
    """What stands between the first and last letter of several rules."""
    correction: str = ""
    """A remark that a number was a slip; `right` and `wrong` capture the numbers."""
    types: tuple[str, ...] = ()
    """Card types, as type lines have them; each at the same place in every language."""
    supertypes: tuple[str, ...] = ()
    """Supertypes, as type lines have them."""
    symbols: dict[str, str] = {}
    """Written names of mana and other symbols, to what stands for them in braces (CR 107.4)."""
    costs: str = ""
    """What stands behind a number in brackets that is a cost."""
    prose: str = ""
    """What ends the rules text of a card that is quoted in a page."""
