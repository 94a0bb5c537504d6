"""Questions to a tree: what a phrase is the subject of, what governs it, what it is about.

A place in a tree is the path to it, so that what stands around it can be asked. Every answer is
read off the kinds of nodes and tokens, which are the same in all languages.
"""

from __future__ import annotations

from collections.abc import Iterator

from nanori.grammar.phrases import head_of, phrases
from nanori.grammar.places import (
    NEAR,
    Path,
    Step,
    at,
    beside,
    child_of,
    first_child,
    is_node,
    is_token,
    node_at,
    path_beside,
    tokens,
    within,
)
from nanori.model.values import Node, Token

# Terminals of verbs.
VERBS = frozenset(
    {
        "GIVE", "MAKE", "CAST", "PAY", "COPY", "COUNTER", "MOVE", "LEAVE", "DISCARD", "ACT", "TURN",
        "AFFECT", "CHOOSE", "FACT", "VERB",
    }
)  # fmt: skip
# Terminals of auxiliary verbs.
AUXILIARIES = frozenset({"BE", "DO", "AUX", "CONTRACTION"})
# Terminals that end a sentence or a cost.
ENDS = frozenset({"STOP", "COLON"})


def predicate_at(path: Path) -> Path:
    """Return the path to the verbs around a place; () for none.

    They are those of the predicate it stands in, else of its clause, else, where a comma divides
    a topic from what is said of it, of the clause behind.
    """
    inside = within(path, "predicate", "clause", "relative")
    if not inside or is_node(at(inside), "predicate"):
        return inside
    node = node_at(inside)
    own = child_of(inside, "predicate", path[len(inside)].child)
    if own or node.kind == "relative":
        return own or inside
    following = _joined(inside, 1, "COMMA")
    if following and is_node(at(following), "condition"):
        following = child_of(following, "clause")
    return child_of(following, "predicate") if following else ()


def _joined(path: Path, by: int, joint: str) -> Path:
    """Return the path to what a joint behind a place (1) or before it (-1) joins to it; () else."""
    return path_beside(path, 2 * by) if is_token(beside(path, by), joint) else ()


def predicate_of(path: Path) -> Node | None:
    """Return the verbs around a place: a predicate, or a relative clause that has them itself."""
    predicate = predicate_at(path)
    return node_at(predicate) if predicate else None


def complements_of(path: Path) -> list[Node]:
    """Return what the verb around a place says that something is, phrase by phrase.

    That is the object of the predicate, or the phrase before it where the verb stands last.
    """
    predicate = predicate_at(path)
    if not predicate:
        return []
    own = [part for part in node_at(predicate).children if isinstance(part, Node)]
    if own:
        return [part for part in own[0].children if isinstance(part, Node)]
    before = beside(predicate, -1)
    return [before] if isinstance(before, Node) and before.kind in ("np", "pp") else []


def is_behind(path: Path, said: Node) -> bool:
    """Tell whether what is said of a place stands behind its verb."""
    predicate = predicate_at(path)
    return bool(predicate) and said.start > node_at(predicate).start


def objects_beside(path: Path) -> bool:
    """Tell whether the clause of a subject has an object, whichever side of the verb it is on."""
    predicate = predicate_at(path)
    if not predicate:
        return False
    around = predicate[-1].node.children if predicate[-1].node.kind == "clause" else ()
    return any(is_node(part, "object") for part in (*around, *node_at(predicate).children))


def verbs_of(predicate: Node | None) -> list[Token]:
    """Return the verbs of a predicate, or of a relative clause, auxiliaries among them."""
    if predicate is None:
        return []
    return [verb for verb in tokens(predicate) if verb.type in VERBS or verb.type in AUXILIARIES]


def complemented(path: Path) -> Path:
    """Return the path to the verb by which a place is what something is or becomes; () for none.

    What “and” joins to such words is so too: “becomes a black and green Bird”.
    """
    if within(path, "object") and (inside := within(path, "predicate")):
        return _linking(inside)
    if verb := _said_of(path):
        return verb
    clause = within(path, "clause")
    if not clause or first_child(at(clause), "predicate"):
        return ()
    joined = _joined(clause, -1, "AND")
    node = at(joined) if joined else None
    if not isinstance(node, Node) or not first_child(node, "predicate"):
        return ()
    return _linking((*joined, Step(node, len(node.children) - 1)))


def _said_of(phrase: Path) -> Path:
    """Return the path to the verb right behind a phrase that says something is it; () if none."""
    if not phrase or not is_node(at(phrase), "np"):
        return ()
    if phrase[-1].node.kind == "pp":
        phrase = phrase[:-1]
    behind = path_beside(phrase, 1)
    return _linking(behind) if behind and is_node(at(behind), "predicate") else ()


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
        if not own and not first_child(node, "predicate"):
            own = [
                (*clause, Step(node, number))
                for number, part in enumerate(node.children)
                if is_node(part, "np")
            ]
        return own or _qualified(clause)
    if caused := _caused(within(path, "predicate")):
        return caused
    if own:
        return own + _coordinated(clause)
    return _earlier_subjects(clause)


def _caused(predicate: Path) -> list[Path]:
    """Return what another verb right before a verb makes do it: “have Ysolde gain …”."""
    before = path_beside(predicate, -1) if predicate else ()
    node = at(before) if before else None
    if not isinstance(node, Node) or node.kind != "predicate":
        return []
    if [verb.type for verb in verbs_of(node)][-1:] != ["GIVE"]:
        return []
    thing = child_of(before, "object")
    return list(phrases(thing))[:1] if thing else []


def deals_damage(topic: Path) -> bool:
    """Tell whether a clause says of its topic that it gives something that is no object."""
    predicate = predicate_at(topic)
    around = predicate[-1].node.children if predicate else ()
    things = (part for part in around if is_node(part, "object"))
    given = any(
        (head := head_of(phrase)) is not None and head.type == "THING"
        for thing in things
        if isinstance(thing, Node)
        for phrase in thing.children
        if isinstance(phrase, Node)
    )
    return given and any(verb.type == "GIVE" for verb in verbs_of(predicate_of(topic)))


def is_subject(path: Path) -> bool:
    """Tell whether a place is in the subject of a verb, or “and” joins it to such a subject."""
    clause = within(path, "clause") if within(path, "subject") else ()
    while clause:
        if child_of(clause, "predicate"):
            return True
        clause = _joined(clause, 1, "AND")
        if clause and not is_node(at(clause), "clause"):
            return False
    return False


def _said_first(clause: Path, node: Node) -> Iterator[Path]:
    """Yield the subjects and topics of a clause, the last first."""
    last = len(node.children) - 1
    for number in range(last, max(-1, last - NEAR), -1):
        part = node.children[number]
        if isinstance(part, Node) and part.kind in ("subject", "topic"):
            yield from list(phrases((*clause, Step(node, number))))[:1]


def _qualified(relative: Path) -> list[Path]:
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
    before = _joined(clause, -1, "AND")
    node = at(before) if before else None
    if not isinstance(node, Node) or node.kind != "clause" or first_child(node, "predicate"):
        return []
    return list(_said_first(before, node)) + _coordinated(before)


def _earlier_subjects(clause: Path) -> list[Path]:
    """Return the subjects of the nearest clause before one in its sentence that has any."""
    parent, child = clause[-1]
    for number in range(child - 1, max(-1, child - 1 - NEAR), -1):
        part = parent.children[number]
        if isinstance(part, Node) and part.kind == "clause":
            before = (*clause[:-1], Step(parent, number))
            subjects = list(_said_first(before, part))
            if subjects:
                return subjects + _coordinated(before)
    return []
