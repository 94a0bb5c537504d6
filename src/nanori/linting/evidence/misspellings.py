"""A word to the one of rules texts, or the subtype, that it is a slip of the hand from."""

from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from nanori.grammar.languages import Language

# The list of subtypes.
SUBTYPE = "subtype"
# Letters of a word that is long enough to be meant where two letters have changed places, …
LONG = 7
# … and where one is another, lacks or is too many.
LONGER = 8


@cache
def subtype(word: str, language: Language) -> str:
    """Return the subtype two letters of which have changed places in a word, else ""."""
    known = {*language.lexicon.words.get(SUBTYPE, ())}
    for each in sorted(known) if word not in known else ():
        if OSA.distance(word, each) == 1 and sorted(word) == sorted(each):
            return each
    return ""


@cache
def meant(word: str, language: Language) -> str:
    """Return the long word of rules texts that this is a slip of the hand from, else ""."""
    if word in _rules_words(language):
        return ""
    frequent = language.lexicon.checks.templating.frequent
    near = process.extract(word, _wanted(language), scorer=OSA.distance, score_cutoff=1)
    slips = [meant for meant, _, _ in near if _is_slip(word, meant, frequent=meant in frequent)]
    return slips[0] if len(slips) == 1 else ""


@cache
def _wanted(language: Language) -> frozenset[str]:
    """Return the words that others are slips from."""
    long = {word for word in _rules_words(language) if len(word) >= LONG}
    return frozenset({*long, *language.lexicon.checks.templating.frequent})


@cache
def _rules_words(language: Language) -> frozenset[str]:
    said = (word for words in language.plain_words for word in words.lower().split())
    return frozenset(said)


def _is_slip(word: str, meant: str, *, frequent: bool) -> bool:
    """Tell whether this is no other form of the word, whose end would differ."""
    if sorted(word) == sorted(meant):
        return True
    far = len(meant) >= LONGER or (frequent and len(word) != len(meant))
    return far and word[-1] == meant[-1] and not word.startswith(meant)
