"""Finds a type that does not fit the text, or is one letter from another: Equip without Equipment.

Why: only an Equipment is attached by equip, an Aura needs an enchant ability (CR 303.4a), and a
Vehicle is crewed; without the type, the ability does nothing. Nor is a “Celric” a Cleric, and
subtypes have no commas between them.

Fix: unsafe for spelling and commas. Otherwise the designer has to say which of the two was meant.

ja: 文章と合わないタイプ
"""

import re
from collections.abc import Iterator
from functools import cache

from nanori.annotation.own_names import is_token
from nanori.grammar import type_lines
from nanori.grammar.languages import Language
from nanori.linting import indexes
from nanori.linting.checks import TEMPLATING
from nanori.linting.context import Finding, Subject
from nanori.model.diagnostics import Fix, Severity
from nanori.model.values import Edit

SEVERITY: Severity = "warning"
ISSUE = "inconsistency"
GROUP = TEMPLATING
EXPECTED_ON_REAL = {"sets of designers": (2, 2)}

# A word of a type line, and a comma behind one.
WORD = re.compile(r"[^\W\d_]+|(?<=[a-z]),")
# Letters of the shortest word that is held against types: short ones are near to many, and one so
# short is taken for a slip only where two letters changed places.
SHORTEST = 5
# Code points of the shortest text that may be a card's: “TBD” and “N/A” say that there is none yet.
FEWEST = 4


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for a type without its keyword, or a line of a keyword without its type."""
    card = subject.card
    if not card.type or len(card.text.strip()) < FEWEST or is_token(card):
        return
    for row in subject.language.lexicon.checks.templating.types:
        typed = _word(row.type, subject.language).search(card.type)
        said = row.keyword.search(card.text)
        if typed and row.keyword and said is None:
            message = f"a card of the type “{row.type}” has no line with “{row.written}”"
            yield Finding(*typed.span(), message, field="type")
        elif not typed and (line := row.line.search(card.text)):
            start, end = line.span("keyword")
            message = f"“{line['keyword']}” is for cards of the type “{row.type}”, this is"
            yield Finding(start, end, f"{message} “{card.type}”")
    yield from _spelling(subject)


def _spelling(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each word of a type line that is near to a type, and each comma."""
    card, known = subject.card, _types(subject.language)
    person = subject.language.lexicon.checks.person_line.search(card.type)  # with a name behind it
    for match in WORD.finditer(card.type) if known and not person else ():
        word = match[0]
        # “Creature — Human, Sorcery” are the types of two faces.
        if word == "," and not type_lines.has_type(card.type[match.end() :], card.lang):
            message = "“,” divides subtypes, which stand beside each other"
            yield Finding(*match.span(), message, _instead(match, ""), field="type")
        if len(word) < SHORTEST or word in known or subject.index.typed(word, card.lang) > 1:
            continue
        meant = indexes.only_near(word, known)
        if meant and (len(word) > SHORTEST or sorted(word) == sorted(meant)):
            message = f"“{word}” is one letter from the type “{meant}”"
            yield Finding(*match.span(), message, _instead(match, meant), field="type")


def _instead(match: re.Match[str], words: str) -> Fix:
    return Fix(False, (Edit(*match.span(), words),))


@cache
def _types(language: Language) -> frozenset[str]:
    """Return types and subtypes as type lines have them; none where no list has the types."""
    listed = language.lexicon.checks.templating.typing
    nouns = (word for word, _ in language.lexicon.restyling.nouns)
    subtypes = language.lexicon.words.get("subtype", ())
    return frozenset((*nouns, *listed, *subtypes)) if listed else frozenset()


@cache
def _word(type_word: str, language: Language) -> re.Pattern[str]:
    """Return what finds a type that is no part of a longer one: “オーラ”, not “キオーラ”."""
    letter = language.lexicon.checks.letter.pattern
    return re.compile(f"(?<!{letter}){re.escape(type_word)}(?!{letter})")
