"""Words of a keyword in a Forge script: as in a script, with the card named and no new colon.

Forge knows such a keyword by its words and by the colons before them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nanori.formats.entries import SourceMap
from nanori.formats.escaping import script
from nanori.model.edits import apply
from nanori.model.errors import NanoriError
from nanori.model.values import Edit

PLACEHOLDER = re.compile(r"\b(?:CARDNAME|NICKNAME)\b")
"""What stands for the card's name."""


def decode(raw: str) -> SourceMap:
    """Return the words, as in a script."""
    return script.decode(raw)


def encode(words: str, raw: str = "") -> str:
    """Return words on one line, as in a script."""
    return script.encode(words, raw)


def edited(raw: str, edits: Sequence[Edit], newline: str) -> str:
    """Return a keyword with edits of its words; ValueError if they overlap or are beyond it.

    NanoriError where it would not be the text of a keyword any more.
    """
    del newline
    source_map = decode(raw)
    apply(source_map.text, edits)  # raises where they overlap
    places = [*source_map.starts, len(raw)]
    new = apply(raw, [Edit(places[e.start], places[e.end], encode(e.text)) for e in edits])
    if not PLACEHOLDER.search(new.partition(":")[0]):
        raise NanoriError("a keyword without CARDNAME or NICKNAME is there, one with it was wanted")
    return new
