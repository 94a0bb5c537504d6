"""Where a name in running text begins that no database knows, by what cannot be in a name."""

from __future__ import annotations

import re

from nanori.grammar.languages import Language


def first_word(text: str, begin: int, end: int, language: Language) -> int:
    """Return where the last words before a slash begin, by what cannot be in a name."""
    words = language.lexicon.documents
    joint = words.joint.match(text, begin, end) if words.boundary else None
    if joint and re.match(r"[A-Za-z'!?]", text[max(0, begin - 1) : begin]):
        begin = joint.end()  # what joins it to the name before
    ends = [match.end() for match in words.boundary.finditer(text, begin, end)]
    return next((place for place in reversed(ends) if place < end), begin)
