"""Finds a name in two languages, 「名前/Name」 or 「名前（Name）」, whose halves name two cards.

In documents, also 《名前/Name》; with a name database, `wrong-name` and similar checks are more
precise.

Why: one of the two is wrong, and readers of one language look for a different card than readers of
the other. The check knows the names in the files and in the database, including older names.

Fix: unsafe. The English half becomes the English name of the card named by the other half, although
that half may be the wrong one.

ja: 対応しない二か国語の名前
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import document_slips
from nanori.linting.evidence.translations import english_names
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (1, 1)}


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield a finding for each name of a document that is not the card's."""
    yield from document_slips.mismatched(prose)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for the English half of each name whose other half another card has."""
    text, lang = subject.card.text, subject.card.lang
    pattern = _bilingual(subject.language)
    for match in pattern.finditer(text) if pattern else ():
        name, english = match["name"].strip(), match["english"].strip()
        expected = english_names(name, subject)
        if not expected or english in expected or subject.index.knows(english, lang):
            continue  # also both halves of a split card
        message = f"“{name}” is “{' or '.join(sorted(expected))}” in English, not “{english}”"
        start, end = match.span("english")
        if len(expected) == 1:
            yield replaced(start, end, next(iter(expected)), message, safe=False)
        else:
            yield Finding(start, end, message)


@cache
def _bilingual(language: Language) -> re.Pattern[str] | None:
    """Return the pattern of a name in two languages, in the marks of names."""
    lexicon = language.lexicon
    if not lexicon.script or not lexicon.name_marks:
        return None
    inside = "[^/／（）()\n" + re.escape("".join(lexicon.name_marks)) + "]"
    opening = re.escape("".join(pair[0] for pair in lexicon.name_marks))
    closing = re.escape("".join(pair[1] for pair in lexicon.name_marks))
    english = f"(?P<english>[^\\W\\d_]{inside}{{1,60}})"
    return re.compile(f"[{opening}](?P<name>{inside}{{1,60}})[/／（(]{english}[)）]?[{closing}]")
