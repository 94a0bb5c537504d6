"""Restyling on all real texts. Needs ../shared."""

import re
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

import real
from nanori import annotate
from nanori.model.values import Card, Reference
from nanori.rewriting import restyling
from restyling_cases import CASES, done

pytestmark = [pytest.mark.real, pytest.mark.slow]

FILES = ("data/cards.en.jsonl.xz", "data/cards.ja.jsonl.xz", "data/legends-2026.en.jsonl.xz")
LEAST_BACK = 0.99
"""The share of texts in the older wording that come back from `foundations`."""

LEAST_REWORDED = 0.96
"""The share of legends' references in 2022 that are reworded as in 2026; the rest are cards
whose text of 2026 has the older wording still, or a short name that no rule gives."""

REMINDER = re.compile(r"\([^()]*\)")


@pytest.mark.parametrize("file", FILES)
def test_what_is_in_a_style_stays_and_regular_wording_comes_back(file: str) -> None:
    regular = back = 0
    for card in map(real.card, real.some(file)):
        new, old = done(card, "foundations"), done(card, "oracle")
        assert not restyling.restyle(new, "foundations"), card.name
        assert not restyling.restyle(old, "oracle"), card.name
        if old == card and any(reference.target == "self" for reference in annotate(card)):
            regular += 1
            back += done(new, "oracle") == card
    assert back >= LEAST_BACK * regular, (back, regular)


def lines(card: Card) -> Iterator[tuple[str, Sequence[Reference]]]:
    """Yield each line without its references, reminder text and older phrases, and those."""
    own = [
        reference
        for reference in annotate(card)
        if reference.target == "self" and reference.form in restyling.OWN
    ]
    own = [reference for reference in own if reference.scope != "reminder"]
    start = 0
    for line in card.text.split("\n"):
        here = [reference for reference in own if start <= reference.start < start + len(line)]
        rest, place = "", start
        for reference in here:
            rest += card.text[place : reference.start] + "§"
            place = reference.end
        rest += card.text[place : start + len(line)]
        start += len(line) + 1
        for old, new in ((" the battlefield under your control", " under your control"),
                         ("enters the battlefield", "enters"), ("’", "'")):  # fmt: skip
            rest = rest.replace(old, new)
        yield REMINDER.sub("", rest).strip().lower(), here


def test_legends_of_2022_are_reworded_as_they_were_in_2026() -> None:
    cards = list(map(real.card, real.records("data/cards.en.jsonl.xz")))
    old = {card.name: card for card in reversed(cards)}
    right = every = 0
    for new in map(real.card, real.records("data/legends-2026.en.jsonl.xz")):
        before = old.get(new.name)
        if before is None:
            continue
        reworded = {
            rewording.reference.start: rewording.edit.text
            for rewording in restyling.changes(before, "foundations")
        }
        earlier = dict(lines(before))
        for line, here in lines(new):
            there = earlier.get(line, ())
            for was, is_now in zip(there, here, strict=False) if len(there) == len(here) else ():
                every += 1
                right += reworded.get(was.start, was.text) == is_now.text
    assert right >= LEAST_REWORDED * every > 0, (right, every)


def test_a_changed_card_is_the_same_but_for_its_text() -> None:
    for case in CASES:
        assert replace(done(case.card, case.style), text=case.card.text) == case.card
