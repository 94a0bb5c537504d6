"""Places in a tree: what stands beside one, and the first child of a kind."""

from __future__ import annotations

from nanori.grammar import places
from nanori.grammar.places import Step
from nanori.model.values import Node, Token

WORDS = tuple(Token(terminal, place, place + 1) for place, terminal in enumerate("ABC"))
PHRASE = Node("np", 0, 3, WORDS)
CLAUSES = (Node("clause", 3, 3, ()), Node("clause", 4, 4, ()))
TREE = Node("sentence", 0, 4, (PHRASE, *CLAUSES))
SECOND = (Step(TREE, 0), Step(PHRASE, 1))
"""The path to the second word of the phrase."""


def test_what_stands_beside_a_place_is_behind_it_or_before() -> None:
    assert places.beside(SECOND, 1) is WORDS[2]
    assert places.beside(SECOND, -1) is WORDS[0]
    assert places.path_beside(SECOND, -1) == (Step(TREE, 0), Step(PHRASE, 0))


def test_beyond_the_ends_of_a_node_and_beside_no_place_there_is_nothing() -> None:
    for by in (-2, 2, 3):
        assert places.beside(SECOND, by) is None
        assert places.path_beside(SECOND, by) == ()
    assert places.beside((), 1) is None


def test_the_first_child_of_a_kind_is_told() -> None:
    assert places.first_child(TREE, "clause") is CLAUSES[0]
    assert places.first_child(TREE, "predicate") is None
    assert places.first_child(WORDS[0], "clause") is None
    assert places.first_child(None, "clause") is None
