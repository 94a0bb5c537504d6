"""Questions to a tree: which tokens its sentences create, and where each is described.

In languages with the verb first, a phrase is created by the verb before it, and so is what “and”
and commas join to it; in languages with the verb last, by the verb after it.
"""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from nanori.grammar.clauses import AUXILIARIES, ENDS, VERBS
from nanori.grammar.phrases import DETERMINERS, NAMES, NOUNS
from nanori.grammar.places import BRACKETS, NOWHERE, Cursor, kind_of, leaves
from nanori.model.values import Node, Token

# Terminals of where a created token is put.
PLACES = frozenset({"BATTLEFIELD", "IN_PLAY"})
# Terminals that join phrases.
JOINTS = frozenset({"AND", "COMMA", "DASH"})
# Nodes of names, each a part of one phrase.
_NAMINGS = ("token", "named", "renamed", "face", "other")
# Terminals of the words that describe a token before the word for it.
_WORDS = (
    NOUNS
    | NAMES
    | {"WATER", "SYMBOL", "ADJECTIVE", "PARTICIPLE", "KEYWORD", "INFLECTED", "AWAY", "CAPITAL"}
)
# What may be between the word for a token and its particle.
_BEHIND = frozenset({"WATER", "SYMBOL", "ADVERB", "DETERMINER", "THING", "reminder"})
# What ends the words that describe a token after the word for it.
_APART = ENDS | JOINTS | {"WITH", "THAT", *BRACKETS, *_NAMINGS}
# Terminals of verbs that say nothing by themselves.
_NO_VERBS = frozenset({"AUX", "DO", "CONTRACTION"})

# A token, or a node that is taken whole, with its place.
Leaf = tuple[Cursor, Token | Node]


class Creation(Struct, frozen=True):
    """A created token, in code points of the paragraph."""

    first: int
    """Where the phrase about it begins, including its determiners."""
    start: int
    """Where the words that describe it begin."""
    head: int
    """The word for a token."""
    end: int
    """After that word, and after a name said with it."""
    verb: Token
    """The verb that creates it."""


class Level(Struct, frozen=True):
    """A paragraph, or the contents of a bracket or quotation, without the levels inside it."""

    start: int
    end: int
    leaves: tuple[Leaf, ...]


def levels(tree: Node, opened: Collection[int] = ()) -> Iterator[Level]:
    """Yield the level of a paragraph, and those of its brackets in order.

    Only quotations that begin at these places, after their marks, are looked into.
    """
    waiting = [Cursor(tree)]
    while waiting:
        root = waiting.pop(0)
        parts: list[Leaf] = []
        for here, part in leaves(root, (*BRACKETS, *_NAMINGS)):
            if type(part) is not Node or part.kind in _NAMINGS:
                parts.append((here, part))
            elif part.kind in BRACKETS:
                parts.append((here, part))
                inside = here.child("ability")
                if inside and (part.kind == "reminder" or part.children[0].end in opened):
                    waiting.append(inside)
        yield Level(root.part.start, root.part.end, tuple(parts))


def creations(
    level: Level, text: str, joints: Collection[str], *, verb_last: bool, noun_first: bool = False
) -> list[Creation]:
    """Return the tokens that the sentences of a level create, in order.

    `joints` are particles that join two of them, besides words like “and”.
    """
    every = level.leaves
    verbs: dict[int, Token | None] = {}
    heads = [
        number for number, (_, part) in enumerate(every) if _is_token(part, verb_last=verb_last)
    ]
    for number in reversed(heads) if verb_last else heads:
        owner = not noun_first and _is_owner(every, number)
        if every[number][0].within("trigger", "condition") or owner:
            verbs[number] = None
        elif verb_last:
            verbs[number] = _verb_behind(every, number, text, joints, verbs)
        else:
            verbs[number] = _verb_before(every, number, text)
    return [
        Creation(every[first][1].start, every[start][1].start, head.start, head.end, verb)
        for number in heads
        if (verb := verbs[number])
        for head in [every[number][1]]
        for start in [_start(every, number, text, joined=not verb_last)]
        for first in [_first(every, start, text)]
    ]


def _is_token(part: Token | Node, *, verb_last: bool = False) -> bool:
    """Tell whether a part is the word for a token, alone or, before its name, with that."""
    if type(part) is not Node:
        return part.type == "TOKEN"
    return not verb_last and part.kind == "token" and kind_of(part.children[0]) == "TOKEN_NAMED"


def _is_owner(every: Sequence[Leaf], head: int) -> bool:
    """Tell whether a word for a token precedes the noun it belongs to: “token cards”."""
    return head + 1 < len(every) and kind_of(every[head + 1][1]) == "NOUN"


def _start(every: Sequence[Leaf], head: int, text: str, *, joined: bool) -> int:
    """Return the number of the first word that describes a token: “red and white Goblin”.

    A verb that a sign joins to such a word is part of one.
    """
    place = number = head
    while number > 0:
        kind = kind_of(every[number - 1][1])
        sign = number > 1 and not joined and not text[every[number - 1][1].start - 1].isalnum()
        if kind in _WORDS or (not joined and (kind == "reminder" or (kind in VERBS and sign))):
            place = number - 1
        elif not (joined and kind in JOINTS):
            break
        number -= 1
    if place < number and not (number and kind_of(every[number - 1][1]) in DETERMINERS):
        return number + 1 if number < place else place
    return place


