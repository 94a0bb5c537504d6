"""Questions to a tree: what a phrase is the subject of, what governs it, what it is about.

Every answer comes from the kinds of nodes and tokens, which are the same in all languages.
"""

from collections.abc import Iterator
from typing import Final

from nanori.grammar.phrases import phrases
from nanori.grammar.tree_queries import MAX_SIBLINGS, NOWHERE, Cursor, first_child, kind_of
from nanori.model.values import Node, Token

# Terminals of verbs.
VERBS: Final = frozenset(
    {
        "GIVE", "MAKE", "CAST", "PAY", "COPY", "COUNTER", "MOVE", "LEAVE", "DISCARD", "ACT", "TURN",
        "AFFECT", "CHOOSE", "FACT", "VERB",
    }
)  # fmt: skip
# Terminals of auxiliary verbs.
AUXILIARIES: Final = frozenset({"BE", "DO", "AUX", "CONTRACTION"})
# Terminals that end a sentence or a cost.
ENDS: Final = frozenset({"STOP", "COLON"})


def predicate_at(cursor: Cursor) -> Cursor:
    """Return the predicate around a cursor, or that of its clause.

    “Exile Ysolde”, “Ysolde attacks”: of “Ysolde” it is “Exile Ysolde”, “attacks”. “During your
    turn, Ysolde has haste”: of “turn”, whose clause has none, that of the next one, “has haste”.
    """
    inside = cursor.within("predicate", "clause", "relative")
    if not inside or inside.kind == "predicate":
        return inside
    own = inside.child("predicate", cursor.under(inside).number)
    if own or inside.kind == "relative":
        return own or inside
    following = inside.joined(1, "COMMA")
    clause = following.child("clause") if following.kind == "condition" else following
    return clause.child("predicate")


def complements_of(cursor: Cursor) -> list[Node]:
    """Return the phrases that a verb says something is or becomes, of its subject's cursor.

    “Ysolde is a black Bear” → “a black Bear”; 「これは呪文である」 → 「呪文」, before the verb.
    """
    predicate = predicate_at(cursor)
    own = [part for part in predicate.children if type(part) is Node]
    if own:
        return [part for part in own[0].children if type(part) is Node]
    previous = predicate.beside(-1)
    return [previous.node] if previous.kind in ("np", "pp") else []


def is_behind(cursor: Cursor, node: Node) -> bool:
    """Tell whether a node follows the verb around a cursor: “a Bear” of “Ysolde is a Bear”."""
    predicate = predicate_at(cursor)
    return bool(predicate) and node.start > predicate.part.start


def objects_beside(cursor: Cursor) -> bool:
    """Tell whether a subject's verb has an object: “Ysolde deals damage”, not “Ysolde dies”."""
    predicate = predicate_at(cursor)
    around = predicate.siblings if predicate.up.kind == "clause" else ()
    return any(kind_of(part) == "object" for part in (*around, *predicate.children))


def verbs_of(predicate: Node | Cursor | None) -> list[Token]:
    """Return the verbs of a predicate or relative clause: “can't be blocked” → “can't”, “be”."""
    parts = predicate.children if predicate else ()
    return [part for part in parts if type(part) is not Node and _is_verb(part)]


def verbs_around(cursor: Cursor) -> list[Token]:
    """Return the verbs around a cursor: of “Ysolde can't be blocked” “can't” and “be”."""
    return verbs_of(predicate_at(cursor))


def _is_verb(part: Node | Token) -> bool:
    return type(part) is not Node and (part.type in VERBS or part.type in AUXILIARIES)


def complemented(cursor: Cursor) -> Cursor:
    """Return the verb that says something is or becomes what stands at a cursor.

    “Ysolde becomes a black and green Bird”: of “Bird” as of “black” it is “becomes”, though “and”
    divides the clause. “Exile target Bird” → NOWHERE.
    """
    if cursor.within("object") and (inside := cursor.within("predicate")):
        return _linking(inside)
    if verb := _said_of(cursor):
        return verb
    clause = cursor.within("clause")
    if first_child(clause.part, "predicate"):
        return NOWHERE
    joined = clause.joined(-1, "AND")
    if not first_child(joined.part, "predicate"):
        return NOWHERE
    return _linking(joined.at(len(joined.children) - 1))


