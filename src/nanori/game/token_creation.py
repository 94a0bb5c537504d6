"""Questions to a tree: which tokens its sentences create, and where each is described.

In languages with the verb first, a phrase is created by the verb before it, and so is what “and”
and commas join to it; in languages with the verb last, by the verb after it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct

from nanori.game.lexicon import TokenWords
from nanori.grammar.clauses import AUXILIARIES, ENDS, VERBS
from nanori.grammar.lexicon import Lexicon
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
        yield Level(root.part.end, tuple(parts))


def creations(level: Level, text: str, words: TokenWords, lexicon: Lexicon) -> list[Creation]:
    """Return the tokens that the sentences of a level create, in order."""
    clauses = _Clauses(level, text, words, verb_last=lexicon.verb_last)
    heads = [number for number, part in enumerate(clauses.parts) if clauses.is_token(part)]
    verbs: dict[int, Token | None] = {}
    for head in reversed(heads) if lexicon.verb_last else heads:
        # Of “token cards” the word for a token says of which kind they are.
        is_owner = not lexicon.noun_first and clauses.kind(head + 1) in ("NOUN", "POSSESSIVE")
        if is_owner or clauses.is_condition(head):
            verbs[head] = None
        elif lexicon.verb_last:
            verbs[head] = clauses.verb_after(head, verbs)
        else:
            verbs[head] = clauses.verb_before(head)
    return [clauses.creation(head, verb) for head in heads if (verb := verbs[head])]


class _Clauses:
    """The parts of a level in order, and what a word for a token among them is created by.

    Every question is about the index of a part; a part that is not there has no kind.
    """

    def __init__(self, level: Level, text: str, words: TokenWords, *, verb_last: bool) -> None:
        self._text = text
        self._words = words
        self._verb_last = verb_last
        self._cursors = [cursor for cursor, _ in level.leaves]
        self.parts = [self._with_verb(part) for _, part in level.leaves]
        self._kinds = list(map(kind_of, self.parts))

    def _with_verb(self, part: Token | Node) -> Token | Node:
        """Return a verb that only creates tokens, 进场, as MAKE."""
        if type(part) is Node or not self._words.making.fullmatch(self._text, part.start, part.end):
            return part
        return Token("MAKE", part.start, part.end)

    def kind(self, number: int) -> str:
        """Return the terminal or kind of node of a part; "" where there is none."""
        return self._kinds[number] if 0 <= number < len(self._kinds) else ""

    def _says(self, number: int, words: Collection[str]) -> bool:
        part = self.parts[number]
        return self._text[part.start : part.end] in words

    def creation(self, head: int, verb: Token) -> Creation:
        """Return the token that a verb creates."""
        start = self._start(head)
        first = self._first(start)
        # What takes a token precedes its determiners: 将|两个…的灯童衍生生物放进战场.
        for number in range(head - 1, -1, -1) if self._words.taking else ():
            if self.parts[number].start == verb.start or self._says(number, self._words.taking):
                first = number + 1
                break
        part = self.parts[head]
        return Creation(
            self.parts[first].start, self.parts[start].start, part.start, part.end, verb
        )

    def is_token(self, part: Token | Node) -> bool:
        """Tell whether a part is the word for a token, alone or, before its name, with that."""
        if type(part) is not Node:
            compound = self._words.compound.fullmatch(self._text, part.start, part.end)
            return part.type == "TOKEN" or compound is not None
        if self._words.taking and kind_of(part.children[0]) == "CREATED":
            return True  # 派出传奇衍生生物锋翼卡洛兹，其为…: the only word for it
        is_named = part.kind == "token" and kind_of(part.children[0]) == "TOKEN_NAMED"
        return is_named and not self._verb_last

    def is_condition(self, head: int) -> bool:
        """Tell whether a token is one of a trigger or condition: “Whenever you create a token, …”.

        Not after the verb of a main clause, which a trigger without a comma may hold.
        """
        around = self._cursors[head].within("trigger", "condition")
        if not around:
            return False
        for number in range(head - 1, -1, -1):
            if self.kind(number) in ENDS:
                break
            modal = self.kind(number) == "AUX" and self.kind(number + 1) == "PLAYER"
            if modal or self.kind(number) in ("MAKE", "MOVE"):
                is_within = self.parts[number].start >= around.part.start
                return is_within and not self._is_of_main_clause(number)
        return True

    def _is_of_main_clause(self, verb: int) -> bool:
        """Tell whether a verb is that of a main clause, though a trigger may hold it.

        «В начале хода создайте …»               nobody acts before the verb
        “Whenever you create …, draw a card.”    “you” acts: the verb is that of the trigger
        """
        around = self._cursors[verb].within("trigger", "condition")
        if not around:
            return True
        before = range(verb)
        kinds = {self.kind(n) for n in before if self.parts[n].start >= around.part.start}
        return kinds.isdisjoint(_SUBJECTS | VERBS)

    def _start(self, head: int) -> int:
        """Return the index of the first word that describes a token.

            two red and white Goblin tokens
                ^start: the last word that describes it, going left over what joins such words
        A verb that a sign joins to such a word is part of one.
        """
        joined = not self._verb_last
        start = head
        for number in range(head - 1, -1, -1):
            kind, part = self.kind(number), self.parts[number]
            sign = number > 0 and not self._text[part.start - 1].isalnum()
            # „(Eldrazi, Ausgeburt)-Kreaturenspielstein“
            hyphened = kind == "reminder" and self._text[part.end] == "-"
            aside = not joined and (kind == "reminder" or (kind in VERBS and sign))
            if kind in _WORDS or hyphened or aside:
                start = number
            elif not (joined and kind in JOINTS):
                break
        return start

    def _first(self, start: int) -> int:
        """Return the index of the first determiner: “that many”, “up to two”, “an X/X”."""
        while start > 0:
            part = self.parts[start - 1]
            sign = start > 1 and not any(map(str.isalnum, self._text[part.start : part.end]))
            kind = self.kind(start - 1)
            if kind not in DETERMINERS and not (sign and kind == "WATER"):
                break
            start -= 1
        return start

    def verb_before(self, head: int) -> Token | None:
        """Return the verb whose object a token is, in a language with the verb first.

        “Create a red Goblin token and a Bear token”: of both “Create”. Goes left from the phrase to
        the next verb, and stops where a sentence ends or another verb takes the token.
        """
        part = self.parts[head]
        if type(part) is Node and kind_of(part.children[0]) == "CREATED":
            return _opening(part)
        if verb := self._verb_taking(head):
            return verb
        start = self._start(head)
        number = self._first(start) - 1
        if _is_subject(self._cursors[head]) and self.kind(number) != "MAKE":
            return None
        placed = self.kind(start) in PLACES  # «положите на поле битвы фишку»
        if self.kind(number) in ("PREPOSITION", "WITH") and not placed:
            if self.kind(number - 1) == "MAKE":  # «создайте по три фишки»
                number -= 1
            elif self.kind(number - 1) == "THING":  # “a number of”, “your choice of”
                number = self._first(number - 1) - 1
            else:
                return None
        return self._verb_left_of(number, head)

    def _verb_left_of(self, number: int, head: int) -> Token | None:
        """Return the verb that takes a token, at an index or before it in the sentence."""
        apart = False  # whether a comma stands between another verb and the token
        relative = self._cursors[head].within("relative")
        for index in range(number, -1, -1):
            part, kind = self.parts[index], self.kind(index)
            apart = apart or kind == "COMMA"
            if kind in ENDS or kind == "MODE":
                return None
            if type(part) is Node:
                if kind == "token" and kind_of(part.children[0]) != "TOKEN_NAMED":
                    return _opening(part)
            elif kind == "MAKE":
                return part if self._is_of_main_clause(index) else None
            elif kind == "AUX" and (verb := self._infinitive(index, head)):
                return verb
            elif kind in VERBS | AUXILIARIES and kind not in _NO_VERBS:
                if self.kind(index + 1) == "POSSESSIVE":  # 一个横置的衍生物
                    continue
                same = self._cursors[index].within("relative") in (NOWHERE, relative)
                if (same or not apart) and kind == "MOVE" and self._is_put(index):
                    return part
                if same and not apart:
                    return part if kind != "MOVE" else None
        return None

    def _verb_taking(self, head: int) -> Token | None:
        """Return the verb behind a token that another word takes for it: 将一个…衍生物放进战场."""
        for number in range(head - 1, -1, -1) if self._words.taking else ():
            if self.kind(number) in ENDS:
                break
            if self._says(number, self._words.taking):
                return self._infinitive(head, head)
        return None

    def _infinitive(self, modal: int, head: int) -> Token | None:
        """Return the verb after a token that creates it: „kannst du einen … ins Spiel bringen“."""
        for number in range(head + 1, len(self.parts)):
            part, kind = self.parts[number], self.kind(number)
            if kind in ENDS or type(part) is Node:
                return None
            if kind == "MAKE" or (kind == "MOVE" and self._is_put(modal)):
                return part
        return None

    def _is_put(self, verb: int) -> bool:
        """Tell whether the battlefield follows a verb in its sentence: „bringe … ins Spiel“."""
        kinds = self._kinds[verb + 1 :]
        return any(kind in PLACES for kind in takewhile(lambda kind: kind not in ENDS, kinds))

    def verb_after(self, head: int, verbs: Mapping[int, Token | None]) -> Token | None:
        """Return the verb whose object a token is, in a language with the verb last.

        「赤のゴブリン・トークンを２体生成する」: a particle, of the accusative or a joint, follows
        the word for a token, the verb the particle. `verbs` are those of the later tokens.
        """
        number = head + 1
        while self.kind(number) in _BEHIND:
            number += 1
        if number == len(self.parts):
            return None
        if self.kind(number) in JOINTS or self._says(number, self._words.joints):
            return self._joined(number, verbs)
        if self.kind(number) != "ACCUSATIVE":
            return None
        put = False
        verb: Token | None = None
        relatives = (NOWHERE, self._cursors[head].within("relative"))
        for index in range(number + 1, len(self.parts)):
            part, kind = self.parts[index], self.kind(index)
            if kind in ENDS or kind == "ACCUSATIVE":
                break
            put = put or kind in PLACES
            if type(part) is Node or kind not in VERBS | {"BE"}:
                continue
            if self._cursors[index].within("relative") in relatives:
                if kind == "MAKE" or (kind == "MOVE" and put):
                    return part  # “토큰을 탭되어 공격하는 채로 전장에 놓는다”
                verb = verb or part
        return verb if verb and verb.type != "MOVE" else None

    def _joined(self, joint: int, verbs: Mapping[int, Token | None]) -> Token | None:
        """Return the verb of the next token in a sentence: 「AとBを生成する」."""
        for number in range(joint + 1, len(self.parts)):
            if number in verbs:
                return verbs[number]
            if self.kind(number) in ENDS:
                return None
        return None


def _opening(node: Node) -> Token | None:
    """Return the first token of a node, which is a verb: 派出传奇衍生生物锋翼卡洛兹."""
    first = node.children[0]
    return first if type(first) is not Node else None


def _is_subject(cursor: Cursor) -> bool:
    """Tell whether a token does something: “If a token dies, …”."""
    return bool(cursor.within("subject") and cursor.within("clause").child("predicate"))


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
            # “a copy of that”, and with the word “copy of” in one
            word = number + (1 if len(words) > 1 else 2)
            return Original(after[word] if word < len(after) else None)
    return None


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
