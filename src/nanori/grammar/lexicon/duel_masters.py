"""What the rules of Duel Masters look at in texts of a language."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern


class DuelMasters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules of Duel Masters look at in texts of a language; all are optional."""

    words: list[str] = []
    """Words that texts of that game have and those of no other, in small letters."""
    marks: str = ""
    """Marks around a name that are no part of it."""
    bullet: Pattern = Pattern()
    """What a line of a text box begins with."""
    keyword: Pattern = Pattern()
    """A keyword behind that, which the first group captures, and its colon (205.1a)."""
