"""Questions to a noun phrase: its head, its determiner, whether it is about the source."""

from collections.abc import Iterator
from typing import Final

from nanori.grammar.tree_queries import MAX_SIBLINGS, Cursor, kind_of, tokens
from nanori.model.values import Node, Token

# Terminals of what begins a phrase.
DETERMINERS: Final = frozenset({"DETERMINER", "DEFINITE", "INDEFINITE", "THIS", "THAT"})
# Terminals of what goes with a noun.
QUALITIES: Final = frozenset({"PARTICIPLE", "ADJECTIVE", "ENCHANTED"})
# Terminals of names that were found beforehand.
NAMES: Final = frozenset(
    {"OWN_NAME", "SHORT_NAME", "ALTERNATE_NAME", "FACE_NAME", "KNOWN_NAME", "COMMON_NAME"}
)
# Terminals that denote the object whose text this is.
SOURCES: Final = frozenset(
    {"OWN_NAME", "SHORT_NAME", "ALTERNATE_NAME", "THIS_OBJECT", "BARE_THIS", "PLACEHOLDER", "GIVER"}
)
# Terminals behind what something belongs to.
OWNING: Final = ("POSSESSIVE", "GENITIVE")
# Terminals of nouns.
NOUNS: Final = frozenset(
    {
        "OBJECT_NOUN", "NOUN", "THING", "TOKEN", "ZONE", "COMMAND", "EXILE", "BATTLEFIELD", "STACK",
        "SUBTYPE", "CAPITAL", "PLAYER",
    }
)  # fmt: skip


def phrases(cursor: Cursor) -> Iterator[Cursor]:
    """Yield the noun phrases that are children of a subject, an object or a clause, or itself."""
    if cursor.kind == "np":
        yield cursor
        return
    for number, part in enumerate(cursor.children):
        if kind_of(part) == "np":
            yield cursor.at(number)


def head_of(phrase: Node | Token) -> Token | None:
    """Return the word that says what a noun phrase is about: its last noun, name or pronoun.

    “Ysolde's power” → “power”; “that”, a determiner alone → None.
    """
    if type(phrase) is not Node:
        return phrase
    for part in reversed(phrase.children[-MAX_SIBLINGS:]):
        if type(part) is not Node and (
            part.type in NOUNS
            or part.type in SOURCES
            or part.type in NAMES
            or part.type == "PRONOUN"
        ):
            return part
    return None


def is_head(cursor: Cursor) -> bool:
    """Tell whether a word is what its phrase is about: not “Ysolde” of “Ysolde's power”."""
    phrase = cursor.up
    return phrase.kind != "np" or head_of(phrase.node) is cursor.part


def is_owner(cursor: Cursor) -> bool:
    """Tell whether something belonging to a word is meant: “Ysolde's challenge”, 「これの上に」."""
    return cursor.beside(1).kind in OWNING


def is_determined(phrase: Node) -> bool:
    """Tell whether a phrase has a determiner or quality: “that outpost”, “enchanted outpost”.

    Words that no list has are a noun there.
    """
    return any(word.type in DETERMINERS or word.type in QUALITIES for word in tokens(phrase))


def is_source(phrase: Node) -> bool:
    """Tell whether a noun phrase is about the object whose text this is: “Ysolde”, “this Bear”."""
    head = head_of(phrase)
    if head is None:
        return _has_this(phrase)
    if head.type in SOURCES:
        return True
    # “This outpost”, “this”: a noun that no list has is a noun all the same.
    return head.type not in ("PLAYER", "THING") and _has_this(phrase)


def _has_this(phrase: Node) -> bool:
    return any(kind_of(part) == "THIS" for part in phrase.children[:MAX_SIBLINGS])
