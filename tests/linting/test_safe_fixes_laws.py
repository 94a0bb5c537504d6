"""After the safe fixes of any text its references mean what they meant, and plain words stay."""

from __future__ import annotations

import random

import pytest

import corpus
import real
from check_examples import examples
from mutated_cards import mutated, prove_meaning, prove_words, safe_edits

ROUNDS = 4
"""How often each text of the corpus is mutated."""
SAMPLE = 1500
"""How many texts of a real file are."""
CARDS = [one.card() for one in examples() if one.kind in corpus.LANGUAGES]


@pytest.mark.sampled(ROUNDS)
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_safe_fixes_keep_what_references_mean_and_make_no_word_a_name(seed: int) -> None:
    chance = random.Random(seed)
    for given in CARDS:
        card = mutated(given, chance)
        edits = safe_edits(card)
        prove_meaning(card, edits)
        prove_words(card, edits)


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("file", ["cards.en", "cards.ja", "custom.en", "duelmasters.ja"])
def test_so_they_do_in_real_texts_with_slips(file: str) -> None:
    chance = random.Random(file)
    cards = [real.card(one) for one in real.records(f"data/{file}.jsonl.xz")]
    for given in chance.sample(cards, min(len(cards), SAMPLE)):
        card = mutated(given, chance)
        edits = safe_edits(card)
        prove_meaning(card, edits)
        prove_words(card, edits)
