"""The rules that lead to an answer, each in a plain sentence of a language."""

from __future__ import annotations

from nanori.grammar import languages


def sentence(rule: str, lang: str = "") -> str:
    """Return what a rule says; of one that is not listed, what the rule above it says."""
    known = languages.load(lang or languages.reference_language()).lexicon.scenarios.explained.rules
    number = rule
    while number and number not in known:
        number = number[:-1]
    return known.get(number, "")
