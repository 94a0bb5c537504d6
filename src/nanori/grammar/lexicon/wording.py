"""What around a name depends on the name."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What around a name depends on the name; all are optional."""

    bare_possessive: Pattern = Pattern()
    """A possessive mark that stands alone, behind a name that ends in `silent`."""
    silent: str = ""
    """The letter at the end of a name behind which the mark may stand alone."""
    possessive: str = ""
    """What the mark needs behind it after other names."""
    stop: str = ""
    """The end of a sentence, which is not said again behind a name that ends in it."""
    sentence_end: Pattern = Pattern()
    """What shows behind a name that ends in `stop` that the sentence ends there, too."""
