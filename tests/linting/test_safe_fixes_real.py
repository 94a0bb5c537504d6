"""What is called safe, made in real texts of others: no reference means something else after it."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

import real
from nanori import annotate
from nanori.linting import checks, fixing
from nanori.linting.context import Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.edits import apply
from nanori.model.values import NAMES, Card

pytestmark = [pytest.mark.real, pytest.mark.slow]

FILES = ("cards.en", "cards-2025.en", "legends-2026.en", "cards.ja", "custom.en")
RIGHT = ("cards.en", "cards-2025.en", "legends-2026.en")
"""Files of official texts without a slip in them."""


@cache
def cards(file: str) -> tuple[Card, ...]:
    return tuple(map(real.card, real.records(f"data/{file}.jsonl.xz")))


def safely_fixed(card: Card, index: Index) -> str:
    """Return the text with the safe fixes of all checks that look at one text."""
    subject = Subject(card, annotate(card), index, Settings())
    found = [
        one for rule in checks.rules().values() if rule.in_text for one in rule.in_text(subject)
    ]
    fixes = [one.fix for one in found if one.fix and one.fix.safe and one.field == "text"]
    return apply(card.text, fixing.together(fixes))


def meanings(card: Card) -> list[tuple[str, str]]:
    """Return what the references of a card mean; whether a name is in full is no matter."""
    return [("name" if one.form in NAMES else one.form, one.target) for one in annotate(card)]


@pytest.mark.parametrize("file", FILES)
def test_every_reference_means_after_safe_fixes_what_it_meant(file: str) -> None:
    index = Index(cards(file))
    for card in cards(file):
        text = safely_fixed(card, index)
        if text != card.text:
            assert file not in RIGHT, (card.name, text)
            after = iter(meanings(replace(card, text=text)))
            assert all(one in after for one in meanings(card)), (card.name, text)
