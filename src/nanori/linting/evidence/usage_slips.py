"""A text with its names hidden, and which letters may meet in a language."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from nanori.grammar.languages import Language
from nanori.linting.context import TEXTS_AT_ONCE, Subject
from nanori.linting.lexicon import lint_words
from nanori.model.values import Reference
from nanori.names.lexicon import term_words

# Stand in the masked text for each letter of a reference of a card to itself, and of other names: a
# name may contain any word.
SELF, NAME = "~", "\0"
# What in a pattern stands for one letter of several, or for what is next to it: not a word.
SET_OF_LETTERS = re.compile(r"\[[^\]]*\]|\(\?[<!=:]*")


@lru_cache(TEXTS_AT_ONCE)  # several checks ask for the same texts, one after another
def masked(subject: Subject) -> str:
    """Return a text with its names hidden, every other letter in its place."""
    return hidden(subject.card.text, subject.references, subject.language)


def hidden(text: str, references: Sequence[Reference], language: Language) -> str:
    """Return a text with the names in it hidden, every other letter in its place."""
    several = language.lexicon.short.joint
    pieces: list[str] = []
    last = 0
    for reference in references:
        if reference.form in ("this", "bare") or reference.start < last:
            continue
        name = text[reference.start : reference.end]
        own = reference.target == "self" and not any(joint in name for joint in several)
        sign = SELF if own else NAME
        pieces += text[last : reference.start], sign * (reference.end - reference.start)
        last = reference.end
    return "".join([*pieces, text[last:]]).replace("’", "'")


def fits(text: str, offset: int, language: Language) -> bool:
    """Tell whether letters may meet at a place of a text in a language without word breaks.

    They may if some word of the language has the two side by side, if they are in different
    scripts, if an ending that may follow any word begins there, or after an adverb.

    手札を|引く     before = を, behind = 引: may a word, an ending or another script begin here?
          ^offset
    """
    checks = lint_words(language)
    sign_before, sign_after = text[offset - 1 : offset], text[offset : offset + 1]
    if not checks.particle or not (sign_before.isalpha() and sign_after.isalpha()):
        return True
    word, stem = language.lexicon.guards.word.compiled, checks.stem.compiled
    if sign_before + sign_after in beside(language) or not stem.match(sign_before):
        return True
    if not stem.match(sign_after):
        return checks.particle.match(text, offset) is not None
    if word.fullmatch(sign_before + sign_after) is None:
        return True
    adverbs = language.lexicon.words.get("adverb", ())
    return text[:offset].endswith(adverbs)


@cache
def beside(language: Language) -> frozenset[str]:
    """Return the letters that words of a language have side by side, in pairs."""
    checks, listed = lint_words(language), term_words(language)
    words = {*language.plain_words, *checks.alone, *listed.types}
    for table in (listed.terms, checks.answered):
        words.update(word for equivalents in table.values() for word in equivalents)
    words.update(mending.meant for mending in (*checks.lost, *checks.surplus))
    patterns = [
        form for each in checks.compared for forms in each.values.values() for form in forms
    ]
    patterns += [mending.written for mending in (*checks.lost, *checks.surplus)]
    words.update(SET_OF_LETTERS.sub(" ", pattern.pattern) for pattern in patterns)
    return frozenset(first + second for word in words for first, second in pairwise(word))
