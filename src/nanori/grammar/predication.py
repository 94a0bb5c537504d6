"""Questions to a tree: what the clause around a word says of what it denotes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from nanori.grammar import clauses, phrases
from nanori.grammar.places import (
    BRACKETS,
    MANY,
    NEAR,
    PARTS,
    Path,
    at,
    beside,
    first_child,
    is_node,
    is_token,
    leaves,
    path_beside,
    within,
)
from nanori.model.values import Node, Token

# Terminals of nouns behind which a zone is theirs: “each card in your hand”.
OBJECTS = frozenset({"OBJECT_NOUN", "NOUN", "TOKEN", "SUBTYPE", "CAPITAL", "VERBAL_NOUN"})
# Nodes of clauses on which others depend.
SAID = ("trigger", "condition")

# What a word is in its clause; the `owner` is “Ysolde” of “Ysolde's power”.
Role = Literal["subject", "object", "owner", "other"]


class Said(NamedTuple):
    """What a clause says of what one of its words denotes."""

    path: Path
    """The path to the word."""
    role: Role
    verbs: tuple[str, ...]
    """The terminals of its verbs, auxiliaries among them."""
    beside: tuple[frozenset[str], ...]
    """The terminals in each prepositional phrase that belongs to the verb."""

    @property
    def verb(self) -> str:
        """The terminal of the last verb; empty for none."""
        return self.verbs[-1] if self.verbs else ""

    @property
    def is_stated(self) -> bool:
        """Whether the verb says how something is, and not how it would be."""
        return len(self.verbs) == 1 and self.verb in ("BE", "AUX", "CONTRACTION")

    @property
    def is_passive(self) -> bool:
        """Whether something is done to the subject."""
        return "BE" in self.verbs or not clauses.objects_beside(self.path)

    def is_at(self, *places: str) -> bool:
        """Tell whether the phrases beside the verb say one of these zones."""
        return any(not words.isdisjoint(places) for words in self.beside)

    def is_from(self, *places: str) -> bool:
        """Tell whether they say that something comes from one of these zones."""
        return any("FROM" in words and not words.isdisjoint(places) for words in self.beside)


def said(path: Path) -> Said:
    """Return what the clause around a word says of it."""
    relative = _relative_before(path)
    if relative is not None:
        verbs = tuple(verb.type for verb in clauses.verbs_of(relative))
        return Said(path, "object", verbs, ())
    return Said(path, _role(path), verbs_at(path), tuple(_beside(path)))


def _relative_before(path: Path) -> Node | None:
    """Return the relative clause of whose verb a phrase is the object: “that targets Ysolde”."""
    phrase = within(path, "np")
    if not phrase:
        return None
    before = beside(phrase, -1)
    within_phrase = phrase[-1].node.kind == "np"
    if not isinstance(before, Node) or before.kind != "relative" or within_phrase:
        return None
    first, last = before.children[0], before.children[-1]
    verb_last = isinstance(last, Token) and last.type in clauses.VERBS
    return before if verb_last and is_token(first, "THAT") else None


def _role(path: Path) -> Role:
    if possessed(path) is not None:
        return "owner"
    if is_kicked_for(path):
        return "other"
    inside = within(path, "pp", "subject", "topic", "object", "clause", "relative")
    node = at(inside) if inside else None
    kind = node.kind if isinstance(node, Node) else ""
    if kind in ("subject", "topic"):
        return "subject"
    if kind == "object":
        return "object" if _is_nearest(inside) else "other"
    parent, place = path[-1]
    behind_verb = parent.kind == "relative" and any(
        isinstance(part, Token) and part.type in clauses.VERBS
        for part in parent.children[max(0, place - MANY) : place]
    )
    return "object" if behind_verb else "other"


def is_kicked_for(path: Path) -> bool:
    """Tell whether a participle right before says that it is a spell: “that convoked Ysolde”."""
    return is_token(beside(path, -1), "KICKED")


def _is_nearest(object_: Path) -> bool:
    """Tell whether an object is that of the verb, and no other is nearer to it.

    Nor is what another is done for: 「これを対象として唱える」.
    """
    parent, child = object_[-1]
    behind = parent.children[child + 1 : child + MANY]
    if any(is_node(part, "object") for part in behind):
        return False
    return not (behind and is_node(behind[0], "pp") and "NOUN" in nouns_of(behind[0]))


def possessed(path: Path) -> Token | None:
    """Return the noun of what belongs to it: “power” of “Ysolde's power”; None for nothing."""
    return next((word for word in owned(path) if word.type in phrases.NOUNS), None)


