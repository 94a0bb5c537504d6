"""A sentence tells what the tree of its whole paragraph tells."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings

import strategies
from laws import MANY
from nanori.annotation import asking
from nanori.annotation.pipeline import annotate, forget
from nanori.model.values import Card


def _told_alike(card: Card) -> None:
    forget()
    told = annotate(card)
    forget()
    with patch.object(asking, "LONG", 0):
        assert annotate(card) == told


@given(strategies.mutations(strategies.cards()))
def test_a_sentence_tells_what_the_whole_tree_tells(card: Card) -> None:
    _told_alike(card)


@pytest.mark.slow
@settings(max_examples=MANY)
@given(strategies.mutations(strategies.cards()))
def test_very_many_sentences_tell_what_the_whole_tree_tells(card: Card) -> None:
    _told_alike(card)
