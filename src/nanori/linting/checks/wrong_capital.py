"""Finds missing or extra capitals: “Flying, Vigilance”, “this aura”, “a clue token”, and in names:
“Elder Heron, The Bold”.

Why: a subtype is capitalised wherever it stands, a keyword only at the beginning of a line. A
subtype without its capital reads as an ordinary word.

Fix: unsafe. The letter is changed.

ja: 大文字と小文字の誤り
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import usage_slips
from nanori.model.diagnostics import Severity

SEVERITY: Severity = "info"
ISSUE = "typographical"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (136, 136)}

# The list of subtypes.
SUBTYPE = "subtype"
# Letters of a subtype that is looked for in small letters; two are parts of too many words.
SHORTEST = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each word with a wrong first letter."""
    language = subject.language
    typed = language.lexicon.checks.templating.typed
    yield from usage_slips.find(subject, language.lexicon.checks.templating.capitals)
    yield from _in_name(subject)
    if not typed:
        return
    text = usage_slips.masked(subject)
    small = _subtypes(language)
    for match in typed.finditer(text):
        meant = small.get(match["word"])
        if meant is not None:
            start, end = match.span("word")
            message = f"“{match['word']}” is a subtype, “{meant}” was wanted"
            yield replaced(start, end, meant, message, safe=False)
    for paragraph in subject.paragraphs:
        yield from _keywords(paragraph.begin, text[paragraph.begin : paragraph.end], language)


def _in_name(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each small word of a name with a capital, and the reverse.

    Files may have a house style: what other names have as often is right.
    """
    card = subject.card
    rows = subject.language.lexicon.checks.templating.names
    for row in rows if card.name[:1].isupper() else ():  # no note in brackets in its place
        for match in row.pattern.finditer(card.name):
            said = match[0]
            meant = said.lower() if said[0].isupper() else said.capitalize()
            names = subject.index.names(card.lang) - {card.name}
            so, otherwise = (sum(f" {word} " in name for name in names) for word in (said, meant))
            if so <= otherwise:
                message = f"“{said}” {row.reason}: “{meant}”"
                yield Finding(*match.span(), message, field="name")


def _keywords(begin: int, line: str, language: Language) -> Iterator[Finding]:
    """Yield a finding for each keyword with a capital that does not begin its line."""
    words = [match for match in LISTED.finditer(line) if match["word"]]
    known = {word.lower() for word in language.lexicon.words.get("keyword_name", ())}
    if len(words) < 2 or any(match["word"].lower() not in known for match in words):
        return
    for match in words[1:]:
        if match["word"][0].isupper():
            start, end = (begin + place for place in match.span("word"))
            message = f"“{match['word']}” is not the first keyword of its line"
            meant = match["word"][0].lower() + match["word"][1:]
            yield replaced(start, end, meant, message, safe=False)


# A keyword of a line that has nothing but keywords.
LISTED = re.compile(r"(?:^|, ?)(?P<word>[A-Za-z][a-z]*(?: [a-z]+)?)(?=,|$|\n)")


@cache
def _subtypes(language: Language) -> dict[str, str]:
    """Return subtypes in small letters that are no words of the rules, each as it is spelt."""
    lists = language.lexicon.words
    others = (word for name, words in lists.items() if name != SUBTYPE for word in words)
    plain = {word for word in (*others, *language.plain_words) if word == word.lower()}
    plain -= {noun.lower() for _, noun in language.lexicon.restyling.nouns if noun[0].isupper()}
    return {
        word.lower(): word
        for word in lists.get(SUBTYPE, ())
        if word[0].isupper() and len(word) >= SHORTEST and word.lower() not in plain
    }
