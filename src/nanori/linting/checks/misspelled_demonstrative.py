"""Finds “this” with a misspelled noun: “this creture”, “this creatures”, “this creatures power”.

Why: the words a card uses for itself are recognised by their noun. If it is misspelled, programs
that look for “this creature” don't find it, and readers stumble.

Fix: safe if the word is not a rules term and no other text has it; otherwise unsafe, because a
plural noun may have lost “these”. The noun becomes the one it resembles; before something that
belongs to it, such as its power, the missing apostrophe is added.

ja: 指示語の綴りの誤り
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from nanori.annotation.surroundings import surroundings
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import typos
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Severity
from nanori.rewriting.lexicon import restyling_words

SEVERITY: Severity = "warning"
EXPECTED_ON_REAL = {"custom cards": (2, 2), "sets of designers": (7, 7)}

# How many words behind “this” are remembered; few are said there.
KEPT = 1024


def check(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each noun behind “this” with a letter or apostrophe too few or many."""
    text, language = subject.card.text, subject.language
    this = language.lexicon.this.partition("{}")[0]
    if not this or not _nouns(language):
        return
    rules, known = surroundings(language), typos.listed(language)
    owned = lint_words(language).selves.owned
    for match in _this(this).finditer(text):
        word = rules.lexical.word.match(text, match.end())
        if word is None:
            continue
        said = word[0].lower()
        meant = _meant(said, language)
        possessive = meant in (said, said.removesuffix("s")) and owned.match(text, word.end())
        listed = said in known
        if not meant or (said == meant and not possessive):
            continue
        if listed and said not in (meant, f"{meant}s"):
            continue
        if possessive:
            meant += "’s" if "’" in text and "'" not in text else "'s"
        message = f"“{match[0]}{word[0]}” has a slip, “{match[0]}{meant}” was wanted"
        safe = not listed and not subject.index.recurs(word[0], language.code)
        yield replaced(*word.span(), meant, message, safe=safe)


@cache
def _this(words: str) -> re.Pattern[str]:
    """Return the pattern of what stands before the noun, in any case."""
    return re.compile(re.escape(words), re.IGNORECASE)


@lru_cache(KEPT)
def _meant(word: str, language: Language) -> str:
    """Return the noun that a word is or is a slip of; empty for none, as for nearly all."""
    nouns = _nouns(language)
    return word if word in nouns else next((noun for noun in nouns if _is_slip(word, noun)), "")


def _is_slip(word: str, noun: str) -> bool:
    return word[0] == noun[0] and typos.is_near(word, noun) and typos.is_slip(word, noun)


@cache
def _nouns(language: Language) -> list[str]:
    """Return the nouns of objects that are long enough not to be near to other words."""
    given = restyling_words(language)
    nouns = {*language.lexicon.permanent_nouns, given.card, given.spell, given.permanent}
    return sorted(noun for noun in nouns if len(noun) >= typos.SHORT and noun == noun.lower())
