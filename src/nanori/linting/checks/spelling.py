"""Misspelled words in texts and names."""

import re
from collections.abc import Iterator
from functools import cache

from nanori.annotation.name_context import name_context
from nanori.grammar.languages import Language
from nanori.linting.check import SLIP, TEMPLATING, Check
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence import slips, typos
from nanori.linting.lexicon import lint_words
from nanori.model.diagnostics import Fix
from nanori.model.values import Edit

SPELLING = Check(
    "spelling",
    """Misspelled words in rules text and names: “toughess”, “this creture”, “Reed Kyte”.

Why: they are the first thing readers see, and programs that read the text stop there. Reported is a
word that no rules text and no other card in the files has, if it is a slip from one they have; in
names a word that no dictionary and no other name has. “Reed Kite” and “Reed Kyte” are two tokens
(CR 111.4).

Fix: safe for “this” and its noun, where nothing else can be meant. Otherwise unsafe: the word
becomes the one it resembles; none for a name that its text says as the field has it.

ja: 綴りの誤り
""",
)


@SPELLING.in_text("word", group=TEMPLATING, sort=SLIP, strength=2)
def misspelled_word(subject: Subject) -> Iterator[Finding]:
    """Finds misspelled words in rules text and names, and tokens and kinds of counters that the set
    spells otherwise.
    """
    card, text = subject.card, subject.card.text
    for start, end, replacement in slips.in_name(subject):
        word = card.name[start:end]
        fix = None if word in text else Fix(False, (Edit(start, end, replacement),))
        yield Finding(start, end, f"“{word}” is a letter from “{replacement}”", fix, field="name")
    for start, end, replacement in slips.in_text(subject):
        message = f"“{text[start:end]}” is a letter from “{replacement}”"
        yield replaced(start, end, replacement, message, safe=False)


# Letters of a word; where nothing divides words it would go on to the end of the text.
MAX_LENGTH_OF_WORD = 64


@SPELLING.in_text(
    "demonstrative",
    law=True,  # its nouns are a closed list, and a safe fix is for a word that no text has
    sort=SLIP,
    strength=6,
)
def misspelled_demonstrative(subject: Subject) -> Iterator[Finding]:
    """Finds “this” with a misspelled noun: “this creture”, “this creatures”, “this creatures
    power”.
    """
    text, language = subject.card.text, subject.language
    this, nouns = language.lexicon.this.partition("{}")[0], _nouns(language)
    rules, listed = name_context(language), typos.listed(language)
    for match in re.finditer(re.escape(this), text, re.IGNORECASE) if this and nouns else ():
        word = rules.lexical.word.match(text, match.end(), match.end() + MAX_LENGTH_OF_WORD)
        if word is None or len(word[0]) == MAX_LENGTH_OF_WORD:
            continue
        noun = word[0].lower()
        replacement = noun if noun in nouns else _meant(noun, language)
        owns = language.lexicon.wording.possessive and replacement in (noun, noun.removesuffix("s"))
        owns = owns and lint_words(language).selves.measured.match(text, word.end() + 1)
        is_other = noun in listed and noun not in (replacement, f"{replacement}s")
        if not replacement or is_other or (noun == replacement and not owns):
            continue
        if owns:
            replacement += "’s" if "’" in text and "'" not in text else "'s"
        message = f"“{match[0]}{word[0]}” has a slip, “{match[0]}{replacement}” was wanted"
        safe = noun not in listed and not subject.index.recurs(word[0], language.code)
        yield replaced(*word.span(), replacement, message, safe=safe)


@cache
def _meant(word: str, language: Language) -> str:
    """Return the noun that a word is a slip from; empty for none, as for nearly all."""
    nouns = (noun for noun in _nouns(language) if noun[0] == word[0])
    return next((noun for noun in nouns if slips.change(word, noun)), "")


@cache
def _nouns(language: Language) -> list[str]:
    others = map(language.lexicon.noun, ("card", "spell", "permanent"))
    nouns = {*language.lexicon.permanent_nouns, *others}
    return sorted(
        noun for noun in nouns if len(noun) >= slips.MIN_LETTERS_OF_NAME and noun == noun.lower()
    )