def _said_of(phrase: Cursor) -> Cursor:
    """Return the verb right after a phrase that something is said to be: 「呪文|である」."""
    if phrase.kind != "np":
        return NOWHERE
    next_phrase = (phrase.up if phrase.up.kind == "pp" else phrase).beside(1)
    return _linking(next_phrase) if next_phrase.kind == "predicate" else NOWHERE


def _linking(predicate: Cursor) -> Cursor:
    """Return the last verb of a predicate if it is “is” or “becomes”."""
    for number in range(len(predicate.children) - 1, -1, -1):
        if _is_verb(predicate.children[number]):
            last = predicate.at(number)
            return last if last.kind in ("BE", "CONTRACTION") else NOWHERE
    return NOWHERE


def subjects_of(cursor: Cursor) -> list[Cursor]:
    """Return the noun phrases that the verb around a cursor is about, the last first.

    “Ysolde and another Bear gain haste” → “another Bear”, “Ysolde”
    “Ysolde gets +1/+1 and gains haste”: of “gains” → “Ysolde”, of the clause before
    “You may have Ysolde gain haste”: of “gain” → “Ysolde”, whom another verb makes do it
    “Each Bear that dealt damage dies”: of “dealt” → “Each Bear”, beside the relative clause
    """
    clause = cursor.within("clause", "relative")
    if not clause:
        return []
    own = list(_said_first(clause))
    if clause.kind == "relative":
        if not own and not first_child(clause.part, "predicate"):
            own = list(phrases(clause))
        return own or _qualified(clause)
    if caused := _caused(cursor.within("predicate")):
        return caused
    if own:
        return own + _coordinated(clause)
    return _earlier_subjects(clause)


def _caused(predicate: Cursor) -> list[Cursor]:
    """Return what another verb right before a verb makes do it: “have Ysolde gain …”."""
    previous = predicate.beside(-1)
    if previous.kind != "predicate" or [verb.type for verb in verbs_of(previous)][-1:] != ["GIVE"]:
        return []
    return list(phrases(previous.child("object")))[:1]


def is_subject(cursor: Cursor) -> bool:
    """Tell whether a verb has this subject: “Ysolde” of “Ysolde and a Bear attack”."""
    clause = cursor.within("clause") if cursor.within("subject") else NOWHERE
    while clause.kind == "clause":
        if clause.child("predicate"):
            return True
        clause = clause.joined(1, "AND")
    return False


def _said_first(clause: Cursor) -> Iterator[Cursor]:
    last = len(clause.children) - 1
    for number in range(last, max(-1, last - MAX_SIBLINGS), -1):
        part = clause.children[number]
        if type(part) is Node and part.kind in ("subject", "topic"):
            yield from list(phrases(clause.at(number)))[:1]


def _qualified(relative: Cursor) -> list[Cursor]:
    """Return what a relative clause is about, before it or around it: “a Bear that attacks”."""
    return [relative.up] if relative.up.kind == "np" else phrase_before(relative)


def phrase_before(cursor: Cursor) -> list[Cursor]:
    """Return the nearest noun phrase before a cursor: of “Exile a Bear with haste” “a Bear”."""
    for number in range(cursor.number - 1, -1, -1):
        if kind_of(cursor.siblings[number]) == "np":
            return [cursor.up.at(number)]
    return []


def _coordinated(clause: Cursor) -> list[Cursor]:
    """Return the phrases that “and” or “or” puts before the subject of a clause: “Ysolde or …”."""
    previous = clause.joined(-1, "AND")
    if previous.kind != "clause" or first_child(previous.part, "predicate"):
        return []
    return list(_said_first(previous)) + _coordinated(previous)


def _earlier_subjects(clause: Cursor) -> list[Cursor]:
    """Return the subjects of the nearest clause before: “Ysolde gets +1/+1 and gains haste”."""
    for number in range(clause.number - 1, max(-1, clause.number - 1 - MAX_SIBLINGS), -1):
        earlier = clause.up.at(number)
        if earlier.kind == "clause" and (subjects := list(_said_first(earlier))):
            return subjects + _coordinated(earlier)
    return []
