"""Finds a symbol with a missing brace: `{T: Add {G}`, `2}: Draw a card`.

Why: programs read symbols from brace to brace. Without one, the rest of the line is no longer a
cost and no symbol is shown.

Fix: safe, except where a word goes on behind the symbol. The brace is added.

ja: 壊れた記号
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "error"


@cache
def _broken(language: Language) -> re.Pattern[str]:
    """Return the pattern of a symbol that lacks one of its braces."""
    symbol = lint_words(language).symbol.pattern
    return re.compile(rf"\{{(?:{symbol})(?![\w/}}])|(?<![\w/{{-])(?:{symbol})(?=\}})")


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each symbol with one brace."""
    text = subject.card.text
    if all(line.count("{") == line.count("}") for line in text.split("\n")):
        return  # nearly always
    for match in _broken(subject.language).finditer(text):
        start, end = match.span()
        line = text[text.rfind("\n", 0, start) + 1 : (text + "\n").index("\n", start)]
        if line.count("{") == line.count("}"):
            continue  # a symbol of the set's own
        opened = text[start] == "{"
        edit = Edit(end, end, "}") if opened else Edit(start, start, "{")
        lacking = "closes" if opened else "opens"
        within = not opened and text[end + 1 : end + 2].islower()  # “R}ed” has a brace too many
        fix = Fix(not within, (edit,))
        yield Finding(start, end, f"nothing {lacking} the symbol “{match[0]}”", fix)
