"""Questions to a tree: where the object is that a word denotes, by what its clause says of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from nanori.grammar import clauses, phrases
from nanori.grammar.places import BRACKETS, NEAR, Path, Step, at, is_node, is_token, leaves, tokens, within
from nanori.model.values import Node, Token

OUTSIDE = frozenset({"ZONE", "EXILE"})
"""Terminals of zones where an object is a card."""
OBJECTS = frozenset({"OBJECT_NOUN", "NOUN", "TOKEN", "SUBTYPE", "CAPITAL", "VERBAL_NOUN"})
"""Terminals of nouns behind which a zone is theirs: “each card in your hand”."""
STATED = frozenset({"BE", "AUX"})
"""Terminals of verbs by which something is somewhere or in a state."""
SAID = ("trigger", "condition")
"""Nodes of clauses on which others depend."""


def verbs_said(path: Path) -> list[str]:
    """Return the terminals of the verbs around a place, auxiliaries among them.

    Where “or” joins subjects they stand in the clause behind: “Ysolde or another creature dies”.
    """
    inside = within(path, "predicate", "clause", "relative")
    found: list[Token] = []
    if inside and (within(path, "topic") or not _is_without_verb(inside)):
        found = clauses.verbs_of(clauses.predicate_of(path))
    if not found and inside and is_node(at(inside), "clause"):
        parent, child = inside[-1]
        behind = parent.children[child + 1 : child + NEAR]
        for part in behind:
            if is_node(part, "clause"):
                predicate = _child(part, "predicate")
                found = clauses.verbs_of(predicate)
                break
            if not isinstance(part, Token) or part.type != "AND":
                break
    return [one.type for one in found]


def _is_without_verb(inside: Path) -> bool:
    node = at(inside)
    return is_node(node, "clause") and _child(node, "predicate") is None


def is_subject(path: Path) -> bool:
    """Tell whether a word is what its clause is about: not “Ysolde” of “Ysolde's power”."""
    return bool(within(path, "subject", "topic")) and not within(path, "object") and not (
        _in_phrase_beside(path) or possessed(path)
    )


def is_object(path: Path) -> bool:
    """Tell whether something is done to what a word denotes."""
    if possessed(path) or _in_phrase_beside(path):
        return False
    if object_ := within(path, "object"):
        # Of two objects the one nearer to the verb is that of the verb: 「これを対象として呪文を唱える」.
        parent, child = object_[-1]
        return not any(is_node(one, "object") for one in parent.children[child + 1 :])
    beside, place = path[-1]
    return beside.kind == "relative" and any(
        isinstance(one, Token) and one.type in clauses.VERBS for one in beside.children[:place]
    )


def possessed(path: Path) -> Token | None:
    """Return the noun of what belongs to it: “power” of “Ysolde's power”; None for nothing."""
    phrase, place = path[-1]
    behind = phrase.children[place + 1 : place + NEAR]
    if not behind or not isinstance(behind[0], Token):
        return None
    if behind[0].type not in ("POSSESSIVE", "GENITIVE"):
        return None
    nouns = [one for one in behind if isinstance(one, Token) and one.type in phrases.NOUNS]
    return nouns[0] if nouns else None


def _in_phrase_beside(path: Path) -> bool:
    """Tell whether a word stands in a prepositional phrase, “from Ysolde”, and not for itself."""
    inside = within(path, "pp", "subject", "topic", "object", "clause")
    return is_node(at(inside), "pp") if inside else False


def beside(path: Path) -> Iterator[Node]:
    """Yield the prepositional phrases that belong to the verb around a place."""
    inside = within(path, "predicate", "clause", "relative")
    if not inside:
        return
    node = at(inside)
    assert isinstance(node, Node)
    own = path[len(inside)].child
    if node.kind == "predicate":
        yield from _behind(node.children[own], path[len(inside) + 1].child)
        return
    for part in node.children:
        if is_node(part, "pp"):
            assert isinstance(part, Node)
            yield part
    found = clauses.predicate_of(path)
    for part in found.children if found is not None else ():
        yield from _behind(part, -1)


