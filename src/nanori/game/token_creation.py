"""Questions to a tree: which tokens its sentences create, and where each is described.

In languages with the verb first, a phrase is created by the verb before it, and so is what “and”
and commas join to it; in languages with the verb last, by the verb after it.
"""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from nanori.game.lexicon import TokenWords
from nanori.grammar.clauses import AUXILIARIES, ENDS, VERBS
from nanori.grammar.phrases import DETERMINERS, NAMES, NOUNS
from nanori.grammar.tree_queries import BRACKETS, NOWHERE, Cursor, kind_of, leaves
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
# Terminals of words that such a word may be joined to.
_JOINED = frozenset({"ADJECTIVE", "SUBTYPE", "CAPITAL", "WATER"})
# Terminals of who acts, in a trigger.
_SUBJECTS = frozenset({"PLAYER", "PRONOUN", "OBJECT_NOUN", "ENCHANTED", "EFFECT"})
# Terminals of verbs that say nothing by themselves.
_NO_VERBS = frozenset({"AUX", "DO", "CONTRACTION"})

# A token, or a node that is taken whole, with its place.
Leaf = tuple[Cursor, Token | Node]


class Creation(Struct, frozen=True):
    """A created token, in code points of the paragraph.

    Create two red Goblin tokens with haste.
    ^verb  ^first         ^head ^end
               ^start
    """

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
        for cursor, part in leaves(root, (*BRACKETS, *_NAMINGS)):
            if type(part) is not Node or part.kind in _NAMINGS:
                parts.append((cursor, part))
            elif part.kind in BRACKETS:
                parts.append((cursor, part))
                inside = cursor.child("ability")
                if inside and (part.kind == "reminder" or part.children[0].end in opened):
                    waiting.append(inside)
        yield Level(root.part.start, root.part.end, tuple(parts))


def creations(
    level: Level, text: str, words: TokenWords, *, verb_last: bool, noun_first: bool = False
) -> list[Creation]:
    """Return the tokens that the sentences of a level create, in order."""
    every = _with_verbs(level.leaves, text, words)
    verbs: dict[int, Token | None] = {}
    heads = [
        number
        for number, (_, part) in enumerate(every)
        if _is_token(part, text, words, verb_last=verb_last)
    ]
    for number in reversed(heads) if verb_last else heads:
        owner = not noun_first and _is_owner(every, number)
        if _is_condition(every, number) or owner:
            verbs[number] = None
        elif verb_last:
            verbs[number] = _verb_behind(every, number, text, words.joints, verbs)
        else:
            verbs[number] = _verb_before(every, number, text, words)
    return [
        Creation(every[first][1].start, every[start][1].start, head.start, head.end, verb)
        for number in heads
        if (verb := verbs[number])
        for head in [every[number][1]]
        for start in [_start(every, number, text, joined=not verb_last)]
        for first in [_after_verb(every, number, verb, text, words) or _first(every, start, text)]
    ]


def _after_verb(every: Sequence[Leaf], head: int, verb: Token, text: str, words: TokenWords) -> int:
    """Return the index of the first word after what takes a token: 将|两个…的灯童衍生生物放进战场.

    0 in languages without such words, whose determiners stand beside the description.
    """
    for number in range(head - 1, -1, -1) if words.taking else ():
        part = every[number][1]
        if part.start == verb.start or text[part.start : part.end] in words.taking:
            return number + 1
    return 0


def _with_verbs(leaves: Sequence[Leaf], text: str, words: TokenWords) -> Sequence[Leaf]:
    """Return the leaves, verbs that only create tokens, 派出, among them as MAKE."""
    return [
        (cursor, Token("MAKE", part.start, part.end))
        if type(part) is not Node and words.making.fullmatch(text, part.start, part.end)
        else (cursor, part)
        for cursor, part in leaves
    ]


