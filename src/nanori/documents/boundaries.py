"""Where a name in running text begins that no database knows, by what cannot be in a name."""

from __future__ import annotations

import re

from nanori.grammar import languages


def first_word(text: str, begin: int, end: int, lang: str) -> int:
    """Return where the last words before a slash begin, by what cannot be in a name."""
    own = languages.load(lang).lexicon.documents
    boundary = own.boundary
    if not boundary:
        return begin
    joint = re.compile(own.joint).match(text, begin, end)
    if joint and re.match(r"[A-Za-z'!?]", text[max(0, begin - 1) : begin]):
        begin = joint.end()  # what joins it to the name before
    ends = [one.end() for one in re.compile(boundary).finditer(text, begin, end)]
    return next((place for place in reversed(ends) if place < end), begin)
