"""What somebody types, in any script, to the cards whose names it may be."""

from __future__ import annotations

from msgspec import Struct

from nanori.names.lookup import Names
from nanori.names.model import How

MOST = 12
"""Cards that are told."""


class AskedName(Struct, frozen=True, kw_only=True):
    """A question for a name."""

    query: str
    lang: str = ""
    """The only language to look in; empty for all."""


class WrittenName(Struct, frozen=True):
    """A name that a card has in a language."""

    lang: str
    name: str
    reading: str
    guessed: bool
    """Whether the reading is a guess."""


class NamedCard(Struct, frozen=True):
    """A card that may be meant."""

    name: str
    """The name that matched."""
    lang: str
    how: How
    score: float
    names: tuple[WrittenName, ...]
    """What it is called now, in each language."""


class NamedCards(Struct, frozen=True):
    """The cards that may be meant, the likeliest first."""

    hits: tuple[NamedCard, ...]
    source: str
    """The file of the database that was asked."""


def found(asked: AskedName) -> NamedCards:
    """Return the cards whose names that may be; NanoriError if the database cannot be read."""
    with Names.open() as names:
        hits = names.find(asked.query, asked.lang or None, MOST) if asked.query.strip() else []
        cards = tuple(
            NamedCard(hit.name, hit.lang, hit.how, hit.score, _names(names, hit.name_en))
            for hit in hits
        )
        return NamedCards(cards, names.path.name)


def _names(names: Names, face: str) -> tuple[WrittenName, ...]:
    """Return the first name of a face in each language: the official one."""
    entry = names.entry(face)
    first: dict[str, WrittenName] = {}
    for form in entry.forms if entry else ():
        if form.lang not in first and form.form != "reading":
            guessed = form.reading_source == "guessed"
            first[form.lang] = WrittenName(form.lang, form.name, form.reading, guessed)
    return tuple(first.values())