def _first(every: Sequence[Leaf], start: int, text: str) -> int:
    """Return the number of the first determiner of a phrase: “that many”, “up to two”, “an X/X”."""
    while start > 0:
        part = every[start - 1][1]
        sign = not any(map(str.isalnum, text[part.start : part.end])) and start > 1
        if kind_of(part) not in DETERMINERS and not (sign and kind_of(part) == "WATER"):
            break
        start -= 1
    return start


def _verb_before(every: Sequence[Leaf], head: int, text: str) -> Token | None:
    """Return the verb whose object a token is, in a language with the verb first."""
    if _is_subject(every[head][0]):
        return None
    number = _first(every, _start(every, head, text, joined=True), text) - 1
    if number >= 1 and kind_of(every[number][1]) in ("PREPOSITION", "WITH"):
        # “A number of”, “your choice of”, but not “equal to the number of”.
        counted = kind_of(every[number - 1][1]) == "THING"
        number = _first(every, number - 1, text) - 1
        if not counted or kind_of(every[number][1]) in ("PREPOSITION", "WITH"):
            return None
    while number >= 0:
        place, part = every[number]
        kind = kind_of(part)
        if kind in ENDS or kind == "MODE":
            return None
        if type(part) is Node:
            if kind == "token" and not _is_token(part):
                opening = part.children[0]
                return opening if type(opening) is not Node else None
        elif kind == "MAKE":
            return None if place.within("trigger", "condition") else part
        elif kind in VERBS | AUXILIARIES and kind not in _NO_VERBS and not place.within("relative"):
            return part if kind != "MOVE" or _is_put(every, head) else None
        number -= 1
    return None


def _is_subject(place: Cursor) -> bool:
    """Tell whether a place is the subject of a verb."""
    return bool(place.within("subject") and place.within("clause").child("predicate"))


def _is_put(every: Sequence[Leaf], head: int) -> bool:
    """Tell whether the battlefield is mentioned after a place, in its sentence."""
    for _, part in every[head:]:
        kind = kind_of(part)
        if kind in ENDS:
            return False
        if kind in PLACES:
            return True
    return False


def _verb_behind(
    every: Sequence[Leaf],
    head: int,
    text: str,
    joints: Collection[str],
    verbs: dict[int, Token | None],
) -> Token | None:
    """Return the verb whose object a token is, in a language with the verb last."""
    number = head + 1
    while number < len(every) and kind_of(every[number][1]) in _BEHIND:
        number += 1
    if number == len(every):
        return None
    particle = every[number][1]
    if kind_of(particle) in JOINTS or text[particle.start : particle.end] in joints:
        return _joined(every, number, verbs)
    if kind_of(particle) != "ACCUSATIVE":
        return None
    put = False
    around = every[head][0].within("relative")
    for place, part in every[number + 1 :]:
        kind = kind_of(part)
        if kind in ENDS:
            return None
        put = put or kind in PLACES
        if (
            type(part) is not Node
            and kind in VERBS | {"BE"}
            and place.within("relative") in (NOWHERE, around)
        ):
            return part if kind != "MOVE" or put else None
    return None


def _joined(every: Sequence[Leaf], joint: int, verbs: dict[int, Token | None]) -> Token | None:
    """Return the verb of the next token in a sentence, which is already known."""
    for number in range(joint + 1, len(every)):
        if number in verbs:
            return verbs[number]
        if kind_of(every[number][1]) in ENDS:
            return None
    return None


def described_behind(level: Level, creation: Creation) -> int:
    """Return where the words that describe a token after the word for it end."""
    behind = (part for _, part in level.leaves if part.start >= creation.end)
    apart = (part.start for part in behind if kind_of(part) in _APART)
    return max(creation.end, next(apart, level.end))


def original(
    level: Level, creation: Creation, text: str, copies: Collection[str], *, verb_last: bool
) -> tuple[bool, Token | Node | None]:
    """Return whether a token is created as a copy, and the word for what it is a copy of.

    `copies` are the words for a copy. For “that creature” the word is “that”.
    """
    every = level.leaves
    if verb_last:
        ahead = [part for _, part in every if part.end <= creation.start]
        return _copied_before(ahead, text, copies)
    behind = [part for _, part in every if part.start >= creation.end]
    for number, part in enumerate(behind):
        kind = kind_of(part)
        if kind in ENDS or kind in ("COMMA", "PREPOSITION", "WITH"):
            return False, None
        words = text[part.start : part.end].split()
        if words and words[0] in copies:
            return True, _owner(behind, number + (1 if len(words) > 1 else 2))
        if kind in ("KEYWORDED", "MENTIONED") or (type(part) is Node and kind == "other"):
            return True, None
    return False, None


def _owner(parts: Sequence[Token | Node], number: int) -> Token | Node | None:
    """Return the part with that number, if nothing that it owns follows it."""
    if number >= len(parts):
        return None
    owns = number + 1 < len(parts) and kind_of(parts[number + 1]) == "POSSESSIVE"
    return None if owns else parts[number]


def _copied_before(
    ahead: Sequence[Token | Node], text: str, copies: Collection[str]
) -> tuple[bool, Token | Node | None]:
    for number in range(len(ahead) - 2, -1, -1):
        kind = kind_of(ahead[number])
        if kind in ENDS or kind == "TOKEN":
            break
        if text[ahead[number].start : ahead[number].end] in copies:
            if kind_of(ahead[number + 1]) != "BE":
                continue
            said = number >= 2 and kind_of(ahead[number - 1]) == "GENITIVE"
            return True, ahead[number - 2] if said else None
    return False, None