def _is_condition(every: Sequence[Leaf], head: int) -> bool:
    """Tell whether a token is one of a trigger or condition.

    Not after the verb of a main clause, which may stand before: „Erzeuge zu Beginn des Zuges einen
    …“, or in front of its subject: „Zu Beginn des Zuges erzeugst du einen …“.
    """
    around = every[head][0].within("trigger", "condition")
    if not around:
        return False
    number = head - 1
    while number >= 0 and kind_of(every[number][1]) not in ENDS:
        part = every[number][1]
        modal = kind_of(part) == "AUX" and kind_of(every[number + 1][1]) == "PLAYER"
        if modal or kind_of(part) in ("MAKE", "MOVE"):
            return part.start >= around.part.start and not _is_main(every, number)
        number -= 1
    return True


def _is_main(every: Sequence[Leaf], verb: int) -> bool:
    """Tell whether a verb is that of a main clause, though a trigger may hold it.

    Before its subject, „Zu Beginn des Zuges erzeugst du …“, or without one, «В начале хода
    создайте …»: no comma ends such a trigger.
    """
    around = every[verb][0].within("trigger", "condition")
    if not around or kind_of(every[verb + 1][1]) == "PLAYER":
        return True
    kinds = {kind_of(part) for _, part in every[:verb] if part.start >= around.part.start}
    return kinds.isdisjoint(_SUBJECTS | VERBS)


def _is_token(part: Token | Node, text: str, words: TokenWords, *, verb_last: bool = False) -> bool:
    """Tell whether a part is the word for a token, alone or, before its name, with that."""
    if type(part) is not Node:
        compound = words.compound.fullmatch(text, part.start, part.end)
        return part.type == "TOKEN" or compound is not None
    if words.taking and kind_of(part.children[0]) == "CREATED":
        return True  # 派出传奇衍生生物锋翼卡洛兹，其为…: the only word for it
    return not verb_last and part.kind == "token" and kind_of(part.children[0]) == "TOKEN_NAMED"


def _is_owner(every: Sequence[Leaf], head: int) -> bool:
    """Tell whether a word for a token precedes the noun it belongs to: “token cards”."""
    return head + 1 < len(every) and kind_of(every[head + 1][1]) in ("NOUN", "POSSESSIVE")


def _start(every: Sequence[Leaf], head: int, text: str, *, joined: bool) -> int:
    """Return the index of the first word that describes a token.

        two red and white Goblin tokens
            ^offset: the last word that describes it, going left; `number` goes on over the joints
    A verb that a sign joins to such a word is part of one.
    """
    offset = number = head
    while number > 0:
        kind = kind_of(every[number - 1][1])
        sign = number > 1 and not joined and not text[every[number - 1][1].start - 1].isalnum()
        # „(Eldrazi, Ausgeburt)-Kreaturenspielstein“
        hyphened = kind == "reminder" and text[every[number - 1][1].end] == "-"
        aside = not joined and (kind == "reminder" or (kind in VERBS and sign))
        if kind in _WORDS or hyphened or aside:
            offset = number - 1
        elif not (joined and kind in JOINTS):
            break
        number -= 1
    if offset < number and not (number and kind_of(every[number - 1][1]) in DETERMINERS):
        return number + 1 if number < offset else offset
    return offset


def _first(every: Sequence[Leaf], start: int, text: str) -> int:
    """Return the index of the first determiner of a phrase: “that many”, “up to two”, “an X/X”."""
    while start > 0:
        part = every[start - 1][1]
        sign = not any(map(str.isalnum, text[part.start : part.end])) and start > 1
        if kind_of(part) not in DETERMINERS and not (sign and kind_of(part) == "WATER"):
            break
        start -= 1
    return start