def _behind(object_: Node | Token, place: int) -> Iterator[Node]:
    """Yield the prepositional phrases of an object behind a place in it, up to another noun."""
    for part in object_.children[place + 1 :] if isinstance(object_, Node) else ():
        if not isinstance(part, Node):
            continue
        words = nouns_of(part)
        if part.kind == "pp":
            yield part
        elif words & phrases.NOUNS or "VERBAL_NOUN" in words:
            return
        if words & OBJECTS:
            return


def nouns_of(phrase: Node) -> set[str]:
    """Return the terminals of the words in a phrase, those of phrases within it among them."""
    return {
        part.type for _, part in leaves(phrase, but=(*BRACKETS, "relative")) if isinstance(part, Token)
    }


def comes_from(path: Path, places: Collection[str]) -> bool:
    """Tell whether the verb around a place moves something from one of these zones."""
    return any("FROM" in (said := nouns_of(one)) and said & set(places) for one in beside(path))


def is_taken(path: Path) -> bool:
    """Tell whether an object is taken from a zone where it is a card."""
    verbs = verbs_said(path)
    if not (is_object(path) or (is_subject(path) and verbs[-1:] != ["CAST"])):
        return False
    return comes_from(path, (*OUTSIDE, "COMMAND")) or (
        comes_from(path, ("ANYWHERE",)) and is_at(path, ("BATTLEFIELD",))
    )


def is_at(path: Path, places: Collection[str]) -> bool:
    """Tell whether the phrases of the verb around a place say one of these zones."""
    return any(nouns_of(one) & set(places) for one in beside(path))


def is_outside(path: Path) -> bool:
    """Tell whether its clause says that an object is a card: in a graveyard, exiled, suspended."""
    if not is_subject(path):
        return _stands_outside(path)
    if not _stated(path) or is_at(path, ("BATTLEFIELD",)):
        return False
    return is_at(path, OUTSIDE) or _state(path) == "AWAY"


def _stated(path: Path) -> bool:
    """Tell whether the verb around a place says how something is, and not what it would be."""
    verbs = verbs_said(path)
    return len(verbs) == 1 and verbs[0] in ("BE", "AUX", "CONTRACTION")


def _state(path: Path) -> str:
    """Return the terminal of the state that something is said to be in."""
    parts = clauses.complements_of(path)
    clause = within(path, "clause")
    if not parts and clause:
        node = at(clause)
        assert isinstance(node, Node)
        parts = [part for part in node.children if isinstance(part, Node) and part.kind == "np"]
    said = [one for part in parts for one in tokens(part)]
    return next((one.type for one in said if one.type in ("AWAY", "KICKED")), "")


def _stands_outside(path: Path) -> bool:
    """Tell whether a relative clause before a noun says so: 「墓地にある灰の急使」."""
    phrase, place = path[-1]
    before = phrase.children[place - 1] if place else None
    if not is_node(before, "relative"):
        return False
    assert isinstance(before, Node)
    verbs = [one.type for one in clauses.verbs_of(_child(before, "predicate"))]
    return verbs == ["AUX"] and any(
        nouns_of(part) & OUTSIDE
        for part in before.children
        if isinstance(part, Node) and part.kind == "pp"
    )


def is_outside_then(path: Path) -> bool:
    """Tell whether the condition behind its clause says so: “while it's exiled”, “as you draft it”."""
    clause = within(path, "clause")
    if not clause:
        return False
    if clause[-1].node.kind in SAID:
        clause = clause[:-1]
    parent, child = clause[-1]
    behind = parent.children[child + 1] if child + 1 < len(parent.children) else None
    if not isinstance(behind, Node) or behind.kind != "condition":
        return False
    there = (*clause[:-1], Step(parent, child + 1))
    return any(
        isinstance(part, Token)
        and part.type == "PRONOUN"
        and (is_outside(here) or (is_object(here) and "DISCARD" in verbs_said(here)))
        for here, part in leaves(behind, there)
    )


