"""Finds English punctuation in a language that has its own: “,” for 「、」, “.” for 「。」.

Why: keyboards easily produce the wrong language's signs, and prints have none of them. The comma
between costs is an English one in Japanese prints too, and is left alone.

Fix: safe. The sign becomes that of the language, and quotation marks around an ability become 「」.
Unsafe for “?”, which programs put in the place of a character that they cannot read, for a stop
between a quotation and what is said of it, and in texts of characters alone, which may be Chinese.

ja: 異なる言語の句読点
"""

import re
from collections.abc import Iterator
from functools import cache, partial

from nanori.grammar import language_detection
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.lexicon import Punctuation, lint_words
from nanori.linting.prose import Prose
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"official Japanese": (4, 4)}

# What programs write for a character that they could not read.
UNREAD = "?"
QUOTED = re.compile('"[^"\n]{2,400}"|“[^“”\n]{2,400}”')


def check_rules(prose: Prose) -> Iterator[Finding]:
    """Yield the same for translations in a document, and paragraphs with a stop of their own."""
    for paragraph, text in prose.subjects:
        if paragraph in prose.translations or text.language.lexicon.wording.stop in text.card.text:
            yield from prose.of_text(check, paragraph, text)


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each sign that is not of the language, outside names."""
    text, known = subject.card.text, lint_words(subject.language).punctuation
    if known.signs:
        yield from _quotations(subject)
    if not any(sign in text for sign in known.signs):
        return
    # Characters alone may be Chinese: its comma is no slip there.
    plain = cache(partial(language_detection.is_beyond_doubt, text, subject.language.code))
    for match in _signs(subject.language).finditer(text):
        sign = match["sign"]
        start, end = match.span("sign")
        if sign in known.listed and _is_of_costs(text, start, known):
            continue
        if not subject.is_named(start, end):
            meant = known.signs[sign]
            message = f"“{sign}” is a sign of another language, “{meant}” was wanted"
            sure = sign != UNREAD and not _is_behind_quotation(subject, start, end)
            yield replaced(start, end, meant, message, safe=sure and plain())


def _is_behind_quotation(subject: Subject, start: int, end: int) -> bool:
    """Tell whether a sign is between a quotation and more words: it may stand for a particle."""
    text, pairs = subject.card.text, lint_words(subject.language).nested
    behind = text[end : end + 1].strip()
    return behind != "" and any(text.startswith(pair[1], start - 1) for pair in pairs)


def _quotations(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each quoted ability in marks of another language."""
    language, text = subject.language, subject.card.text
    pair, stop = lint_words(language).nested[0], language.lexicon.wording.stop
    for match in QUOTED.finditer(text) if pair and stop else ():
        if stop in match[0] and pair[0] not in match[0]:
            start, end = match.span()
            message = f"“{match[0]}” was wanted in “{pair}”"
            edits = (Edit(start, start + 1, pair[0]), Edit(end - 1, end, pair[1]))
            yield Finding(start, end, message, Fix(safe=True, edits=edits))


def _is_of_costs(text: str, place: int, known: Punctuation) -> bool:
    """Tell whether a sign divides costs: of an ability, or of a keyword."""
    begin, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    before, behind = text[begin:place], text[place : end if end >= 0 else len(text)]
    return any(sign in behind for sign in known.costs) or any(
        sign in before for sign in known.dashes
    )


@cache
def _signs(language: Language) -> re.Pattern[str]:
    """Return the pattern of a foreign sign behind words of the language."""
    known = language.lexicon
    signs = "|".join(map(re.escape, lint_words(language).punctuation.signs))
    closing = "".join(re.escape(pair[1]) for pair in known.pairs if not pair[1].isascii())
    return re.compile(f"(?:{known.script}|[ー０-９{closing}])(?P<sign>{signs})(?![0-9A-Za-z])")