def _verb_before(every: Sequence[Leaf], head: int, text: str, words: TokenWords) -> Token | None:
    """Return the verb whose object a token is, in a language with the verb first.

    “Create a red Goblin token and a Bear token”: of both “Create”. Goes left from the phrase to
    the next verb, and stops where a sentence ends or another verb takes the token.
    """
    part = every[head][1]
    if type(part) is Node and kind_of(opening := part.children[0]) == "CREATED":
        return opening if type(opening) is not Node else None
    if verb := _verb_taking(every, head, text, words):
        return verb
    start = _start(every, head, text, joined=True)
    number = _first(every, start, text) - 1
    if _is_subject(every[head][0]) and (number < 0 or kind_of(every[number][1]) != "MAKE"):
        # „Kannst du einen … ins Spiel bringen“
        modal = number > 0 and kind_of(every[number - 1][1]) == "AUX"
        inverted = modal and kind_of(every[number][1]) == "PLAYER"
        return _infinitive(every, number, head) if inverted else None
    placed = kind_of(every[start][1]) in PLACES  # «положите на поле битвы фишку»
    if number >= 1 and kind_of(every[number][1]) in ("PREPOSITION", "WITH") and not placed:
        # “A number of”, “your choice of”, but not “equal to the number of”; «по три фишки».
        counted = kind_of(every[number - 1][1]) == "THING"
        shared_out = kind_of(every[number - 1][1]) == "MAKE"
        number = _first(every, number - 1, text) - 1 if not shared_out else number - 1
        if not shared_out and (not counted or kind_of(every[number][1]) in ("PREPOSITION", "WITH")):
            return None
    apart = False  # whether a comma stands between another verb and the token
    while number >= 0:
        cursor, part = every[number]
        kind = kind_of(part)
        apart = apart or kind == "COMMA"
        if kind in ENDS or kind == "MODE":
            return None
        if type(part) is Node:
            if kind == "token" and kind_of(part.children[0]) != "TOKEN_NAMED":
                opening = part.children[0]
                return opening if type(opening) is not Node else None
        elif kind == "MAKE":
            return part if _is_main(every, number) else None
        elif kind == "AUX" and (verb := _infinitive(every, number, head)):
            return verb
        elif kind in VERBS | AUXILIARIES and kind not in _NO_VERBS:
            if kind_of(every[number + 1][1]) == "POSSESSIVE":  # 一个横置的衍生物
                number -= 1
                continue
            same = cursor.within("relative") in (NOWHERE, every[head][0].within("relative"))
            if (same or not apart) and kind == "MOVE" and _is_put(every, number):
                return part
            if same and not apart:
                return part if kind != "MOVE" else None
        number -= 1
    return None


def _verb_taking(every: Sequence[Leaf], head: int, text: str, words: TokenWords) -> Token | None:
    """Return the verb behind a token that another word takes for it: 将一个…衍生物放进战场."""
    for _, part in reversed(every[:head]) if words.taking else ():
        if kind_of(part) in ENDS:
            break
        if text[part.start : part.end] in words.taking:
            return _infinitive(every, head, head)
    return None


def _infinitive(every: Sequence[Leaf], modal: int, head: int) -> Token | None:
    """Return the verb behind a token that creates it: „kannst du einen … ins Spiel bringen“."""
    for _, part in every[head + 1 :]:
        kind = kind_of(part)
        if kind in ENDS or type(part) is Node:
            return None
        if kind == "MAKE" or (kind == "MOVE" and _is_put(every, modal)):
            return part
    return None


def _is_subject(cursor: Cursor) -> bool:
    return bool(cursor.within("subject") and cursor.within("clause").child("predicate"))


def _is_put(every: Sequence[Leaf], verb: int) -> bool:
    """Tell whether the battlefield follows a verb in its sentence: „bringe … ins Spiel“."""
    for _, part in every[verb + 1 :]:
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
    """Return the verb whose object a token is, in a language with the verb last.

    「赤のゴブリン・トークンを２体生成する」: a particle, of the accusative or a joint, follows the
    word for a token, the verb the particle.
    """
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
    verb: Token | None = None
    around = every[head][0].within("relative")
    for cursor, part in every[number + 1 :]:
        kind = kind_of(part)
        if kind in ENDS or kind == "ACCUSATIVE":
            break
        put = put or kind in PLACES
        if (
            type(part) is not Node
            and kind in VERBS | {"BE"}
            and cursor.within("relative") in (NOWHERE, around)
        ):
            if kind == "MAKE" or (kind == "MOVE" and put):
                return part  # “토큰을 탭되어 공격하는 채로 전장에 놓는다”
            verb = verb or part
    return verb if verb and verb.type != "MOVE" else None


