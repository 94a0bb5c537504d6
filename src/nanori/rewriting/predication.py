"""Questions to a tree: what the clause around a word says of what it denotes."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from nanori.grammar import clauses, phrases
from nanori.grammar.tree_queries import (
    BRACKETS,
    MAX_PARTS,
    MAX_SIBLINGS,
    Cursor,
    first_child,
    kind_of,
    leaves,
    terminals,
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

    place: Cursor
    """The word."""
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
        """Whether the verb says how something is, “is tapped”, not how it would be, “can be”."""
        return len(self.verbs) == 1 and self.verb in ("BE", "AUX", "CONTRACTION")

    @property
    def is_passive(self) -> bool:
        """Whether something is done to the subject: “is countered”; no object follows it."""
        return "BE" in self.verbs or not clauses.objects_beside(self.place)

    def is_at(self, *places: str) -> bool:
        """Tell whether the phrases beside the verb say one of these zones."""
        return any(not words.isdisjoint(places) for words in self.beside)

    def is_from(self, *places: str) -> bool:
        """Tell whether they say that something comes from one of these zones."""
        return any("FROM" in words and not words.isdisjoint(places) for words in self.beside)


def said(cursor: Cursor) -> Said:
    """Return what the clause around a word says of it.

    “Exile Ysolde if it's tapped” → of “Ysolde” Said(object, MOVE), of “it” Said(subject, BE)
    """
    relative = _relative_before(cursor)
    if relative is not None:
        verbs = tuple(verb.type for verb in clauses.verbs_of(relative))
        return Said(cursor, "object", verbs, ())
    return Said(cursor, _role(cursor), verbs_at(cursor), tuple(_beside(cursor)))


def _relative_before(cursor: Cursor) -> Node | None:
    """Return the relative clause of whose verb a phrase is the object: “that targets Ysolde”."""
    phrase = cursor.within("np")
    relative = phrase.beside(-1)
    if relative.kind != "relative" or phrase.up.kind == "np":
        return None
    first, last = relative.children[0], relative.children[-1]
    verb_last = type(last) is not Node and last.type in clauses.VERBS
    return relative.node if verb_last and kind_of(first) == "THAT" else None


def _role(cursor: Cursor) -> Role:
    if possessed(cursor) is not None:
        return "owner"  # “Ysolde's power”
    if is_kicked_for(cursor):
        return "other"  # “that convoked Ysolde”
    inside = cursor.within("pp", "subject", "topic", "object", "clause", "relative")
    if inside.kind in ("subject", "topic"):
        return "subject"
    if inside.kind == "object":
        return "object" if _is_nearest(inside) else "other"
    behind_verb = cursor.up.kind == "relative" and any(
        type(part) is not Node and part.type in clauses.VERBS
        for part in cursor.siblings[max(0, cursor.number - MAX_PARTS) : cursor.number]
    )
    return "object" if behind_verb else "other"


def is_kicked_for(cursor: Cursor) -> bool:
    """Tell whether a participle right before says that it is a spell: “that convoked Ysolde”."""
    return cursor.beside(-1).kind == "KICKED"


def _is_nearest(object_: Cursor) -> bool:
    """Tell whether an object is that of the verb, and no other is nearer to it.

    Nor is what another is done for: 「これを対象として唱える」.
    """
    following = object_.siblings[object_.number + 1 : object_.number + MAX_PARTS]
    if any(kind_of(part) == "object" for part in following):
        return False
    return not (following and kind_of(following[0]) == "pp" and "NOUN" in nouns_of(following[0]))


def possessed(cursor: Cursor) -> Token | None:
    """Return the noun of what belongs to it: “power” of “Ysolde's power”; None for nothing."""
    return next((word for word in owned(cursor) if word.type in phrases.NOUNS), None)


def owned(cursor: Cursor) -> list[Token]:
    """Return the words of what belongs to something: of “Ysolde's mana cost” “mana”, “cost”."""
    parts = cursor.siblings[cursor.number + 1 : cursor.number + MAX_SIBLINGS]
    words = [word for word in parts if type(word) is not Node]
    return words[1:] if words and words[0].type in phrases.OWNING else []


def verbs_at(cursor: Cursor) -> tuple[str, ...]:
    """Return the terminals of the verbs around a cursor: of “Ysolde can't be countered” three.

    Where “or” joins subjects they are those of the next clause: “Ysolde or another Bear dies”.
    """
    inside = cursor.within("predicate", "clause", "relative")
    verbs: list[Token] = []
    without = inside.kind == "clause" and first_child(inside.part, "predicate") is None
    if not without or cursor.within("topic"):
        verbs = clauses.verbs_around(cursor)
    else:
        for part in inside.siblings[inside.number + 1 : inside.number + MAX_SIBLINGS]:
            if kind_of(part) == "clause":
                verbs = clauses.verbs_of(first_child(part, "predicate"))
                break
            if kind_of(part) != "AND":
                break
    return tuple(verb.type for verb in verbs)


def _beside(cursor: Cursor) -> Iterator[frozenset[str]]:
    """Yield the terminals of each phrase of the verb: “from your hand”, “to the battlefield”."""
    inside = cursor.within("predicate", "clause", "relative")
    if not inside:
        return
    phrase = cursor.under(inside)
    without = phrase.number == 0 and first_child(inside.part, "predicate") is None
    if inside.kind == "predicate" or without:  # “return |Ysolde from exile”: within its object
        word = cursor if cursor is phrase else cursor.under(phrase)
        yield from _behind(phrase.part, word.number)
        return
    for part in inside.children[max(0, phrase.number - MAX_PARTS) : phrase.number + MAX_PARTS]:
        if kind_of(part) == "pp":
            yield nouns_of(part)
    for part in clauses.predicate_at(cursor).children[:MAX_PARTS]:
        yield from _behind(part, -1)


def _behind(phrase: Node | Token, offset: int) -> Iterator[frozenset[str]]:
    """Yield those in an object after a word, up to another noun: “~ from exile, a card in …”."""
    for part in phrase.children[offset + 1 : offset + MAX_PARTS] if type(phrase) is Node else ():
        if type(part) is not Node:
            continue
        words = nouns_of(part)
        if part.kind == "pp":
            yield words
        elif words & phrases.NOUNS:
            return
        if words & OBJECTS:
            return


def nouns_of(phrase: Node | Token) -> frozenset[str]:
    """Return the terminals in a phrase and the phrases within it: “from exile” → FROM, EXILE."""
    return frozenset(terminals(phrase, (*BRACKETS, "relative")))


def then(cursor: Cursor) -> Iterator[Said]:
    """Yield what the condition after a clause says of “it”: “Exile Ysolde if it's tapped”."""
    clause = cursor.within("clause")
    condition = (clause.up if clause.up.kind in SAID else clause).beside(1)
    if condition.kind != "condition":
        return
    for leaf, part in leaves(condition):
        if kind_of(part) == "PRONOUN":
            yield said(leaf)
