"""Places in a tree: what stands beside one, around it, and the first child of a kind."""

from nanori.grammar import tree_queries
from nanori.grammar.tree_queries import NOWHERE, Cursor
from nanori.model.values import Node, Token

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
