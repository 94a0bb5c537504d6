"""Questions to a tree: what a phrase is the subject of, what governs it, what it is about.

Every answer comes from the kinds of nodes and tokens, which are the same in all languages.
"""

from collections.abc import Iterator
from typing import Final

from nanori.grammar.phrases import phrases
from nanori.grammar.tree_queries import MAX_SIBLINGS, NOWHERE, Cursor, first_child, is_node
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
    """Return the verbs around a place.

    These are those of the predicate it is in, else of its clause, else, where a comma separates a
    topic from what is said of it, of the clause after it.
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
    """Return what the verb around a place says that something is, phrase by phrase.

    That is the object of the predicate, or the phrase before it in a language with the verb last.
    """
    predicate = predicate_at(cursor)
    own = [part for part in predicate.children if type(part) is Node]
    if own:
        return [part for part in own[0].children if type(part) is Node]
    previous = predicate.beside(-1)
    return [previous.node] if previous.kind in ("np", "pp") else []


def is_behind(cursor: Cursor, node: Node) -> bool:
    """Tell whether what is said of a place follows its verb."""
    predicate = predicate_at(cursor)
    return bool(predicate) and node.start > predicate.part.start


def objects_beside(cursor: Cursor) -> bool:
    """Tell whether the clause of a subject has an object, on either side of the verb."""
    predicate = predicate_at(cursor)
    around = predicate.siblings if predicate.up.kind == "clause" else ()
    return any(is_node(part, "object") for part in (*around, *predicate.children))


def verbs_of(predicate: Node | Cursor | None) -> list[Token]:
    """Return the verbs of a predicate, or of a relative clause, auxiliaries included."""
    parts = predicate.children if predicate else ()
    return [part for part in parts if type(part) is not Node and _is_verb(part)]


def verbs_around(cursor: Cursor) -> list[Token]:
    """Return the verbs around a place, auxiliaries included."""
    return verbs_of(predicate_at(cursor))


def _is_verb(part: Node | Token) -> bool:
    return type(part) is not Node and (part.type in VERBS or part.type in AUXILIARIES)


def complemented(cursor: Cursor) -> Cursor:
    """Return the verb by which a place is what something is or becomes.

    The same for words that “and” joins to such: “becomes a black and green Bird”.
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
    """Return the verb right after a phrase that something is said to be."""
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
    """Return the noun phrases that a place's verb is about, coordinated ones too, last first.

    A clause without any continues with that of the clause before it in its sentence; a relative
    clause without one is about the words beside it.
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
    """Tell whether a place is in the subject of a verb, or joined by “and” to such a subject."""
    clause = cursor.within("clause") if cursor.within("subject") else NOWHERE
    while clause.kind == "clause":
        if clause.child("predicate"):
            return True
        clause = clause.joined(1, "AND")
    return False


def _said_first(clause: Cursor) -> Iterator[Cursor]:
    """Yield the subjects and topics of a clause, last first."""
    last = len(clause.children) - 1
    for number in range(last, max(-1, last - MAX_SIBLINGS), -1):
        part = clause.children[number]
        if type(part) is Node and part.kind in ("subject", "topic"):
            yield from list(phrases(clause.at(number)))[:1]


def _qualified(relative: Cursor) -> list[Cursor]:
    """Return what a relative clause is about: the phrase before it, or the one it is in."""
    return [relative.up] if relative.up.kind == "np" else phrase_before(relative)


def phrase_before(cursor: Cursor) -> list[Cursor]:
    """Return the nearest noun phrase before a place beside it, if there is one."""
    for number in range(cursor.number - 1, -1, -1):
        if is_node(cursor.siblings[number], "np"):
            return [cursor.up.at(number)]
    return []


def _coordinated(clause: Cursor) -> list[Cursor]:
    """Return the phrases that “and” or “or” puts before the subject of a clause: “Ysolde or …”."""
    previous = clause.joined(-1, "AND")
    if previous.kind != "clause" or first_child(previous.part, "predicate"):
        return []
    return list(_said_first(previous)) + _coordinated(previous)


def _earlier_subjects(clause: Cursor) -> list[Cursor]:
    """Return the subjects of the nearest earlier clause in the same sentence that has any."""
    for number in range(clause.number - 1, max(-1, clause.number - 1 - MAX_SIBLINGS), -1):
        earlier = clause.up.at(number)
        if earlier.kind == "clause" and (subjects := list(_said_first(earlier))):
            return subjects + _coordinated(earlier)
    return []
