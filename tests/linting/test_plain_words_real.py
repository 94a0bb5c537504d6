"""Names one slip from words of real texts: these words are no names, and no fix makes them any."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from nanori import annotate
from nanori.linting.indexes import Index
from nanori.model.values import Card
from real_checks import ENGLISH, JAPANESE, SEED, cards, found
from typos import typo

pytestmark = [pytest.mark.real, pytest.mark.slow]

TEXTS = 8000
MOST_FOUND = 0.002
"""Share of the names for which a word is taken for a slip, of which no fix may be safe."""
MOST_MARKED = 0.002
"""Share for which it is marked as the name."""
FIRST = {ENGLISH: "BCDFGHLMNPRSTW", JAPANESE: "炎海窯森水骨闇光鉄砂風氷竜魔"}
"""Letters that make a name of a word: “Mend” of “end”, 「炎のドラゴン」 of 「他のドラゴン」."""
WORDS = {
    ENGLISH: re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]+){0,2}"),
    JAPANESE: re.compile(r"[一-龥々ァ-ヺー]+(?:[のなきい][一-龥々ァ-ヺー]+)?|.の[ァ-ヺー]{3,}"),
}


def near(words: str, file: str, rng: random.Random) -> str:
    """Return a name near to words."""
    if file == JAPANESE and words[1:2] == "の":
        return rng.choice(FIRST[file]) + words[1:]
    if file == JAPANESE:
        return typo(words, rng)
    if rng.random() < 0.3:
        return rng.choice(FIRST[file]) + words
    return typo(words, rng).title()


def called_nearly_so(file: str) -> Iterator[tuple[Card, int, int]]:
    """Yield cards that have a name near to words of their text, which are no name, and these."""
    rng = random.Random(SEED)
    for card in rng.choices(cards(file), k=TEXTS):
        words = rng.choice([*WORDS[file].finditer(card.text)] or [None])
        if words is None or len(words[0]) < 3:
            continue
        name = near(words[0], file, rng)
        own = [one for one in annotate(card) if one.form not in ("this", "bare")]
        taken = any(one.start < words.end() and words.start() < one.end for one in own)
        if not taken and name.lower() not in card.text.lower():
            yield replace(card, name=name, name_en="", faces=(), alternate=()), *words.span()


@pytest.mark.parametrize("file", [ENGLISH, JAPANESE])
def test_words_of_the_rules_language_become_no_name(file: str) -> None:
    count = seen = marked = 0
    for card, start, end in called_nearly_so(file):
        count += 1
        said = found("own-name/misspelled", card, Index([card]))
        said = [one for one in said if one.start < end and start < one.end]
        seen += bool(said)
        assert not [one for one in said if one.fix and one.fix.safe], (card.name, card.text)
        marks = [one for one in annotate(card) if one.start < end and start < one.end]
        marked += any(one.form == "full" for one in marks)
    assert count > TEXTS / 3
    assert seen <= MOST_FOUND * count, (seen, count)
    assert marked <= MOST_MARKED * count, (marked, count)
