"""A language to the brackets and quotation marks of which each has another half."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from nanori.grammar.languages import Language


class MarkPairs:
    """The brackets and quotation marks of a language; apostrophes are none."""

    def __init__(self, language: Language, more: Iterable[str] = ()) -> None:
        """Take those that the language has, and more."""
        lexicon = language.lexicon
        pairs = [*lexicon.pairs, *lexicon.name_marks, *more]
        pairs = [pair for pair in pairs if not set(pair) & {*"'’"}]
        self.even = {pair[0] for pair in pairs if pair[0] == pair[1]}
        """Marks that open and close."""
        self.closing: dict[str, set[str]] = {}
        for pair in pairs:
            if pair[0] != pair[1]:
                self.closing.setdefault(pair[0], set()).add(pair[1])
        marks = re.escape("".join(sorted({half for pair in pairs for half in pair})))
        self.marks = re.compile(rf"^[^\S\n]{{0,4}}(?:\w|\d\d)[)）]|[{marks}]", re.MULTILINE)

    def ends(self, opened: str) -> set[str]:
        """Return what may close a bracket."""
        return {opened} if opened in self.even else self.closing[opened]


of_cards = cache(MarkPairs)


@cache
def of_documents(language: Language) -> MarkPairs:
    """Return them with the brackets in which documents say what a rule is called."""
    return MarkPairs(language, language.lexicon.documents.headed)