def is_discarded(path: Path) -> bool:
    """Tell whether something is done to an object, or by it, that is done with a card alone."""
    return (is_object(path) or is_subject(path)) and "DISCARD" in verbs_said(path)[-1:]


def acts(path: Path) -> bool:
    """Tell whether an object does what is done on the battlefield, or is said to be there."""
    if not is_subject(path):
        return False
    verbs = verbs_said(path)
    return verbs[-1:] == ["ACT"] or (_stated(path) and is_at(path, ("BATTLEFIELD",)))


def is_put_into_play(path: Path) -> bool:
    """Tell whether it goes on to the battlefield: “begin the game with Ysolde on the battlefield”."""
    phrase = within(path, "pp")
    if not phrase:
        return False
    parent, child = phrase[-1]
    behind = parent.children[child + 1] if child + 1 < len(parent.children) else None
    return isinstance(behind, Node) and behind.kind == "pp" and "BATTLEFIELD" in nouns_of(behind)


def leaves_play(path: Path) -> bool:
    """Tell whether an object dies or leaves the battlefield when this happens."""
    if not within(path, "trigger") or not is_subject(path):
        return False
    return _leaves(path)


def _leaves(path: Path) -> bool:
    verbs = verbs_said(path)
    if verbs[-1:] == ["LEAVE"]:
        return True
    return verbs[-1:] == ["MOVE"] and is_at(path, OUTSIDE) and comes_from(path, ("BATTLEFIELD",))


def host_leaves(path: Path) -> bool:
    """Tell whether a place says that what an Aura is on leaves: “when enchanted creature dies”."""
    enchanted = is_token(at(path), "ENCHANTED") and within(path, "trigger")
    return bool(enchanted and within(path, "subject")) and _leaves(path)


def is_moved(path: Path) -> bool:
    """Tell whether an object is moved to another zone."""
    return is_object(path) and verbs_said(path)[-1:] == ["MOVE"]


def is_cast(path: Path) -> bool:
    """Tell whether an object is cast, costs something to cast, or is on the stack.

    Mana that was spent to cast it is said of what the spell became.
    """
    verbs = verbs_said(path)
    if is_object(path):
        return verbs[-1:] == ["CAST"] and not _spent(path)
    if is_subject(path):
        if _stated(path) and is_at(path, ("STACK",)):
            return True
        return (
            verbs[-1:] == ["PAY"]
            or (verbs[-1:] in (["COUNTER"], ["COPY"]) and _is_passive(path, verbs))
        )
    owned = [one.type for one in _owned(path)]
    mana_cost = owned[:1] == ["THING"] and owned.count("THING") > 1 and "GENITIVE" not in owned
    return mana_cost and verbs[-1:] == ["PAY"] and _is_alternative(path)


def was_cast(path: Path) -> bool:
    """Tell whether something is said of a spell that is said as well of what it becomes."""
    phrase, place = path[-1]
    before = phrase.children[place - 1] if place else None
    if isinstance(before, Token) and before.type in ("KICKED", "COPY"):
        return True
    verbs = verbs_said(path)
    if possessed(path):
        return verbs[-1:] == ["PAY"] and bool(within(path, "subject", "object"))
    if is_object(path):
        return verbs[-1:] in (["COPY"], ["CAST"])
    if not is_subject(path):
        return _is_said_behind(path, "KICKED")
    return _state(path) == "KICKED" or (verbs[-1:] == ["CAST"] and _is_passive(path, verbs))


def _is_said_behind(path: Path, state: str) -> bool:
    """Tell whether a verb right behind it says its state: “for each time Ysolde was kicked”."""
    predicate = within(path, "predicate")
    if not predicate:
        return False
    parent, child = predicate[-1]
    behind = parent.children[child + 1] if child + 1 < len(parent.children) else None
    return is_node(behind, "predicate") and state in nouns_of(behind)  # type: ignore[arg-type]


def _owned(path: Path) -> list[Token]:
    """Return the words of what belongs to something, of its own phrase."""
    phrase, place = path[-1]
    return [one for one in phrase.children[place + 2 :] if isinstance(one, Token)]


