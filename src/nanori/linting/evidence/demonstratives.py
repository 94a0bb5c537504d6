"""References of a card to itself by a noun, as “this creature”: which noun, and in which zone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence import brackets, roles
from nanori.model.values import Card, Reference
from nanori.rewriting.restyling import nouns, zones
from nanori.rewriting.restyling.zones import Whereabouts

# Where an object is a spell or a card.
OUT_OF_PLAY = ("stack", "elsewhere")


def said(subject: Subject) -> list[tuple[Reference, str]]:
    """Return the demonstratives that mean the card itself, each with its noun as the table has it.

    Those of reminder text are left out: it is worded for many cards. So are those behind a mark
    that nothing closes: they may be another object's.
    """
    text, pairs = subject.card.text, subject.language.lexicon.pairs
    return [
        (reference, noun)
        for reference in subject.references
        if reference.form == "this" and reference.target == "self" and reference.scope != "reminder"
        if (noun := noun_of(reference.text, subject.language))
        and not brackets.is_unclosed(text, reference.start, pairs)
    ]


def noun_of(words: str, language: Language) -> str:
    """Return the noun of a demonstrative, whatever case it has; empty where it has none."""
    before, _, after = language.lexicon.restyling.this.partition("{}")
    if not words.lower().startswith(before.lower()) or not words.endswith(after):
        return ""
    noun = words[len(before) : len(words) - len(after)]
    return _nouns(language).get(noun.lower(), noun)


@cache
def _nouns(language: Language) -> dict[str, str]:
    return {noun.lower(): noun for noun in language.lexicon.checks.selves.nouns}


def with_noun(noun: str, like: str, language: Language) -> str:
    """Return the demonstrative with another noun, with a capital if the other words have one."""
    words = language.lexicon.restyling.this.format(noun)
    return words[:1].upper() + words[1:] if like[:1].isupper() else words


def fitting(card: Card, language: Language) -> str:
    """Return the noun that fits a card: of its kind of permanent, else that of a spell."""
    return nouns.noun(card, language) or language.lexicon.restyling.spell


def fits(noun: str, subject: Subject) -> bool:
    """Tell whether a card is, or may become, what a noun of permanents says; also for other nouns.

    A type line that has no type of the language leaves that open, and so does a text that says
    that something becomes such a permanent (CR 2011 608.2j).
    """
    card, language = subject.card, subject.language
    selves = language.lexicon.checks.selves
    words = selves.nouns.get(noun)
    if words is None or any(word in card.type for word in words):
        return True
    if not any(word in card.type for word in language.lexicon.documents.types):
        return True
    if any(keyword in card.text.lower() for keyword in selves.becoming):
        return True
    return any(
        place.words(place.part).lower() == noun.lower() and roles.is_said(place)
        for place in roles.everywhere(subject)
    )


def zones_of(subject: Subject, references: Sequence[Reference]) -> list[Whereabouts]:
    """Return the zone of the object of each reference, where its clause tells."""
    card, language = subject.card, subject.language
    spell = nouns.is_spell(card, language)
    whereabouts = zones.find(card.text, references, language, spell=spell)
    return [
        "anywhere" if zone in OUT_OF_PLAY and _is_compared(reference, subject) else zone
        for reference, zone in zip(references, whereabouts, strict=True)
    ]


def _is_compared(reference: Reference, subject: Subject) -> bool:
    """Tell whether an object is not what its clause is about, or is told what it has.

    “Search for a card that shares a color with this creature.”
    """
    place = roles.place_of(subject, reference.start)
    if place is None:
        return False
    itself = roles.is_subject(place) or roles.is_object(place)
    return not itself or any(verb.type == "GIVE" for verb in roles.verbs(place))
