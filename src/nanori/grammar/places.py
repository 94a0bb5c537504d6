"""Places in a tree: the path to one, what is around it, before it and in it.

A path is all that a question needs: a node does not know what it is a part of.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from typing import NamedTuple

from nanori.model.values import Node, Token

# Nodes that no clause reaches out of.
LEVELS = frozenset({"ability", "quote", "reminder"})
# Nodes of quotation marks and brackets, each a level of its own.
BRACKETS = ("quote", "reminder")
# How many parts on either side are looked at; no real sentence has as many.
NEAR = 64
# How many parts of a clause are looked at; no real one has as many.
MANY = 2 * NEAR
# How many parts of a sentence or phrase, on all its levels, are; so, too.
PARTS = 4 * MANY
# How many nodes around a place its path has; no real sentence nests as deep.
DEEP = 64
# How many nodes deep a word is looked for; several times what any real text has.
DEEPEST = 4 * DEEP


class Step(NamedTuple):
    """One step of a path: a node, and the number of the child that the path goes on with."""

    node: Node
    child: int


# The nodes around a place, the outermost first, each with the child that leads to it.
Path = tuple[Step, ...]


def at(path: Path) -> Node | Token:
    """Return what a path leads to."""
    return path[-1].node.children[path[-1].child]


def node_at(path: Path) -> Node:
    """Return the node that a path leads to, which is no token."""
    node = at(path)
    assert isinstance(node, Node)
    return node


def beside(path: Path, by: int) -> Node | Token | None:
    """Return what stands so many parts behind a place, before it if `by` < 0; None for nothing."""
    here = path_beside(path, by)
    return at(here) if here else None


def path_beside(path: Path, by: int) -> Path:
    """Return the path to what stands so many parts behind a place or before; () for nothing."""
    if not path:
        return ()
    node, child = path[-1]
    inside = 0 <= child + by < len(node.children)
    return (*path[:-1], Step(node, child + by)) if inside else ()


def leaves(
    tree: Node, path: Path = (), but: Collection[str] = ()
) -> Iterator[tuple[Path, Token | Node]]:
    """Yield each token of a tree with its path, in order, and each node before what is in it.

    Nodes of the kinds in `but` are not looked into.
    """
    waiting: list[tuple[Path, Node | Token]] = [(path, tree)]
    while waiting:
        here, part = waiting.pop()
        yield here, part
        if isinstance(part, Node) and part.kind not in but:
            waiting += [
                ((*here[-DEEP:], Step(part, number)), part.children[number])
                for number in range(len(part.children) - 1, -1, -1)
            ]


def within(path: Path, *kinds: str) -> Path:
    """Return the path to the innermost node of these kinds around a place; () for none.

    What stands around the quotation or bracket that the place is in does not count.
    """
    for length in range(len(path) - 1, -1, -1):
        kind = path[length].node.kind
        if kind in kinds:
            return path[:length] if length else ()
        if kind in LEVELS:
            return ()
    return ()


def surrounding(path: Path, *kinds: str) -> Path:
    """Return the path to the innermost node of these kinds around a place, on whatever level."""
    for length in range(len(path) - 1, 0, -1):
        if path[length].node.kind in kinds:
            return path[:length]
    return ()


def before(path: Path, *whole: str, most: int = NEAR) -> Iterator[Path]:
    """Yield the paths to what stands before a place on its own level, the nearest first.

    Nodes of the kinds in `whole`, quotations and brackets are yielded as they are, all others are
    looked into. No more than `most` parts are looked at.
    """
    for length in range(len(path) - 1, -1, -1):
        node, child = path[length]
        if node.kind in ("quote", "reminder"):
            return
        first = max(0, child - most)
        waiting = [(*path[:length], Step(node, number)) for number in range(first, child)]
        while waiting:
            here = waiting.pop()
            part = at(here)
            most -= 1
            if isinstance(part, Node) and part.kind not in whole and part.kind not in BRACKETS:
                first = max(0, len(part.children) - most)
                waiting += [
                    (*here, Step(part, number)) for number in range(first, len(part.children))
                ]
            else:
                yield here
            if most <= 0:
                return


def tokens(node: Node) -> Iterator[Token]:
    """Yield the tokens that are children of a node itself."""
    return (part for part in node.children if isinstance(part, Token))


def first_child(node: Node | Token | None, kind: str) -> Node | None:
    """Return the first child of a kind, if it is one of the first `MANY`; None for none."""
    for part in node.children[:MANY] if isinstance(node, Node) else ():
        if isinstance(part, Node) and part.kind == kind:
            return part
    return None


def child_of(path: Path, kind: str, about: int = 0) -> Path:
    """Return the path to the first child of a kind; () for none.

    No child further than `NEAR` from the one of the number `about` is looked at.
    """
    node = at(path)
    if isinstance(node, Node):
        for number in range(max(0, about - NEAR), min(len(node.children), about + NEAR)):
            part = node.children[number]
            if isinstance(part, Node) and part.kind == kind:
                return (*path, Step(node, number))
    return ()


def is_node(part: Node | Token | None, kind: str) -> bool:
    """Tell whether a part of a tree is a node of this kind."""
    return isinstance(part, Node) and part.kind == kind


def is_token(part: Node | Token | None, terminal: str) -> bool:
    """Tell whether a part of a tree is a token of this terminal."""
    return isinstance(part, Token) and part.type == terminal


def _start(part: Node | Token) -> int:
    return part.start


def leaf_at(tree: Node, start: int) -> Path:
    """Return the path to the token that begins at a place; () if none does, or too deep inside."""
    path: list[Step] = []
    part: Node | Token = tree
    while isinstance(part, Node):
        if len(path) > DEEPEST:
            return ()
        # Children have no gaps, and a list of thousands is looked into for each of its words.
        number = bisect_right(part.children, start, key=_start) - 1
        if number < 0 or part.children[number].end <= start:
            return ()
        path.append(Step(part, number))
        part = part.children[number]
    return tuple(path) if part.start == start else ()


def starts_of(tree: Node, *terminals: str) -> list[int]:
    """Return where the tokens of these terminals begin, in order."""
    starts: list[int] = []
    waiting: list[Node | Token] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Node):
            waiting += reversed(part.children)
        elif part.type in terminals:
            starts.append(part.start)
    return starts
