"""What each stage promises to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import real
import strategies
from nanori.grammar import languages, parser, trees
from nanori.grammar.lexer import covered, tokenize
from nanori.grammar.parser import MENTIONS, NAMINGS


def _paragraphs(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        for start, end in trees.paragraphs(text):
            yield text[start:end]


def _assert_cues_miss_nothing(code: str, texts: Iterator[str]) -> None:
    grammar = parser.load(code)
    for paragraph in _paragraphs(texts):
        demonstrative, announced = grammar.cued(paragraph)
        assert demonstrative or not grammar.demonstratives.pattern.search(paragraph), paragraph
        assert announced or not grammar.announcements.pattern.search(paragraph), paragraph


@pytest.mark.parametrize("code", languages.codes())
def test_no_demonstrative_and_no_announced_name_is_without_a_cue(code: str) -> None:
    _assert_cues_miss_nothing(code, (card.text for card in strategies.cards() if card.lang == code))


@pytest.mark.real
@pytest.mark.parametrize("code", languages.codes())
def test_no_real_demonstrative_or_announced_name_is_without_a_cue(code: str) -> None:
    records = real.records(f"data/cards.{code}.jsonl.xz")
    _assert_cues_miss_nothing(code, (record["text"] for record in records))


@pytest.mark.parametrize("code", languages.codes())
def test_every_sequence_of_tokens_has_a_tree(code: str) -> None:
    grammar = parser.load(code)
    for paragraph in _paragraphs(card.text for card in strategies.cards() if card.lang == code):
        tree = grammar.parse(tokenize(paragraph, code))  # raises where a place is missing
        assert (tree.start, tree.end) == (0, len(paragraph))


def test_tokens_cover_a_paragraph_without_a_gap() -> None:
    assert [(one.start, one.end) for one in covered([], 5)] == [(0, 5)]
    assert covered([], 0) == []


def test_no_terminal_is_both_a_mention_and_an_announcement() -> None:
    assert not set(MENTIONS) & set(NAMINGS)
