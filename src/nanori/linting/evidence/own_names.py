"""A card to all the names that its text may rightly call it by."""

from __future__ import annotations

from nanori.annotation.own_names import own_names, shortened
from nanori.grammar.lexicon.names import ShortNames
from nanori.linting.context import Subject
from nanori.linting.evidence import typos


def of(subject: Subject) -> set[str]:
    """Return the full names of a card, what a legend's are shortened to, and what its text says."""
    card, language = subject.card, subject.language
    names = set(filter(None, own_names(card, language)))
    if subject.legend:
        names |= {short for name in names for short in _shorts(name, language.lexicon.short)}
    return names | {reference.text for reference in subject.references if reference.form == "short"}


def _shorts(name: str, short: ShortNames) -> list[str]:
    """Return what a legend's name may be shortened to: at its dividers, else to its first word."""
    first, _, rest = name.partition(" ")
    long = short.word and rest and len(first) >= typos.SHORT and first not in short.small
    return shortened(name, short) or ([first] if long else [])
