"""Measures what `nanori lint` finds of errors that are put into translations.

Official pairs are read at run time: cards printed in Japanese since 2018, in the wording of their
time and, for errors in what a card calls itself, in that of Foundations.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

import material
import nanori
from measuring import limited
from nanori.linting.checks import listed
from nanori.linting.context import Pair, Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card
from nanori.rewriting import restyling
from planted import BESIDE, ORIGINALS, OTHERS, REFERENCES, Planted, PlantedBeside

SINCE, NOW = "2018", "2025-02-14"
EVERY = 7
"""Of how many translations one is taken."""
OF_EACH = 12
"""How many errors of each kind are put in."""
HALF = 0.5
"""A kind of which no more is found is missed."""
MOST_MISSED = 6 / 46, 0.1
MOST_FOUND = 0.01

PlantedPair = Callable[[Card, Card, random.Random], tuple[Card, Card]]
"""Returns an original and its translation with an error in one of them."""


def translating() -> int:
    """Print what is found of each kind of error, and return how many limits were missed."""
    pairs = list(_pairs())
    if not pairs:
        print("  no translations with a date: ../shared/data is absent")
        return 0
    index = Index(card for pair in pairs for card in pair)
    now = [(_restyled(original), _restyled(translation)) for original, translation in pairs]
    shares = [
        *_planted(now, {kind: _here(plant) for kind, plant in REFERENCES.items()}, index),
        *_planted(now, {kind: _there(plant) for kind, plant in ORIGINALS.items()}, index),
    ]
    kinds = sum(share <= HALF for share in shares)
    missed = limited("kinds of errors in references missed", kinds / len(shares), MOST_MISSED[0])
    every = {kind: _here(plant) for kind, plant in OTHERS.items()}
    every |= {kind: _beside(plant) for kind, plant in BESIDE.items()}
    shares = list(_planted(pairs, every, index))
    missed += limited("other errors missed", 1 - sum(shares) / len(shares), MOST_MISSED[1])
    return missed + _as_they_are(pairs, index)


def _here(plant: Planted) -> PlantedPair:
    """Return an error of the translation as one of a pair."""

    def planted(original: Card, card: Card, chance: random.Random) -> tuple[Card, Card]:
        return original, replace(card, text=plant(card, nanori.annotate(card), chance))

    return planted


def _there(plant: Planted) -> PlantedPair:
    """Return an error of the original as one of a pair."""

    def planted(original: Card, card: Card, chance: random.Random) -> tuple[Card, Card]:
        return replace(original, text=plant(original, nanori.annotate(original), chance)), card

    return planted


def _beside(plant: PlantedBeside) -> PlantedPair:
    """Return an error that needs both cards as one of a pair."""

    def planted(original: Card, card: Card, chance: random.Random) -> tuple[Card, Card]:
        return original, replace(card, text=plant(original, card, chance))

    return planted


def _pairs() -> Iterator[tuple[Card, Card]]:
    """Yield originals with their translations, one print of each."""
    originals: dict[str, Card] = {}
    for card in material.cards("en"):
        originals.setdefault(card.name, card)
    seen: set[str] = set()
    for card in material.cards("ja")[::EVERY]:
        if card.released >= SINCE and card.name_en in originals and card.name_en not in seen:
            seen.add(card.name_en)
            yield originals[card.name_en], card


def _restyled(card: Card) -> Card:
    """Return a card in the wording of Foundations."""
    changed = restyling.changes(card, restyling.FOUNDATIONS)
    return replace(card, text=restyling.restyled(card.text, changed), released=NOW)


def _planted(
    pairs: list[tuple[Card, Card]], kinds: Mapping[str, PlantedPair], index: Index
) -> Iterator[float]:
    """Print and yield for each kind what share of errors is found."""
    chance = random.Random(17)
    for kind, plant in kinds.items():
        seen = tried = 0
        unseen: list[str] = []
        for pair in chance.sample(pairs, len(pairs)):
            if tried == OF_EACH:
                break
            changed = plant(*pair, chance)
            if changed == pair or not (changed[0].text and changed[1].text):
                continue
            told = set(_findings(*changed, index)) - set(_findings(*pair, index))
            tried += 1
            seen += bool(told)
            unseen += [] if told else [pair[1].name_en]
        print(f"  {kind}: {seen} of {tried}; not: {', '.join(unseen[:3]) or 'none'}")
        if tried:
            yield seen / tried


def _as_they_are(pairs: list[tuple[Card, Card]], index: Index) -> int:
    """Print what checks of pairs find in the pairs as they are; to be looked at, each."""
    count = 0
    for original, card in pairs:
        for finding in _of_pair(original, card, index):
            print(f"    {card.name_en}, {card.released}: {finding}")
            count += 1
    print(f"  {count} findings in {len(pairs)} pairs as they are, true faults among them")
    return limited("findings for a pair", count / len(pairs), MOST_FOUND)


def _findings(original: Card, translation: Card, index: Index) -> Iterator[str]:
    """Yield what all checks say of the two texts, and of the two beside each other."""
    yield from _of_pair(original, translation, index)
    for card in (original, translation):
        subject = Subject(card, nanori.annotate(card), index, Settings())
        for check in listed().values():
            if check.kind == "check" and not check.optional:
                for finding in check.find(subject):
                    yield f"{check.name}: {finding.message}"


def _of_pair(original: Card, translation: Card, index: Index) -> Iterator[str]:
    """Yield what the checks of pairs say."""
    sides = (
        Subject(card, nanori.annotate(card), index, Settings()) for card in (original, translation)
    )
    pair = Pair(*sides)
    for check in listed().values():
        if check.kind == "check_pair" and not check.optional:
            for finding in check.find(pair):
                yield f"{check.name}: {finding.message}"
