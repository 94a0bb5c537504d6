"""Renaming on real cards: under an invented name the same references are found."""

import random

import pytest
from msgspec.structs import replace

import corpus
import real
from nanori import annotate
from nanori.annotation.own_names import is_legend
from nanori.model.edits import apply, moved
from nanori.model.values import Card
from nanori.rewriting.renaming import rename
from nanori.rewriting.renaming.renames import field_words

pytestmark = [pytest.mark.real, pytest.mark.thorough]

SAMPLE = 500
SHARE = 0.99
INVENTED = {"en": ("Quenby Vell", "Quenby, Vell of Orr"), "ja": ("鶸色の柵", "鶸の王、クエンビー")}


def sample(code: str) -> list[Card]:
    """Return cards of that language that say their own name."""
    cards = [real.card(record) for record in real.some(f"data/cards.{code}.jsonl.xz")]
    named = [
        card for card in cards if card.name and card.name in card.text and "//" not in card.name
    ]
    return random.Random(6).sample(named, SAMPLE)


def renamed(card: Card, new: str) -> Card:
    """Return a card with another name everywhere."""
    plan = rename([card], card.name, new)
    made: dict[str, str] = {}
    for field in ("name", "text"):
        edits = [change.edit for change in plan.changes if change.field == field]
        made[field] = apply(field_words(card, field), edits)
    faces = tuple(new if name == card.name else name for name in card.faces)
    return replace(card, **made, faces=faces)


def denoted(card: Card) -> list[tuple[int, int, str, str]]:
    return [
        (reference.start, reference.end, reference.form, reference.target)
        for reference in annotate(card)
    ]


@pytest.mark.parametrize("code", corpus.LANGUAGES)
def test_the_same_references_are_found_under_an_invented_name(code: str) -> None:
    cards = sample(code)
    good = 0
    different: list[str] = []
    for card in cards:
        new = INVENTED[code][is_legend(f"{card.type} {card.type_en}")]
        after = renamed(card, new)
        edits = [
            change.edit
            for change in rename([card], card.name, new).changes
            if change.field == "text"
        ]
        before = denoted(card)
        spans = moved([reference[:2] for reference in before], edits)
        wanted = [(*span, reference[3]) for span, reference in zip(spans, before, strict=True)]
        same = wanted == [
            (reference[0], reference[1], reference[3]) for reference in denoted(after)
        ]
        good += same
        if not same:
            different.append(f"{card.name}: {after.text!r}")
    print(f"\n{code}: {good} of {len(cards)}", *different[:12], sep="\n")
    assert good >= SHARE * len(cards)
