"""Words of a line, taken for a name, to whether they have a part in what their clause says."""

from __future__ import annotations

from functools import lru_cache

from nanori.grammar import clauses, places, trees
from nanori.grammar.languages import Language
from nanori.model.values import Token

KEPT = 256
"""How many lines with words in them are remembered with the answer."""


@lru_cache(KEPT)
def has_role(line: str, start: int, end: int, language: Language) -> bool:
    """Tell whether a clause says something of what stands there, or does something with it."""
    tree = trees.parse_paragraph(line, language, [Token("OWN_NAME", start, end)])
    for path, part in places.leaves(tree):
        if isinstance(part, Token) and (part.start, part.end) == (start, end):
            if places.within(path, "object", "topic"):
                return True
            if places.within(path, "pp"):
                return bool(clauses.predicate_at(path))
            return clauses.is_subject(path)
    return False
