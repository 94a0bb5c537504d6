"""Places in a tree: a cursor on a part knows what is around it, before it, behind it and in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from operator import attrgetter
from typing import Final

from nanori.model.values import Node, Token

# Nodes that no clause reaches out of.
LEVELS: Final = frozenset({"ability", "quote", "reminder"})
# Nodes of quotation marks and brackets, each a level of its own.
BRACKETS: Final = ("quote", "reminder")
# Parts that are looked at on either side of a cursor; no real sentence has as many.
MAX_SIBLINGS: Final = 64
# Parts of a clause that are looked at; no real one has as many.
MAX_PARTS: Final = 2 * MAX_SIBLINGS
# Parts of a sentence or phrase on all its levels that are looked at; no real one has as many.
MAX_NODES: Final = 4 * MAX_PARTS
# Nodes around a cursor that are looked at; no real sentence nests as deep.
MAX_ANCESTORS: Final = 64
# Up to so many children are looked at one by one, the last first: bisecting takes longer.
MAX_SCANNED: Final = 8
# Nodes around a word that is looked for; several times what any real text has.
MAX_DEPTH: Final = 4 * MAX_ANCESTORS


class Cursor:
    """A part of a tree with what is around it: false where there is none, and on a whole tree.

    What is asked of a false one is false, so that questions can be joined.
    """

    __slots__ = ("children", "kind", "number", "parent", "part")

    kind: str
    """The kind of its node, or the terminal of its token; empty for no place."""
    children: tuple[Node | Token, ...]
    """The parts of its node; none of a token."""

    def __init__(self, part: Node | Token, parent: Cursor | None = None, number: int = 0) -> None:
        """Stand on a part, which is the child of that number of what the parent stands on."""
        self.part = part
        self.parent = parent
        self.number = number
        if type(part) is Node:
            self.kind = part.kind
            self.children = part.children
        else:
            self.kind = part.type
            self.children = ()

    def __bool__(self) -> bool:
        """Tell whether it stands on a part of something."""
        return self.parent is not None

    @property
    def siblings(self) -> tuple[Node | Token, ...]:
        """The parts of what it is a part of, itself among them."""
        return self.parent.children if self.parent is not None else ()

    @property
    def node(self) -> Node:
        """The node that it stands on, which is no token."""
        assert type(self.part) is Node
        return self.part

    @property
    def up(self) -> Cursor:
        """What it is a part of."""
        return NOWHERE if self.parent is None else self.parent  # a whole tree is false

    def upward(self) -> Iterator[Cursor]:
        """Yield what it is a part of, and what that is a part of, up to the whole tree."""
        cursor = self.parent
        while cursor is not None:
            yield cursor
            cursor = cursor.parent

    def at(self, number: int) -> Cursor:
        """Return its child of that number, which must be there."""
        return Cursor(self.children[number], self, number)

    def beside(self, by: int) -> Cursor:
        """Return what stands so many parts after it on its level, or before it if `by` < 0."""
        parent, number = self.parent, self.number + by
        if parent is None or not 0 <= number < len(parent.children):
            return NOWHERE
        return parent.at(number)

    def joined(self, by: int, joint: str) -> Cursor:
        """Return what a joint right after it (1) or before it (-1) joins to it.

        “Ysolde and target Bear gain haste”: of the clause “Ysolde”, joined(1, "AND") is the clause
        “target Bear gain haste”.
        """
        return self.beside(2 * by) if self.beside(by).kind == joint else NOWHERE

    def child(self, kind: str, about: int = 0) -> Cursor:
        """Return its first child of a kind or terminal; `NOWHERE` if there is none.

        Of a long sentence only children near the one of the number `about` are looked at:

            children[0 … about - MAX_SIBLINGS … about … about + MAX_SIBLINGS … len]
                     ─────────^ first                 ^─────────────────────────  not looked at
        """
        first = max(0, about - MAX_SIBLINGS)
        for number, part in enumerate(self.children[first : about + MAX_SIBLINGS], first):
            if kind_of(part) == kind:
                return Cursor(part, self, number)
        return NOWHERE

    def within(self, *kinds: str) -> Cursor:
        """Return the innermost node of these kinds around it, within its quotation or bracket.

        “Ysolde gains “{T}: Tap it.””: of “it”, within("clause") is “Tap it”, and no further one.
        """
        return self._around(kinds, LEVELS)

    def surrounding(self, *kinds: str) -> Cursor:
        """Return the innermost node of these kinds around it, also around its quotation."""
        return self._around(kinds, ())

    def _around(self, kinds: Collection[str], ends: Collection[str]) -> Cursor:
        cursor = self.up
        for _ in range(MAX_ANCESTORS):
            around = cursor.parent
            if around is None:
                break
            kind = cursor.kind
            if kind in kinds:
                return cursor
            if kind in ends:
                break
            cursor = around
        return NOWHERE

    def under(self, around: Cursor) -> Cursor:
        """Return the child of a node around it in which it stands, or itself.

        “Exile Ysolde if it's tapped”: of “it”, under(the sentence) is “if it's tapped”.
        """
        cursor = self
        while cursor.parent is not None and cursor.parent is not around:
            cursor = cursor.parent
        return cursor

    def before(self, *whole: str, most: int = MAX_SIBLINGS) -> Iterator[Cursor]:
        """Yield what stands before it on its own level, the nearest first, at most `most`.

        “Exile target Bear. It gains haste.”: of “It” these are “.”, “Bear”, “target”, “Exile”, and
        with before("np") “.”, “target Bear”, “Exile”. Quotations and brackets stay whole, too.
        """
        cursor = self
        for _ in range(MAX_ANCESTORS + 1):
            around = cursor.parent
            if around is None or around.kind in BRACKETS:
                return
            inside, number = around, cursor.number
            # Nodes that are looked into, each with the number of the child that comes after what
            # is left of it. A generator, and no list, since most often the first few parts tell.
            waiting: list[tuple[Cursor, int]] = []
            while number or waiting:
                if not number:
                    inside, number = waiting.pop()
                    continue
                number -= 1
                earlier = inside.at(number)
                part = earlier.part
                if type(part) is Node and part.kind not in BRACKETS and part.kind not in whole:
                    waiting.append((inside, number))
                    inside, number = earlier, len(part.children)
                    continue
                yield earlier
                most -= 1
                if most <= 0:
                    return
            cursor = around


NOWHERE: Final = Cursor(Node("", 0, 0, ()))


def kind_of(part: Node | Token | None) -> str:
    """Return the kind of a node, or the terminal of a token; empty for nothing."""
    if part is None:
        return ""
    return part.type if type(part) is not Node else part.kind


def leaves(tree: Node | Cursor, but: Collection[str] = ()) -> Iterator[tuple[Cursor, Token | Node]]:
    """Yield each token of a tree with its place, in order, and each node before what is in it.

    Nodes of the kinds in `but` are not looked into.
    """
    waiting = [tree if isinstance(tree, Cursor) else Cursor(tree)]
    while waiting:
        cursor = waiting.pop()
        part = cursor.part
        yield cursor, part
        if type(part) is Node and part.kind not in but:
            children = part.children
            waiting += [
                Cursor(children[number], cursor, number)
                for number in range(len(children) - 1, -1, -1)
            ]


def terminals(part: Node | Token, but: Collection[str] = BRACKETS) -> list[str]:
    """Return the terminals in a part of a tree: of “from exile” FROM and EXILE.

    Nodes of the kinds in `but` are not looked into.
    """
    found: list[str] = []
    waiting = [part]
    for _ in range(MAX_NODES):
        if not waiting:
            break
        part = waiting.pop()
        if type(part) is not Node:
            found.append(part.type)
        elif part.kind not in but:
            waiting += reversed(part.children[:MAX_NODES])
    return found


def tokens(node: Node) -> Iterator[Token]:
    """Yield the tokens that are children of a node itself."""
    return (part for part in node.children if type(part) is not Node)


def first_child(node: Node | Token | None, kind: str) -> Node | None:
    """Return the first child of a kind among the first `MAX_PARTS`; None for none, or a token."""
    for part in node.children[:MAX_PARTS] if type(node) is Node else ():
        if type(part) is Node and part.kind == kind:
            return part
    return None


_start = attrgetter("start")


def leaf_at(tree: Node, start: int) -> Cursor:
    """Return the token that begins at an offset; `NOWHERE` if none does, or too deep inside.

    Exile Ysolde if it's tapped.
          ^6     leaf_at(tree, 6) is “Ysolde”, leaf_at(tree, 7) is NOWHERE
    """
    cursor = Cursor(tree)
    for _ in range(MAX_DEPTH + 1):
        children = cursor.children
        if not children:
            break
        # The last child that begins at or before `start`. A list of thousands is looked into once
        # for each of its words, so it is bisected.
        number = len(children) - 1
        if number > MAX_SCANNED:
            number = bisect_right(children, start, key=_start) - 1
        while number > 0 and children[number].start > start:
            number -= 1
        part = children[number]
        if start < part.start or part.end <= start:
            return NOWHERE
        cursor = Cursor(part, cursor, number)
    return cursor if type(cursor.part) is not Node and cursor.part.start == start else NOWHERE


def starts_of(tree: Node, *terminals: str) -> list[int]:
    """Return the offsets of the tokens of these terminals: of “Draw a card.” for STOP [11]."""
    starts: list[int] = []
    waiting: list[Node | Token] = [tree]
    while waiting:
        part = waiting.pop()
        if type(part) is Node:
            waiting += reversed(part.children)
        elif part.type in terminals:
            starts.append(part.start)
    return starts
