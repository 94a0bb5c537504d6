"""Questions to a tree: what a phrase is the subject of, what governs it, what it is about.

A place in a tree is the path to it, so that what stands around it can be asked. Every answer is
read off the kinds of nodes and tokens, which are the same in all languages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from nanori.model.values import Node, Token

VERBS = frozenset(
    {
        "GIVE", "MAKE", "CAST", "COPY", "COUNTER", "MOVE", "LEAVE", "DISCARD", "ACT", "AFFECT",
        "CHOOSE", "FACT", "VERB",
    }
)  # fmt: skip
"""Terminals of verbs."""
AUXILIARIES = frozenset({"BE", "DO", "AUX", "CONTRACTION"})
"""Terminals of auxiliary verbs."""
DETERMINERS = frozenset({"DETERMINER", "THIS", "THAT"})
"""Terminals of what begins a phrase."""
NAMES = frozenset(
    {"OWN_NAME", "SHORT_NAME", "ALTERNATE_NAME", "FACE_NAME", "KNOWN_NAME", "COMMON_NAME"}
)
"""Terminals of names that were found beforehand."""
SOURCES = frozenset({"OWN_NAME", "SHORT_NAME", "ALTERNATE_NAME", "THIS_OBJECT", "BARE_THIS", "PLACEHOLDER"})
"""Terminals that denote the object whose text this is."""
NOUNS = frozenset(
    {
        "OBJECT_NOUN", "NOUN", "THING", "TOKEN", "ZONE", "EXILE", "BATTLEFIELD", "STACK", "SUBTYPE", "CAPITAL",
        "PLAYER",
    }
)  # fmt: skip
"""Terminals of nouns."""
LEVELS = frozenset({"ability", "quote", "reminder"})
"""Nodes that no clause reaches out of."""
BRACKETS = ("quote", "reminder")
"""Nodes of quotation marks and brackets, each a level of its own."""
ENDS = frozenset({"STOP", "COLON"})
"""Terminals that end a sentence or a cost."""
NEAR = 64
"""How many parts on either side are looked at; no real sentence has as many."""


class Step(NamedTuple):
    """One step of a path: a node, and the number of the child that the path goes on with."""

    node: Node
    child: int


Path = tuple[Step, ...]
"""The nodes around a place, the outermost first, each with the child that leads to it."""


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
                ((*here, Step(part, number)), part.children[number])
                for number in range(len(part.children) - 1, -1, -1)
            ]


def at(path: Path) -> Node | Token:
    """Return what a path leads to."""
    return path[-1].node.children[path[-1].child]


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


def tokens(node: Node) -> Iterator[Token]:
    """Yield the tokens that are children of a node itself."""
    return (part for part in node.children if isinstance(part, Token))


def phrases(path: Path) -> Iterator[Path]:
    """Yield the paths to the noun phrases that stand side by side in a subject, object or clause."""
    node = at(path)
    if isinstance(node, Node):
        if node.kind == "np":
            yield path
            return
        for number, part in enumerate(node.children):
            if isinstance(part, Node) and part.kind == "np":
                yield (*path, Step(node, number))


def head_of(phrase: Node | Token) -> Token | None:
    """Return the word that says what a noun phrase is about: its last noun, name or pronoun.

    Of “Ysolde's power” that is “power”; a phrase that is a determiner alone has none.
    """
    if isinstance(phrase, Token):
        return phrase
    for part in reversed(phrase.children):
        if isinstance(part, Token) and (
            part.type in NOUNS or part.type in SOURCES or part.type in NAMES or part.type == "PRONOUN"
        ):
            return part
    return None


def determiner_of(path: Path) -> Token | None:
    """Return the determiner right before a word, or before nothing but water; None if none is."""
    parent, child = path[-1]
    for part in reversed(parent.children[:child]):
        if isinstance(part, Token) and part.type in DETERMINERS:
            return part
        if isinstance(part, Node) or part.type not in ("WATER", "PARTICIPLE", "SYMBOL"):
            return None
    return None


def predicate_at(path: Path) -> Path:
    """Return the path to the verbs around a place; () for none.

    They are those of the predicate it stands in, else of its clause, else, where a comma divides
    a topic from what is said of it, of the clause behind.
    """
    inside = within(path, "predicate", "clause", "relative")
    if not inside or _is_node(at(inside), "predicate"):
        return inside
    node = node_at(inside)
    own = _child(inside, "predicate")
    if own or node.kind == "relative":
        return own or inside
    parent, child = inside[-1]
    behind = parent.children[child + 1 : child + 3]
    if len(behind) < 2 or not _is(behind[0], "COMMA"):
        return ()
    following = (*inside[:-1], Step(parent, child + 2))
    if _is_node(behind[1], "condition"):
        following = _child(following, "clause")
    return _child(following, "predicate") if following else ()


def predicate_of(path: Path) -> Node | None:
    """Return the verbs around a place: a predicate, or a relative clause that has them itself."""
    found = predicate_at(path)
    return node_at(found) if found else None


def complements_of(path: Path) -> list[Node]:
    """Return what the verb around a place says that something is, phrase by phrase.

    That is the object of the predicate, or the phrase before it where the verb stands last.
    """
    found = predicate_at(path)
    if not found:
        return []
    own = [one for one in node_at(found).children if isinstance(one, Node)]
    if own:
        return [one for one in own[0].children if isinstance(one, Node)]
    beside, place = found[-1]
    before = beside.children[place - 1] if place else None
    return [before] if isinstance(before, Node) and before.kind in ("np", "pp") else []


def is_behind(path: Path, said: Node) -> bool:
    """Tell whether what is said of a place stands behind its verb."""
    found = predicate_at(path)
    return bool(found) and said.start > node_at(found).start


def is_head(path: Path) -> bool:
    """Tell whether a word is what its phrase is about: not “Ysolde” of “Ysolde's power”."""
    phrase = path[-1].node
    return phrase.kind != "np" or head_of(phrase) is at(path)


