"""Measures what `nanori lint` finds of errors put into translations, and in those left alone.

Official pairs are read at run time: cards printed in Japanese since 2018, in the wording of their
time and, for errors in what a card calls itself, in that of Foundations.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

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
from planted import OTHERS, REFERENCES, Planted

SINCE, NOW = "2018", "2025-02-14"
EVERY = 7
"""Of how many translations one is taken."""
OF_EACH = 12
"""How many errors of each kind are put in."""
MOST_MISSED = {"references": 0.13, "others": 0.1}
MOST_ALARMS = 0.001


def translating() -> int:
    """Print what is found of each kind of error, and how many untouched cards have a finding."""
    pairs = list(_pairs())
    index = Index(card for pair in pairs for card in pair)
    now = [(_restyled(original), _restyled(translation)) for original, translation in pairs]
    missed = _planted(now, REFERENCES, index, "references")
    missed += _planted(pairs, OTHERS, index, "others")
    return missed


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
    pairs: list[tuple[Card, Card]], kinds: Mapping[str, Planted], index: Index, name: str
) -> int:
    """Print for each kind how many errors are found, and return how many limits were missed."""
    chance = random.Random(17)
    found = count = 0
    for kind, plant in kinds.items():
        seen = tried = 0
        unseen: list[str] = []
        for original, translation in chance.sample(pairs, len(pairs)):
            if tried == OF_EACH:
                break
            text = plant(translation, nanori.annotate(translation), chance)
            if not text or text == translation.text:
                continue
            before = set(_findings(original, translation, index))
            after = set(_findings(original, replace(translation, text=text), index))
            tried += 1
            seen += bool(after - before)
            unseen += [] if after - before else [translation.name_en]
        print(f"  {kind}: {seen} of {tried}; not: {', '.join(unseen[:3]) or 'none'}")
        found, count = found + seen, count + tried
    return limited(f"{name}: errors missed", 1 - found / count, MOST_MISSED[name])


def _findings(original: Card, translation: Card, index: Index) -> Iterator[str]:
    """Yield what all checks say of a translation."""
    pair = Pair(
        *(
            Subject(card, nanori.annotate(card), index, Settings())
            for card in (original, translation)
        )
    )
    for check in listed().values():
        if check.optional:
            continue
        for finding in (
            check.find(pair.translation)
            if check.kind == "check"
            else check.find(pair)
            if check.kind == "check_pair"
            else ()
        ):
            yield f"{check.name}: {finding.message}"
