"""The cases of corpus/restyling/: a text, and behind it what each style makes of it."""

import re
from dataclasses import dataclass

from msgspec.structs import replace

import corpus
from nanori.grammar import language_detection
from nanori.model import edits
from nanori.model.values import Card
from nanori.rewriting import placeholders, restyling


@dataclass(frozen=True)
class Restyled:
    """A text of a card, and the text that a style makes of it."""

    place: str
    """File and line of the wanted text, for messages."""
    lang: str
    style: str
    edition: str
    card: Card
    wanted: str


def _restyled(case: corpus.Case) -> list[Restyled]:
    """Return every wanted text; ValueError where one has no text of its language before it."""
    given: dict[str, Card] = {}
    found: list[Restyled] = []
    for text in case.texts:
        place = f"{case.path.name}:{text.line}"
        if not text.role:
            given[text.lang] = case.card(text)
        elif text.lang not in given:
            raise ValueError(f"{place}: no text in “{text.lang}” stands before it")
        else:
            style, _, edition = text.role.partition(" ")
            card = given[text.lang]
            found.append(Restyled(place, text.lang, style, edition, card, text.content))
    return found


CASES = [restyled for case in corpus.cases("restyling") for restyled in _restyled(case)]


def done(card: Card, style: str, edition: str = "") -> Card:
    """Return the card with its text restyled."""
    changes = restyling.restyle(card, style, edition=edition)
    return replace(card, text=edits.apply(card.text, changes))


def expanded(card: Card, style: str) -> str:
    """Return a restyled card's text with the placeholders as what they stood for."""
    if style == restyling.SLOTS:
        return edits.apply(card.text, [each.edit for each in restyling.expansions(card)])
    if style == placeholders.MSE:
        return re.sub(r"</?(?:atom-[a-z]+|nospellcheck)>", "", card.text)
    names = placeholders.names(card, language_detection.of_card(card))
    return placeholders.expanded(card.text, *names, placeholders.SIGNS[style])