def objects_beside(path: Path) -> bool:
    """Tell whether the clause of a subject has an object, whichever side of the verb it is on."""
    found = predicate_at(path)
    if not found:
        return False
    around = found[-1].node.children if found[-1].node.kind == "clause" else ()
    return any(_is_node(one, "object") for one in (*around, *node_at(found).children))


def _child(path: Path, kind: str) -> Path:
    """Return the path to the first child of a kind; () for none."""
    node = at(path)
    if isinstance(node, Node):
        for number, part in enumerate(node.children):
            if isinstance(part, Node) and part.kind == kind:
                return (*path, Step(node, number))
    return ()


def verbs_of(predicate: Node | None) -> list[Token]:
    """Return the verbs of a predicate, or of a relative clause, auxiliaries among them."""
    if predicate is None:
        return []
    return [one for one in tokens(predicate) if one.type in VERBS or one.type in AUXILIARIES]


def is_determined(phrase: Node) -> bool:
    """Tell whether a phrase has a determiner, or a participle that makes a noun of what it goes with."""
    return any(one.type in DETERMINERS or one.type == "PARTICIPLE" for one in tokens(phrase))


def complemented(path: Path) -> Path:
    """Return the path to the verb by which a place is what something is or becomes; () for none.

    What “and” joins to such words is so too: “becomes a black and green Bird”.
    """
    if within(path, "object") and (inside := within(path, "predicate")):
        return _linking(inside)
    if verb := _said_of(path):
        return verb
    clause = within(path, "clause")
    if not clause or _has_predicate(node_at(clause)):
        return ()
    parent, child = clause[-1]
    if child < 2 or not _is(parent.children[child - 1], "AND"):
        return ()
    joined = (*clause[:-1], Step(parent, child - 2))
    node = at(joined)
    if not isinstance(node, Node) or not _has_predicate(node):
        return ()
    return _linking((*joined, Step(node, len(node.children) - 1)))


def _said_of(phrase: Path) -> Path:
    """Return the path to the verb right behind a phrase that says something to be it; () if none."""
    if not phrase or not _is_node(at(phrase), "np"):
        return ()
    if phrase[-1].node.kind == "pp":
        phrase = phrase[:-1]
    parent, child = phrase[-1]
    if child + 1 >= len(parent.children) or not _is_node(parent.children[child + 1], "predicate"):
        return ()
    return _linking((*phrase[:-1], Step(parent, child + 1)))


