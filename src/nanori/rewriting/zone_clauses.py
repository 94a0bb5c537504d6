"""Questions to a tree: where the object is that a word denotes, by what its clause says of it."""

from nanori.grammar import clauses
from nanori.grammar.phrases import phrases
from nanori.grammar.tree_queries import Cursor, first_child, kind_of, tokens
from nanori.model.values import Node, Token
from nanori.rewriting.predication import (
    SAID,
    Said,
    is_kicked_for,
    nouns_of,
    possessed,
    said,
    then,
    verbs_at,
)
from nanori.rewriting.predication import owned as owned_by

# Terminals of zones where an object is a card.
OUTSIDE = frozenset({"ZONE", "EXILE"})


def is_taken(statement: Said) -> bool:
    """Tell whether an object is taken from a zone where it is a card: “exile it from your hand”."""
    if (
        not statement.beside
        or statement.role == "owner"
        or (statement.role == "other" and statement.verbs)
    ):
        return False
    if statement.role == "subject" and statement.verb == "CAST":
        return False
    if statement.is_from("ANYWHERE") and statement.is_at("BATTLEFIELD"):
        return True
    return statement.is_from(*OUTSIDE, "COMMAND")


def is_outside(statement: Said) -> bool:
    """Tell whether its clause says that an object is a card: “if Ysolde is in your graveyard”."""
    if statement.role != "subject":
        return _stands_outside(statement.place)
    if not statement.is_stated or statement.is_at("BATTLEFIELD"):
        return False
    return statement.is_at(*OUTSIDE) or _state(statement.place) == "AWAY"


def _state(cursor: Cursor) -> str:
    """Return the terminal of the state that something is said to be in: “is suspended” → AWAY."""
    parts = clauses.complements_of(cursor)
    parts = parts or [each.node for each in phrases(cursor.within("clause"))]
    words = [word.type for part in parts for word in tokens(part)]
    return next((terminal for terminal in words if terminal in ("AWAY", "KICKED")), "")


def _stands_outside(cursor: Cursor) -> bool:
    """Tell whether a relative clause before a noun says so: 「墓地にある灰の急使」."""
    previous = cursor.beside(-1)
    if previous.kind != "relative":
        return False
    verbs = [verb.type for verb in clauses.verbs_of(first_child(previous.part, "predicate"))]
    zones = [nouns_of(part) for part in previous.children if kind_of(part) == "pp"]
    return verbs == ["AUX"] and any(words & {*OUTSIDE, "COMMAND"} for words in zones)


def is_outside_then(statement: Said) -> bool:
    """Tell whether the next condition says so: “reveal it if it's exiled”, “as you draft it”."""
    return any(
        is_outside(following) or (following.role == "object" and following.verb == "DISCARD")
        for following in then(statement.place)
    )


def is_as_though(statement: Said) -> bool:
    """Tell whether an object is cast as though it had something: “as though it had flash”."""
    cast = statement.role == "object" and statement.verb == "CAST"
    return cast and any(
        each.role == "subject" and each.verbs == ("GIVE",) for each in then(statement.place)
    )


def is_turned(statement: Said) -> bool:
    """Tell whether an object turns into another: “Ysolde mutates”, “transforms into Rime Wolf”."""
    if statement.role != "subject":
        return False
    clause = statement.place.within("clause").node
    around = (clause, *clause.children)
    faces = (part for node in around if type(node) is Node for part in node.children)
    return statement.verb == "TURN" or any(kind_of(part) == "face" for part in faces)


def is_discarded(statement: Said) -> bool:
    """Tell whether something is done that is done with a card alone: “discard Ysolde: …”."""
    return statement.role in ("subject", "object") and statement.verb == "DISCARD"


def acts(statement: Said) -> bool:
    """Tell whether an object attacks, blocks …, or is said to be “on the battlefield”."""
    if statement.role != "subject":
        return False
    return statement.verb == "ACT" or (statement.is_stated and statement.is_at("BATTLEFIELD"))


def is_put_into_play(cursor: Cursor) -> bool:
    """Tell whether it goes on to the battlefield: “begin with Ysolde on the battlefield”."""
    return _goes_on(cursor, "pp", "BATTLEFIELD")


def _goes_on(cursor: Cursor, kind: str, terminal: str) -> bool:
    """Tell whether the node of a kind around a cursor has another after it, with such a word."""
    following = cursor.within(kind).beside(1)
    return following.kind == kind and terminal in nouns_of(following.part)


def leaves_play(statement: Said) -> bool:
    """Tell whether an object leaves when this happens: “when Ysolde dies”, not “if it died”."""
    if statement.role != "subject" or not statement.place.within("trigger"):
        return False
    put = (
        statement.verb == "MOVE" and statement.is_at(*OUTSIDE) and statement.is_from("BATTLEFIELD")
    )
    return statement.verb == "LEAVE" or put


def host_leaves(cursor: Cursor) -> bool:
    """Tell whether a place says that what an Aura is on leaves: “when enchanted creature dies”."""
    return cursor.kind == "ENCHANTED" and leaves_play(said(cursor))


def is_moved(statement: Said) -> bool:
    """Tell whether an object is moved to another zone: “exile Ysolde”, “return it transformed”."""
    if statement.role == "subject":
        return statement.verb == "CAST" and statement.is_passive and statement.is_from(*OUTSIDE)
    if statement.role != "object":
        return False
    relative = statement.place.within("relative")
    if statement.verb == "TURN" and relative:
        return verbs_at(relative)[-1:] == ("MOVE",)
    return statement.verb == "MOVE"