def _joined(every: Sequence[Leaf], joint: int, verbs: dict[int, Token | None]) -> Token | None:
    """Return the verb of the next token in a sentence, already known: 「AとBを生成する」."""
    for number in range(joint + 1, len(every)):
        if number in verbs:
            return verbs[number]
        if kind_of(every[number][1]) in ENDS:
            return None
    return None


def described_until(level: Level, creation: Creation) -> int:
    """Return where what describes a token after it ends: at “with” of “tokens with haste”."""
    after = [part for _, part in level.leaves if part.start >= creation.end]
    for number, part in enumerate(after):
        following = kind_of(after[number + 1]) if number + 1 < len(after) else ""
        # “Red and white Goblin”: what joins two of these words does not end them.
        joins = kind_of(part) in JOINTS and following in _JOINED
        if kind_of(part) in _APART and not joins:
            return part.start
    return level.end


class Original(Struct, frozen=True):
    """What a token is created as a copy of."""

    word: Token | Node | None = None
    """The word for it; None if the text has none, or does not say what is copied."""


def original(
    level: Level, creation: Creation, text: str, copies: Collection[str], *, verb_last: bool
) -> Original | None:
    """Return what a token is created as a copy of; None if it is no copy.

    “a token that's a copy of that creature” → Original(“that”). `copies` are the words for a copy.
    """
    every = level.leaves
    if verb_last:
        ahead = [part for _, part in every if part.end <= creation.start]
        return _copied_before(ahead, text, copies)
    between = (part for _, part in every if creation.verb.end <= part.start < creation.head)
    if any(text[part.start : part.end] in copies for part in between):
        return Original()  # 派出一个为该牌之复制品的衍生物
    after = [part for _, part in every if part.start >= creation.end]
    relative, near = False, True
    for number, part in enumerate(after):
        kind = kind_of(part)
        following = kind_of(after[number + 1]) if number + 1 < len(after) else ""
        # „einen Spielstein, der eine Kopie … ist“, but not “create a Treasure, then copy …”
        relates = following == "DEFINITE" or (near and following != "AND")
        relative = relative or (kind == "COMMA" and relates)
        near = near and (kind in PLACES or part is creation.verb)
        placed = kind == "PREPOSITION" and following in PLACES
        if kind in ENDS:
            return None
        if kind in ("COMMA", "PREPOSITION", "WITH") and not relative and not placed:
            return None
        words = text[part.start : part.end].split()
        if any(word in copies for word in words):
            return Original(_owner(after, number + (1 if len(words) > 1 else 2)))
        if kind in ("KEYWORDED", "MENTIONED") or (type(part) is Node and kind == "other"):
            return Original()
    return None


def _owner(parts: Sequence[Token | Node], number: int) -> Token | Node | None:
    """Return the part at an index, if nothing that it owns follows: not “Ysolde's power”."""
    if number >= len(parts):
        return None
    owns = number + 1 < len(parts) and kind_of(parts[number + 1]) == "POSSESSIVE"
    return None if owns else parts[number]


def _copied_before(
    ahead: Sequence[Token | Node], text: str, copies: Collection[str]
) -> Original | None:
    """Return what is copied: of 「灰の狼のコピーであるトークン」 「灰の狼」."""
    for number in range(len(ahead) - 2, -1, -1):
        kind = kind_of(ahead[number])
        if kind in ENDS or kind == "TOKEN":
            break
        if text[ahead[number].start : ahead[number].end] in copies:
            if kind_of(ahead[number + 1]) != "BE":
                continue
            is_owned = number >= 2 and kind_of(ahead[number - 1]) == "GENITIVE"
            return Original(ahead[number - 2] if is_owned else None)
    return None