def _linking(predicate: Path) -> Path:
    """Return the path to the last verb of a predicate if it is “is” or “becomes”."""
    node = node_at(predicate)
    verbs = [
        number
        for number, part in enumerate(node.children)
        if isinstance(part, Token) and (part.type in VERBS or part.type in AUXILIARIES)
    ]
    last = node.children[verbs[-1]] if verbs else None
    linking = isinstance(last, Token) and last.type in ("BE", "CONTRACTION")
    return (*predicate, Step(node, verbs[-1])) if linking else ()


def node_at(path: Path) -> Node:
    """Return the node that a path leads to, which is no token."""
    node = at(path)
    assert isinstance(node, Node)
    return node


def is_source(phrase: Node) -> bool:
    """Tell whether a noun phrase is about the object whose text this is."""
    head = head_of(phrase)
    if head is None:
        return any(one.type == "THIS" for one in tokens(phrase))
    if head.type in SOURCES:
        return True
    # “This outpost”, “this”: a noun that no list has is a noun all the same.
    return head.type not in ("PLAYER", "THING") and any(one.type == "THIS" for one in tokens(phrase))


def subjects_of(path: Path) -> list[Path]:
    """Return the noun phrases that a place's verb is about, coordinated ones too, the last first.

    A clause that has none goes on about that of the clause before it in its sentence; a relative
    clause without one is about the words beside it.
    """
    clause = within(path, "clause", "relative")
    if not clause:
        return []
    node = at(clause)
    assert isinstance(node, Node)
    own = list(_said_first(clause, node))
    if node.kind == "relative":
        if not own and not _has_predicate(node):
            own = [
                (*clause, Step(node, number))
                for number, part in enumerate(node.children)
                if _is_node(part, "np")
            ]
        return own or _beside(clause)
    if own:
        return own + _coordinated(clause)
    return _earlier_subjects(clause)


def _said_first(clause: Path, node: Node) -> Iterator[Path]:
    """Yield the subjects and topics of a clause, the last first."""
    for number in range(len(node.children) - 1, -1, -1):
        part = node.children[number]
        if isinstance(part, Node) and part.kind in ("subject", "topic"):
            yield from list(phrases((*clause, Step(node, number))))[:1]


def _beside(relative: Path) -> list[Path]:
    """Return what a relative clause is about: the phrase before it, or that it stands in."""
    parent, child = relative[-1]
    if parent.kind == "np":
        return [relative[:-1]]
    for number in range(child - 1, -1, -1):
        part = parent.children[number]
        if isinstance(part, Node) and part.kind == "np":
            return [(*relative[:-1], Step(parent, number))]
    return []


def _coordinated(clause: Path) -> list[Path]:
    """Return the phrases that “and” or “or” puts before the subject of a clause: “Ysolde or …”."""
    parent, child = clause[-1]
    if child < 2 or not _is(parent.children[child - 1], "AND"):
        return []
    before = (*clause[:-1], Step(parent, child - 2))
    node = at(before)
    if not isinstance(node, Node) or node.kind != "clause" or _has_predicate(node):
        return []
    return list(_said_first(before, node)) + _coordinated(before)


def _earlier_subjects(clause: Path) -> list[Path]:
    """Return the subjects of the nearest clause before one in its sentence that has any."""
    parent, child = clause[-1]
    for number in range(child - 1, max(-1, child - 1 - NEAR), -1):
        part = parent.children[number]
        if isinstance(part, Node) and part.kind == "clause":
            before = (*clause[:-1], Step(parent, number))
            found = list(_said_first(before, part))
            if found:
                return found + _coordinated(before)
    return []


def _is_node(part: Node | Token | None, kind: str) -> bool:
    return isinstance(part, Node) and part.kind == kind


def _is(part: Node | Token, terminal: str) -> bool:
    return isinstance(part, Token) and part.type == terminal


def _has_predicate(clause: Node) -> bool:
    return any(isinstance(part, Node) and part.kind == "predicate" for part in clause.children)



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
            if isinstance(part, Node) and part.kind not in (*whole, "quote", "reminder"):
                first = max(0, len(part.children) - most)
                waiting += [(*here, Step(part, number)) for number in range(first, len(part.children))]
            else:
                yield here
            if most <= 0:
                return
