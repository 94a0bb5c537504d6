"""A text that has forgotten its card's name, to the places of the name it says instead."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nanori.linting.context import Subject
from nanori.linting.evidence import own_names, typos
from nanori.rewriting.restyling import nouns

MANY = 20
"""No text has so many subjects; of one that has, no more are looked at."""


def find(subject: Subject) -> Iterator[tuple[int, int, str]]:
    """Yield the places of a name that stands for the card but is none, each with the right one.

    The text is one that nowhere says the card's own name.
    """
    card, language = subject.card, subject.language
    tried: set[str] = set(language.plain_words)
    most = len(tried) + MANY
    selves = language.lexicon.checks.selves
    subject_name = f"(?P<name>{selves.stranger_name.pattern})"
    for sentence in selves.stranger if card.name else ():
        for match in sentence.of(subject_name).finditer(card.text):
            name = match["name"]
            if name in tried or len(tried) > most:
                continue
            tried.add(name)
            if _is_stranger(name, subject):
                yield from _places(name, subject)
                return


def _places(name: str, subject: Subject) -> Iterator[tuple[int, int, str]]:
    """Yield each place of an old name; a legend's is in full or shortened (CR 201.5c)."""
    card, language = subject.card, subject.language
    short = nouns.short(card, language) if subject.legend else card.name
    dividers = language.lexicon.short.split if subject.legend else ()
    for place in re.finditer(re.escape(name), card.text):
        start, end = place.span()
        longer = language.lexicon.checks.selves.stranger_name.match(card.text, start)
        if longer and longer.end() > end and card.text.startswith(dividers, end):
            end = longer.end()
        yield start, end, card.name if end > place.end() else short


def _is_stranger(name: str, subject: Subject) -> bool:
    """Tell whether nothing is called so, the text says it of nothing, and it is no slip."""
    said = (one.text for one in subject.references if one.target == "name")
    if subject.index.knows(name, subject.card.lang) or any(name in one for one in said):
        return False
    return not any(typos.is_near(name, own) for own in own_names.of(subject))
