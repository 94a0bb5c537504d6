"""Checks of Japanese and of translations on all real texts. Needs ../shared."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace

import nanori
import planting
import real
from check_examples import found_by
from nanori import annotate
from nanori.linting.context import Pair, Subject
from nanori.linting.indexes import Index
from nanori.linting.options import Settings

pytestmark = [pytest.mark.real, pytest.mark.slow]

RECENT = "2018"
"""From then on the wording of prints is that of the originals at hand, which are of 2022."""

RECENT_MOST = {
    "numbers/different": 15,  # on ten prints of nine cards, all true
    "selves/different": 4,  # true
    "terms/different": 11,  # on ten prints, all true; one has its lines in another order
    "lines/paragraph": 5,  # true: a line breaks that the original's does not
    "selves/missing": 3,  # two true: the text has another name than the card
    "full-stops/sentence": 1,  # true
    "words/target": 1,  # true
    "lines/repeated": 0,
    "names/swapped": 0,
    "names/untranslated": 10,  # halves that the data give no Japanese name
    "untranslated/text": 5,  # true: four cards
}
"""How many findings there may be at most in 7,877 pairs since 2018: all looked at, one is false."""


def subjects() -> tuple[dict[str, Subject], list[Subject]]:
    """Return the originals by name, and the translations."""
    cards = [
        real.card(one)
        for name in ("en", "ja")
        for one in real.records(f"data/cards.{name}.jsonl.xz")
    ]
    index = Index(cards)
    every = [Subject(card, annotate(card), index, Settings()) for card in cards]
    originals: dict[str, Subject] = {}
    for one in every:
        if one.card.lang == "en":
            originals.setdefault(one.card.name, one)
    return originals, [one for one in every if one.card.lang == "ja"]


@cache
def recent() -> list[Pair]:
    originals, translations = subjects()
    known = (each for each in translations if each.card.name_en in originals)
    return [Pair(originals[e.card.name_en], e) for e in known if e.card.released >= RECENT]


@pytest.mark.parametrize("name", RECENT_MOST)
def test_recent_pairs_have_hardly_any(name: str) -> None:
    assert sum(len(found_by(name, pair)) for pair in recent()) <= RECENT_MOST[name]


DOUBLED = re.compile(r"(?<!\w)([^\W\d_]{3,}) \1(?!\w)|([ァ-ヺー一-龥가-힣]{2,})\2")


@pytest.mark.parametrize("lang", ["ja", "de", "es", "fr", "it", "ko", "pt", "ru", "zhs", "zht"])
def test_fixes_of_planted_errors_are_text(lang: str) -> None:
    """None has an ellipsis, a digit for a word, a word twice, a pattern, or another line end."""
    errors = planting.planted(lang, planting.pairs(lang, tuning=False), shared=True)[::3]
    pairs = [planting.Pair(each.pair.original, each.slip.card) for each in errors]
    for number, pair in enumerate(pairs[::2]):
        broken = [replace(card, text=card.text.replace("\n", "\r\n")) for card in pair if card]
        pairs[2 * number] = planting.Pair(*broken)
    fixes = 0
    for pair, said in zip(pairs, planting.lint(pairs), strict=True):
        for one in said:
            before = getattr(pair.card, one.field)
            edits = one.fix.edits if one.fix else ()
            after = nanori.apply(before, edits)
            written = "".join(edit.text for edit in edits)
            fixes += bool(edits)
            assert not re.search(r"…|\.\.\.|[\\|*?\[\]]", written)
            for edit in edits:
                assert not (edit.text.isdigit() and before[edit.start : edit.end].isalpha())
            twice = {match[0] for match in DOUBLED.finditer(after)}
            assert twice <= {match[0] for match in DOUBLED.finditer(before)}
            assert "\r\n" not in before or not re.search("(?<!\r)\n", after)
    assert fixes > len(errors) * 0.3
