"""Nanori on real cards: the dev gold, and every text there is. Needs ../shared."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

import laws
import nanori
import real
import strategies
from nanori.model.values import Card

pytestmark = [pytest.mark.real, pytest.mark.thorough]

LEAST_F1 = {"en": 0.995, "ja": 0.99}
"""What the dev gold must be met with: exact start, end, form and target."""


@pytest.mark.parametrize("lang", LEAST_F1)
def test_the_dev_gold_is_met(lang: str) -> None:
    counts: Counter[str] = Counter()
    for record in real.records(f"gold/dev.{lang}.jsonl"):
        gold = {(r["start"], r["end"], r["form"], r["target"]) for r in record["references"]}
        found = {(r.start, r.end, r.form, r.target) for r in nanori.annotate(real.card(record))}
        counts.update(right=len(gold & found), extra=len(found - gold), missed=len(gold - found))
    f1 = 2 * counts["right"] / (2 * counts["right"] + counts["extra"] + counts["missed"])
    assert f1 >= LEAST_F1[lang], f"F1 {f1:.4f}, {dict(counts)}"


@pytest.mark.parametrize("lang", LEAST_F1)
def test_every_real_text_is_annotated_the_same_twice(lang: str) -> None:
    for record in real.some(f"data/cards.{lang}.jsonl.xz"):
        card = real.card(record)
        found = nanori.annotate(card)
        assert nanori.annotate(card) == found
        end = 0
        for reference in found:
            assert end <= reference.start < reference.end
            assert reference.text == card.text[reference.start : reference.end]
            end = reference.end


@pytest.mark.slow
@pytest.mark.parametrize("lang", LEAST_F1)
def test_every_real_text_has_a_tree(lang: str) -> None:
    for record in real.records(f"data/cards.{lang}.jsonl.xz"):
        laws.obeys_the_laws(real.card(record))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LEAST_F1)
def test_mutations_of_real_texts_obey_the_laws(lang: str) -> None:
    cards = [real.card(record) for record in real.records(f"data/cards.{lang}.jsonl.xz")]

    @settings(max_examples=laws.MANY)
    @given(strategies.mutations(cards))
    def obeys(card: Card) -> None:
        laws.obeys_the_laws(card)

    obeys()
