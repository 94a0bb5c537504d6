"""A word of a text is found where it stands in the tree of its paragraph."""

from __future__ import annotations

import pytest

from nanori.linting.context import Subject
from nanori.linting.evidence import roles
from nanori.linting.indexes import Index
from nanori.linting.options import Settings
from nanori.model.values import Card, Token

CARDS = {
    "en": Card(
        name="Salt Quay",
        text="When Salt Quay enters, draw a card.\n\n{T}: It gains “Sacrifice this land: Add {G}.”",
        lang="en",
    ),
    "ja": Card(
        name="塩の桟橋",
        text="塩の桟橋が戦場に出たとき、カードを１枚引く。\n（このカードは土地である。）",
        lang="ja",
    ),
}


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_every_word_is_where_going_through_the_text_finds_it(card: Card) -> None:
    subject = Subject(card, (), Index(), Settings())
    words = [place for place in roles.everywhere(subject) if isinstance(place.part, Token)]
    assert len({place.begin for place in words}) > 1
    for place in words:
        if place.part.start == place.part.end:
            continue  # the sign of an end that is not written
        found = roles.place_of(subject, place.begin + place.part.start)
        assert found is not None
        assert found.part is place.part
        around, expected = found.cursor.upward(), place.cursor.upward()
        assert [each.part for each in around] == [each.part for each in expected]
        assert found[1:] == place[1:]


def test_there_is_none_between_words_nor_behind_the_text() -> None:
    card = CARDS["en"]
    subject = Subject(card, (), Index(), Settings())
    assert roles.place_of(subject, 1) is None
    assert roles.place_of(subject, card.text.index("\n")) is None
    assert roles.place_of(subject, len(card.text)) is None
