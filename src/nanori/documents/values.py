"""The values of prose: a mention of a name, and what the database says about it."""

from typing import Literal

import msgspec

from nanori.grammar.bilingual_headings import Where
from nanori.grammar.languages import reference_language

# What the database says: the official name; another found in print; one that was replaced; a
# misprint; another card's, or none of this card's; one typo from a card's; no such card; no name in
# that language; a legend's short name; a token's; no name at all; a game without a database;
# something where a name could be that may be a set, a player, a page.
Status = Literal[
    "right",
    "also",
    "superseded",
    "misprint",
    "wrong",
    "misspelled",
    "unknown",
    "untranslated",
    "short",
    "token",
    "term",
    "unchecked",
    "unjudged",
]

# The meaning of each status in a line.
MEANINGS: dict[Status, str] = {
    "right": "as in the database",
    "also": "another name that prints have",
    "superseded": "an older name",
    "misprint": "a slip of one print",
    "wrong": "not this card's name",
    "misspelled": "one slip from a card's name",
    "unknown": "no such card",
    "untranslated": "the database has no such name of this card in this language",
    "short": "a legend's short name",
    "token": "a token's name",
    "term": "a term in two languages",
    "unchecked": "of a game without a database",
    "unjudged": "in brackets of names, and near to none",
}

# Statuses worth a look.
FINDINGS = ("superseded", "misprint", "wrong", "misspelled", "unknown")


class CardMention(msgspec.Struct, frozen=True, kw_only=True):
    """A place where prose writes a card's name, in one language or in two."""

    start: int
    end: int
    where: Where
    name: str
    """The name in a language with a script of its own; empty if there is none."""
    name_en: str
    """The name in the reference language, as written; empty if there is none."""
    lang: str
    """Language of `name`; of `name_en` if there is none."""
    status: Status
    card: str | None = None
    """English name of the face that is meant."""
    official: str = ""
    """What should replace `name`, or `name_en` if that is what is wrong."""
    message: str = ""
    """What is wrong; empty if nothing is."""
    span: tuple[int, int] = (0, 0)
    """The words that are wrong."""


def mention_in(
    text: str,
    span: tuple[int, int],
    where: Where,
    lang: str,
    status: Status,
    *,
    card: str | None = None,
    official: str = "",
    message: str = "",
) -> CardMention:
    """Return a card's mention by the words of a span, in one language."""
    words, native = text[slice(*span)], lang != reference_language()
    return CardMention(
        start=span[0],
        end=span[1],
        where=where,
        name=words if native else "",
        name_en="" if native else words,
        lang=lang,
        status=status,
        card=card,
        official=official,
        message=message,
        span=span,
    )