def is_cast(statement: Said) -> bool:
    """Tell whether it is cast or countered, or costs something: “Ysolde costs {1} less to cast”.

    Not where mana was “spent to cast Ysolde”: that is said of what the spell became.
    """
    if statement.role == "object":
        return statement.verb == "CAST" and not _spent(statement.place)
    if statement.role == "subject":
        if statement.is_stated and statement.is_at("STACK"):
            return True
        if statement.verb == "PAY":
            return bool(statement.place.within("subject"))
        return statement.verb in ("COUNTER", "COPY") and statement.is_passive
    owned = [word.type for word in owned_by(statement.place)]
    mana_cost = owned[:1] == ["THING"] and owned.count("THING") > 1 and "GENITIVE" not in owned
    return mana_cost and statement.verb == "PAY" and _is_alternative(statement.place)


def is_cast_when(statement: Said, *, spell: bool) -> bool:
    """Tell whether a clause says when or if an object is cast, from whatever zone.

    “When you cast this spell from exile”; but it may be cast from there as a card. What is no
    `spell` any more when its text is read was one: “if you cast it from your hand”.
    """
    if statement.verb != "CAST" or statement.role not in ("object", "subject"):
        return False
    inside = ("trigger", "condition") if spell else ("trigger",)
    return bool(statement.place.within(*inside)) and (spell or statement.role == "object")


def was_cast(statement: Said) -> bool:
    """Tell whether its casting is asked for, also later: “if Ysolde was kicked”."""
    if is_kicked_for(statement.place):
        return True
    kicked = _goes_on(statement.place, "predicate", "KICKED")  # “for each time Ysolde was kicked”
    if statement.role == "owner":
        return statement.verb == "PAY" and bool(statement.place.within("subject", "object"))
    if statement.role == "object":
        return statement.verb in ("COPY", "CAST") or kicked
    if statement.role == "subject":
        return _state(statement.place) == "KICKED" or (
            statement.verb == "CAST" and statement.is_passive
        )
    return kicked


def _is_alternative(cursor: Cursor) -> bool:
    """Tell whether a verb without a subject says what is not done: “rather than pay its cost”."""
    if (inside := cursor.within("relative")) and not first_child(inside.part, "subject"):
        return True
    inside = cursor.within("clause")
    return inside.up.kind == "condition" and not first_child(inside.part, "subject")


def _spent(cursor: Cursor) -> bool:
    """Tell whether a participle governs the verb around a cursor: “spent to cast”."""
    last: Node | Token | None = clauses.predicate_at(cursor).beside(-1).part
    while type(last) is Node:
        words = [word for word in last.children if kind_of(word) != "PREPOSITION"]
        last = words[-1] if words else None
    return last is not None and last.type == "PARTICIPLE"


def goes_from_anywhere(statement: Said) -> bool:
    """Tell whether an object is put somewhere “from anywhere”, as “into a graveyard”."""
    from_anywhere = (
        statement.role == "subject" and statement.verb == "MOVE" and statement.is_from("ANYWHERE")
    )
    return from_anywhere and not statement.is_at("BATTLEFIELD")


def is_replaced(cursor: Cursor) -> bool:
    """Tell whether what happens instead ends in no zone of cards: “put it onto the battlefield”."""
    sentence = cursor.within("sentence")
    for part in sentence.children[cursor.under(sentence).number + 1 :]:
        if type(part) is Node and part.kind == "clause":
            verbs = clauses.verbs_of(first_child(part, "predicate"))
            return bool(verbs) and verbs[-1].type == "MOVE" and not nouns_of(part) & OUTSIDE
    return False


def is_defined(statement: Said) -> bool:
    """Tell whether a static ability says what an object is in every zone (CR 604.3).

    That begins with what is defined: “Ysolde's power is equal to …”, “Ysolde is all colors”.
    """
    if statement.role not in ("owner", "subject") or not _begins_static_ability(statement.place):
        return False
    if statement.role == "subject":
        return statement.verbs == ("BE",) and _is_of_all(statement.place)
    owned = possessed(statement.place)
    if owned is None or owned.type != "THING":
        return False
    parts = statement.place.within("sentence").children
    main = [part for part in parts if type(part) is Node and part.kind not in SAID]
    return any("EQUAL" in nouns_of(part) for part in main)


def _begins_static_ability(cursor: Cursor) -> bool:
    """Tell whether a word begins its sentence, and no cost stands before: “{T}: Ysolde is …”."""
    while cursor:
        kinds = set(map(kind_of, cursor.siblings[: cursor.number]))
        cursor = cursor.up
        if not kinds <= {"KEYWORD", "reminder"} or cursor.kind == "trigger":
            return False
        if cursor.kind == "sentence":
            return cursor.beside(-1).kind != "cost"
    return True


def _is_of_all(cursor: Cursor) -> bool:
    """Tell whether it is said that “Ysolde is all colors”, or “also a Wolf”."""
    complements = clauses.complements_of(cursor)
    first = complements[0] if complements else None
    if first is None or first.kind != "np":
        return False
    kinds = [part.type for part in first.children if type(part) is not Node]
    if kinds == ["ADVERB"] and len(complements) > 1:
        return not nouns_of(complements[1]).isdisjoint(("SUBTYPE", "CAPITAL"))
    return kinds == ["DETERMINER", "THING"]
