"""An own name in a quoted ability to the noun of what gets the ability, where its clause tells."""

from __future__ import annotations

from nanori.grammar import phrases, places
from nanori.linting.context import Subject
from nanori.linting.evidence import roles
from nanori.linting.evidence.roles import Place
from nanori.model.values import Reference


def noun(reference: Reference, subject: Subject) -> str:
    """Return the noun of permanents that the sentence around a quotation says before it.

    “Enchanted creature has "…"” gives “creature”. Empty where no quotation or noun is there.
    """
    place = roles.place_of(subject, reference.start)
    if place is None:
        return ""
    length = next((at for at, step in enumerate(place.path) if step.node.kind == "quote"), 0)
    for path in places.before(place.path[:length]) if length else ():
        part = places.at(path)
        said = roles.is_said(Place(path, place.paragraph, place.begin))  # “is an enchantment and”
        if phrases.is_head(path) and not said and (listed := _listed(place.words(part), subject)):
            return listed
    return ""


def _listed(words: str, subject: Subject) -> str:
    """Return the noun of permanents that words are, whatever their number; else ""."""
    nouns = subject.language.lexicon.checks.selves.nouns
    return next((noun for noun in nouns if words in (noun, f"{noun}s")), "")