def owned(path: Path) -> list[Token]:
    """Return the words of what belongs to something, of its own phrase."""
    phrase, place = path[-1]
    behind = [word for word in phrase.children[place + 1 : place + NEAR] if isinstance(word, Token)]
    return behind[1:] if behind and behind[0].type in ("POSSESSIVE", "GENITIVE") else []


def verbs_at(path: Path) -> tuple[str, ...]:
    """Return the terminals of the verbs around a place.

    Where “or” joins subjects they stand in the clause behind: “Ysolde or another creature dies”.
    """
    inside = within(path, "predicate", "clause", "relative")
    node = at(inside) if inside else None
    verbs: list[Token] = []
    without = is_node(node, "clause") and first_child(node, "predicate") is None
    if inside and (not without or within(path, "topic")):
        verbs = clauses.verbs_of(clauses.predicate_of(path))
    elif inside:
        parent, child = inside[-1]
        for part in parent.children[child + 1 : child + NEAR]:
            if is_node(part, "clause"):
                verbs = clauses.verbs_of(first_child(part, "predicate"))
                break
            if not is_token(part, "AND"):
                break
    return tuple(verb.type for verb in verbs)


def _beside(path: Path) -> Iterator[frozenset[str]]:
    """Yield the words of the prepositional phrases that belong to the verb around a place."""
    inside = within(path, "predicate", "clause", "relative")
    if not inside:
        return
    node, child = path[len(inside)]
    if node.kind == "predicate" or (child == 0 and first_child(node, "predicate") is None):
        place = path[len(inside) + 1].child if len(path) > len(inside) + 1 else child
        yield from _behind(node.children[child], place)
        return
    for part in node.children[max(0, child - MANY) : child + MANY]:
        if isinstance(part, Node) and part.kind == "pp":
            yield nouns_of(part)
    predicate = clauses.predicate_of(path)
    for part in predicate.children[:MANY] if predicate is not None else ():
        yield from _behind(part, -1)


def _behind(phrase: Node | Token, place: int) -> Iterator[frozenset[str]]:
    """Yield the prepositional phrases of an object behind a place in it, up to another noun."""
    for part in phrase.children[place + 1 : place + MANY] if isinstance(phrase, Node) else ():
        if not isinstance(part, Node):
            continue
        words = nouns_of(part)
        if part.kind == "pp":
            yield words
        elif words & phrases.NOUNS:
            return
        if words & OBJECTS:
            return


def nouns_of(phrase: Node | Token) -> frozenset[str]:
    """Return the terminals of the words in a phrase, those of phrases within it among them."""
    terminals: set[str] = set()
    waiting = [phrase]
    for _ in range(PARTS):
        if not waiting:
            break
        part = waiting.pop()
        if isinstance(part, Token):
            terminals.add(part.type)
        elif part.kind not in BRACKETS and part.kind != "relative":
            waiting += part.children[:PARTS]
    return frozenset(terminals)


def then(path: Path) -> Iterator[Said]:
    """Yield what the condition right behind a clause says of what it calls “it”."""
    clause = within(path, "clause")
    if not clause:
        return
    if clause[-1].node.kind in SAID:
        clause = clause[:-1]
    behind = path_beside(clause, 1)
    condition = at(behind) if behind else None
    if not isinstance(condition, Node) or condition.kind != "condition":
        return
    for here, part in leaves(condition, behind):
        if is_token(part, "PRONOUN"):
            yield said(here)
