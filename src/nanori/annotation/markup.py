"""Names that a program marked, or wrote a sign for, to references that say so."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from nanori.annotation.own_names import short_of
from nanori.grammar.languages import Language
from nanori.model.values import Card, NameMarkup, Reference, Token

MARKUP = "markup"
"""The source of such references."""

TERMINALS = {
    "full": "OWN_NAME",
    "short": "SHORT_NAME",
    "this": "THIS_OBJECT",
    "other": "KNOWN_NAME",
}
"""The terminal that each kind of mark is read as."""


def among(markup: Sequence[NameMarkup], names: Sequence[Token], text: str) -> list[Token]:
    """Return the names found in a text with the marked ones, which win over what they overlap."""
    marked = [
        Token(TERMINALS[one.kind], one.start, one.end)
        for one in markup
        if "\n" not in text[one.start : one.end]
    ]
    waiting = marked[::-1]
    found = list(marked)
    for name in names:
        while waiting and waiting[-1].end <= name.start:
            waiting.pop()
        if not waiting or waiting[-1].start >= name.end:
            found.append(name)
    return sorted(found, key=lambda one: one.start)


def shown(
    references: Sequence[Reference],
    card: Card,
    language: Language,
    markup: Sequence[NameMarkup] = (),
) -> list[Reference]:
    """Return the references, the marked ones and signs as CARDNAME with what they stand for."""
    kinds = {(one.start, one.end): one.kind for one in markup}
    found: list[Reference] = []
    for one in references:
        kind = kinds.get((one.start, one.end))
        if one.form == "placeholder":
            kind = "short" if one.text in language.lexicon.short.placeholders else "full"
        if kind in ("full", "short"):
            name = card.name if kind == "full" else short_of(card.name, language) or card.name
            one = replace(one, source=MARKUP, shows=name or None)
        elif kind:
            one = replace(one, source=MARKUP, shows=one.text)
        found.append(one)
    return found
