"""What each stage promises to the next, and places in its tree."""

import re
from collections.abc import Iterator

import pytest

import real
import strategies
from nanori.grammar import languages, parser, tree_queries, trees
from nanori.grammar.automata import CuedPatterns
from nanori.grammar.lexer import tokenize
from nanori.grammar.name_announcements import ANNOUNCING
from nanori.grammar.parser import DEMONSTRATIVES
from nanori.grammar.tree_queries import NOWHERE, Cursor
from nanori.linting.lexicon import lint_words
from nanori.model.values import Node, Token


def _paragraphs(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        for start, end in trees.paragraphs(text):
            yield text[start:end]


def _assert_cues_miss_nothing(code: str, texts: Iterator[str]) -> None:
    language = languages.load(code)
    lexicon = language.lexicon
    cued = [
        (known, re.compile(f"(?:{lexicon.starts})(?:{known.pattern})"))
        for known in parser.load_tables(language).terminals
        if known.name in (*DEMONSTRATIVES, *ANNOUNCING)
    ]
    for paragraph in _paragraphs(texts):
        for known, pattern in cued:
            told = any(cue in paragraph for cue in known.cues)
            assert told or not pattern.search(paragraph), paragraph


@pytest.mark.parametrize("code", languages.codes())
def test_no_demonstrative_and_no_announced_name_is_without_a_cue(code: str) -> None:
    _assert_cues_miss_nothing(code, (card.text for card in strategies.cards() if card.lang == code))


@pytest.mark.real
@pytest.mark.sampled(4)
@pytest.mark.parametrize("code", languages.codes())
def test_no_real_demonstrative_or_announced_name_is_without_a_cue(code: str) -> None:
    records = real.some(f"data/cards.{code}.jsonl.xz")
    _assert_cues_miss_nothing(code, (record["text"] for record in records))


@pytest.mark.parametrize("code", languages.codes())
def test_no_row_that_matches_is_told_to_be_absent(code: str) -> None:
    table = lint_words(languages.load(code)).rows.garbled
    rows = [row.pattern for row, _ in table.values()]
    cued = CuedPatterns([row.cues for row in rows])
    texts = [card.text for card in strategies.cards() if card.lang == code]
    for text in (*texts, *texts):  # what most of the first ones have is not looked for
        matching = {number for number, row in enumerate(rows) if row.search(text)}
        assert matching <= {*cued.within(text)}, text


@pytest.mark.parametrize("code", languages.codes())
def test_only_blanks_stand_between_tokens(code: str) -> None:
    language = languages.load(code)
    for paragraph in _paragraphs(card.text for card in strategies.cards() if card.lang == code):
        place = 0
        for token in tokenize(paragraph, language):
            assert not paragraph[place : token.start].strip()
            place = token.end
        assert not paragraph[place:].strip()


WORDS = tuple(Token(terminal, place, place + 1) for place, terminal in enumerate("ABC"))
PHRASE = Node("np", 0, 3, WORDS)
CLAUSES = (Node("clause", 3, 3, ()), Node("clause", 4, 4, ()))
TREE = Node("sentence", 0, 4, (PHRASE, *CLAUSES))
SECOND = Cursor(TREE).at(0).at(1)
"""The second word of the phrase."""


def test_what_stands_beside_a_place_is_behind_it_or_before() -> None:
    assert SECOND.beside(1).part is WORDS[2]
    assert SECOND.beside(-1).part is WORDS[0]
    assert SECOND.up.beside(1).part is CLAUSES[0]


def test_beyond_the_ends_of_a_node_and_beside_no_place_there_is_nothing() -> None:
    for by in (-2, 2, 3):
        assert SECOND.beside(by) is NOWHERE
    assert not Cursor(TREE).beside(1)
    assert not NOWHERE.beside(1).within("np").child("A").joined(1, "B")


def test_what_is_around_a_place_is_told_by_its_kind() -> None:
    assert SECOND.within("clause", "np").part is PHRASE
    assert SECOND.within("sentence") is NOWHERE, "a whole tree is around everything"
    assert [each.kind for each in SECOND.upward()] == ["np", "sentence"]
    assert SECOND.under(SECOND.up.up).part is PHRASE


def test_the_first_child_of_a_kind_is_told() -> None:
    assert Cursor(TREE).child("clause").part is CLAUSES[0]
    assert SECOND.up.child("B").part is WORDS[1]
    assert tree_queries.first_child(TREE, "clause") is CLAUSES[0]
    assert tree_queries.first_child(TREE, "predicate") is None
    assert tree_queries.first_child(WORDS[0], "clause") is None
    assert tree_queries.first_child(None, "clause") is None
