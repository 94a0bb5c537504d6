"""Tokens to those in which “this creature” that means one just mentioned is a noun like any other.

Some languages have one word for “this” and “that”. There a demonstrative takes up an object of its
noun that was said before on the same level: “choisissez une créature. Détruisez cette créature”.
"""

from __future__ import annotations

from collections.abc import Sequence

from nanori.grammar.clauses import VERBS
from nanori.grammar.lexicon import Lexicon
from nanori.grammar.lexicon.names import ThirdObject
from nanori.model.values import Token

NOUNS = frozenset({"OBJECT_NOUN", "NOUN", "TOKEN"})
"""Terminals of nouns that a demonstrative may take up."""
BETWEEN = frozenset({"COMMA", "STOP", "BE", "DO", "AUX", "AND", "IF", "TRIGGER"})
"""Terminals besides verbs behind which a phrase has ended: before, it cannot take up itself."""
GIVING = frozenset({"GIVE", "WITH"})
"""Terminals of what an object gets: then a bracket explains it, and is about that object."""
OPENING, CLOSING = ("QUOTE_OPEN", "REMINDER_OPEN"), ("QUOTE_CLOSE", "REMINDER_CLOSE")
THAT_OBJECT = "OBJECT_NOUN"
"""What a demonstrative is that takes up another object: a noun that is not the source."""


class _Hearing:
    """What was said so far in a paragraph, a quotation or a bracket."""

    def __init__(self, said: set[str], *, explains: bool = False) -> None:
        self.said = said
        """Nouns of other objects, in small letters."""
        self.saying: set[str] = set()
        """Those in the phrase that goes on."""
        self.explains = explains
        """Whether it explains a keyword that the card has, and so is about the card."""
        self.each = False
        """Whether a noun follows that is said of each such object."""
        self.tells = self.gives = False
        """Whether it has a verb so far, and one by which something is given."""

    def hear(self, token: Token, word: str, third: ThirdObject) -> None:
        """Take note of a token."""
        if token.type in NOUNS:
            if token.type == THAT_OBJECT:
                word = _base(word.lower(), third)
            # What explains the card's own keyword says “a creature” and goes on about this one.
            if not self.explains or self.each or word in third.always:
                self.saying.add(word.lower())
            self.each = False
        elif word.lower() in third.each:
            self.each = True
        elif token.type == "COLON":  # what is paid for is not what happens then
            self.said.clear()
            self.saying.clear()
        elif token.type in VERBS or token.type in BETWEEN:
            self.said |= self.saying
            self.saying.clear()
            self.tells = self.tells or token.type in VERBS
        self.gives = self.gives or token.type in GIVING

    def bracket(self, *, own: bool) -> _Hearing:
        """Return the level of a reminder that stands here; `own` if it is about the card."""
        if own or not self.tells:
            return _Hearing(set(), explains=True)
        return _Hearing(set() if self.gives else self.said | self.saying)


def _base(noun: str, third: ThirdObject) -> str:
    """Return the form of a noun that stands for all of its singular."""
    return next((base for base, forms in third.forms.items() if noun in forms), noun)


def others(paragraph: str, tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Return the tokens, a demonstrative that takes up another object as a noun."""
    third, levels = lexicon.third_object, [_Hearing(set())]
    if third.modern and third.modern.search(paragraph):
        return list(tokens)
    keywords = lexicon.words.get("keyword_name", ())
    keyword = paragraph.startswith(keywords)
    told: list[Token] = []
    for token in tokens:
        level = levels[-1]
        if token.type in OPENING:
            own = keyword or paragraph.startswith(lexicon.own_reminder, token.end)
            bracket = token.type == "REMINDER_OPEN"
            levels.append(level.bracket(own=own) if bracket else _Hearing(set()))
        elif token.type in CLOSING and len(levels) > 1:
            levels.pop()
        elif token.type == "THIS_OBJECT":
            noun = _base(paragraph[token.start : token.end].partition(" ")[2].lower(), third)
            general = noun in third.general and not level.said.isdisjoint(third.types)
            if noun in level.said or (general and not level.explains):
                token = Token(THAT_OBJECT, token.start, token.end)
        else:
            if token.type == "STOP" and len(levels) == 1:
                keyword = paragraph.startswith(keywords, _past_blanks(paragraph, token.end))
            level.hear(token, paragraph[token.start : token.end], third)
        told.append(token)
    return told


def _past_blanks(text: str, place: int) -> int:
    """Return the first place behind one that is no blank."""
    while text[place : place + 1] == " ":
        place += 1
    return place
