"""Checks run on the real texts beside the project."""

from functools import cache

import real
from check_examples import found_by
from nanori import annotate
from nanori.linting.context import Finding, Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card

ENGLISH, JAPANESE, LEGENDS = "cards.en", "cards.ja", "legends-2026.en"
SEED = 7


@cache
def cards(file: str) -> tuple[Card, ...]:
    return tuple(map(real.card, real.records(f"data/{file}.jsonl.xz")))


def found(name: str, card: Card, index: Index, style: str = "") -> list[Finding]:
    subject = Subject(card, annotate(card), index, Settings(style=style))
    return found_by(name, subject)