def _is_alternative(path: Path) -> bool:
    """Tell whether what a verb says is instead of something: “rather than pay …”, 「支払うのではなく」."""
    if (inside := within(path, "relative")) and not _child(at(inside), "subject"):
        return True
    inside = within(path, "clause")
    return bool(inside) and inside[-1].node.kind == "condition" and not _child(at(inside), "subject")


def _is_passive(path: Path, verbs: list[str]) -> bool:
    return "BE" in verbs or not clauses.objects_beside(path)


def _spent(path: Path) -> bool:
    """Tell whether a participle governs the verb around a place: “spent to cast”."""
    predicate = clauses.predicate_at(path)
    if not predicate:
        return False
    parent, child = predicate[-1]
    last: Node | Token | None = parent.children[child - 1] if child else None
    while isinstance(last, Node):
        words = [
            one
            for one in last.children
            if isinstance(one, Node) or one.type not in ("PREPOSITION", "FROM")
        ]
        last = words[-1] if words else None
    return last is not None and last.type == "PARTICIPLE"


def goes_from_anywhere(path: Path) -> bool:
    """Tell whether an object is put into a zone from any other, and on from there.

    What is exiled instead was in play.
    """
    if not is_subject(path) or verbs_said(path)[-1:] != ["MOVE"]:
        return False
    return comes_from(path, ("ANYWHERE",)) and not is_at(path, ("BATTLEFIELD",))


def is_replaced(path: Path) -> bool:
    """Tell whether the sentence around a place goes on to move something to no zone."""
    sentence = within(path, "sentence")
    node = at(sentence) if sentence else None
    if not isinstance(node, Node):
        return False
    for part in node.children[path[len(sentence)].child + 1 :]:
        if isinstance(part, Node) and part.kind == "clause":
            verbs = clauses.verbs_of(_child(part, "predicate"))
            return bool(verbs) and verbs[-1].type == "MOVE" and not nouns_of(part) & OUTSIDE
    return False


def begins_sentence(path: Path) -> bool:
    """Tell whether a word is the first of its sentence."""
    for node, child in reversed(path):
        before = {one.kind if isinstance(one, Node) else one.type for one in node.children[:child]}
        if not before <= {"KEYWORD", "reminder", "condition", "COMMA"}:
            return False
        if node.kind == "sentence":
            break
    return True


def is_static(path: Path) -> bool:
    """Tell whether the ability around a place has neither a cost nor an event that triggers it."""
    ability = within(path, "ability")
    node = at(ability) if ability else path[0].node
    assert isinstance(node, Node)
    if not ability:
        ability = ()
    place = path[len(ability)].child
    paid = place and is_node(node.children[place - 1], "cost")
    return not paid and not within(path, "trigger")


def is_defined(path: Path) -> bool:
    """Tell whether a sentence says what an object's power is, which holds in every zone (CR 604.3)."""
    if not begins_sentence(path) or not is_static(path):
        return False
    owned = possessed(path)
    if owned is None:
        return is_subject(path) and verbs_said(path) == ["BE"] and _is_of_all(path)
    if owned.type != "THING":
        return False
    sentence = within(path, "sentence")
    node = at(sentence) if sentence else None
    return isinstance(node, Node) and any(
        isinstance(part, Token) and part.type == "EQUAL"
        for _, part in leaves(node, but=(*BRACKETS, *SAID))
    )


def _is_of_all(path: Path) -> bool:
    """Tell whether something is said to have all of something, or more kinds than it is of."""
    said = clauses.complements_of(path)
    first = said[0] if said else None
    if first is None or first.kind != "np":
        return False
    kinds = [one.type for one in tokens(first)]
    if kinds == ["ADVERB"] and len(said) > 1:
        return bool({"SUBTYPE", "CAPITAL"} & nouns_of(said[1]))
    return kinds == ["DETERMINER", "THING"]


def _child(node: Node | Token, kind: str) -> Node | None:
    """Return the first child of a kind; None for none."""
    for part in node.children if isinstance(node, Node) else ():
        if isinstance(part, Node) and part.kind == kind:
            return part
    return None
