"""Restyling on all real texts. Needs ../shared."""

from __future__ import annotations

import pytest
import real
from msgspec.structs import replace
from test_restyling import CASES, done

from nanori import annotate, restyling
from nanori.restyling import placeholders

pytestmark = [pytest.mark.real, pytest.mark.slow]

FILES = ("data/cards.en.jsonl.xz", "data/cards.ja.jsonl.xz", "data/legends-2026.en.jsonl.xz")
LEAST_BACK = 0.985
"""The share of regular texts that come back from `foundations`; the spec's aim is 0.99."""


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("style", placeholders.STYLES)
def test_placeholders_are_lossless(file: str, style: str) -> None:
    for card in map(real.card, real.records(file)):
        assert restyling.expand(done(card, style), style) == card.text


@pytest.mark.parametrize("file", FILES)
def test_what_is_in_a_style_stays_and_regular_wording_comes_back(file: str) -> None:
    regular = back = 0
    for card in map(real.card, real.records(file)):
        new, old = done(card, "foundations"), done(card, "oracle")
        assert not restyling.restyle(new, "foundations"), card.name
        assert not restyling.restyle(old, "oracle"), card.name
        if old == card and any(one.target == "self" for one in annotate(card)):
            regular += 1
            back += done(new, "oracle") == card
    assert back >= LEAST_BACK * regular, (back, regular)


def test_the_cards_of_the_corpus_are_invented() -> None:
    known = real.names()
    assert not {name for case in CASES for name in (case.card.name, case.card.name_en)} & known


def test_a_changed_card_is_the_same_but_for_its_text() -> None:
    for case in CASES:
        assert replace(done(case.card, case.style), text=case.card.text) == case.card
