"""What around a name tells it from the same letters used otherwise, as far as letters tell it."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern


class Guards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Patterns of letters and signs beside a name; all but the first are optional."""

    letter: Pattern = Pattern(r"\w")
    """A character that may not touch a name on either side, if the name ends in one."""
    word: Pattern = Pattern(r"\w+")
    """A word, or where words are not divided, letters of one kind."""
    begins: Pattern = Pattern()
    """What stands before a name at the beginning of a sentence."""
    ordinary_before: Pattern = Pattern()
    """What touches a common noun in front."""
    ordinary_after: Pattern = Pattern()
    """What touches a common noun behind, or counts it."""
    larger_before: Pattern = Pattern()
    """What touches the end of a longer name in front."""
    larger_after: Pattern = Pattern()
    """What touches the beginning of a longer name behind."""
    opens: Pattern = Pattern("$")
    """What stands before a name where nothing of it stands before that, where words touch."""
    closes: Pattern = Pattern()
    """What stands behind a name where nothing of it stands behind that."""
    pursued: Pattern = Pattern()
    """Letters with which a word goes on, where words touch."""
