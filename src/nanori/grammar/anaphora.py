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

# Terminals of nouns that a demonstrative may take up.
NOUNS = frozenset({"OBJECT_NOUN", "NOUN", "TOKEN"})
# Terminals besides verbs behind which a phrase has ended: before, it cannot take up itself.
BETWEEN = frozenset({"COMMA", "STOP", "BE", "DO", "AUX", "AND", "IF", "TRIGGER", "EQUAL"})
# Those of them behind which it is still said of what a verb is: “cast a card, or a spell”.
PHRASED = frozenset({"COMMA", "AND", "AUX", "DO", "BE"})
# Terminals of what an object gets: then a bracket explains it, and is about that object.
GIVING = frozenset({"GIVE", "WITH"})
OPENING, CLOSING = ("QUOTE_OPEN", "REMINDER_OPEN"), ("QUOTE_CLOSE", "REMINDER_CLOSE")
# What a demonstrative is that takes up another object: a noun that is not the source.
THAT_OBJECT = "OBJECT_NOUN"


class _Hearing:
    """What was said so far in a paragraph, a quotation or a bracket."""

    def __init__(self, nouns: set[str], *, explains: bool = False) -> None:
        self.said = nouns
        """Nouns of other objects, in small letters."""
        self.last: set[str] = set()
        """Those that the clause said last."""
        self.gone: set[str] = set()
        """Those that were last said to die or leave, and so do nothing more."""
        self.paid: set[str] = set()
        """Those said before a colon, whose power the effect may ask for: “the power of that …”."""
        self.saying: set[str] = set()
        """Those in the phrase that goes on."""
        self.explains = explains
        """Whether it explains a keyword that the card has, and so is about the card."""
        self.each = self.defined = False
        """Whether a noun follows that is said of each such object; one with an article."""
        self.verb = ""
        """The terminal of the verb that what is said now is the object of."""
        self.made = False
        """Whether it is a token that is created: “un jeton de créature” is no creature before."""
        self.tells = self.gives = self.ended = False
        """Whether its last sentence has a verb, one by which something is given, and an end."""

    def hear(self, token: Token, word: str, third: ThirdObject) -> None:
        """Take note of a token."""
        if self.ended:  # a bracket is about its sentence or the one before
            self.tells = self.gives = False
        self.ended = token.type == "STOP"
        if third.compounds and (token.type in NOUNS or token.type == "CAPITAL"):
            for part in () if self.explains else _parts(word.lower(), third):
                self.say(part, third)
        if token.type in NOUNS:
            if token.type in (THAT_OBJECT, "TOKEN") and third.forms:
                word = base(word.lower(), third)
            # What explains the card's own keyword says “a creature” and goes on about this one.
            shown = self.defined and word in third.general  # “look at the top card”
            if not self.explains or self.each or shown or word in third.always:
                self.say(word.lower(), third)
            self.made = self.made or (token.type == "TOKEN" and self.verb == "MAKE")
            self.each = False
        elif word.lower() in third.each:
            self.each = True
        elif token.type == "COLON":  # what is paid for is not what happens then
            self.paid = self.said | self.saying
            self.said.clear()
            self.saying.clear()
        elif token.type in VERBS or token.type in BETWEEN:
            self.gone -= self.saying
            self.last = set(self.saying) or self.last
            if token.type == "LEAVE":
                self.gone |= self.last
            elif token.type in ("COMMA", "STOP"):
                self.last = set()
            self.said |= self.saying
            self.saying.clear()
            self.made = False
            if token.type not in PHRASED:
                self.verb = token.type
            self.tells = self.tells or token.type in VERBS
        elif token.type == "PREPOSITION":
            self.verb = ""
        self.gives = self.gives or token.type in GIVING
        self.defined = token.type == "DEFINITE"

    def say(self, noun: str, third: ThirdObject) -> None:
        """Take note of a noun of another object; a card that is cast is a spell."""
        if not self.made:
            self.saying.add(noun)
        if self.verb == "CAST" and noun in third.general:
            self.saying.update(third.spells)

    def bracket(self, *, own: bool) -> _Hearing:
        """Return the level of a reminder that stands here; `own` if it is about the card."""
        if own or not self.tells:
            return _Hearing(set(), explains=True)
        return _Hearing(set() if self.gives else self.said | self.saying)


def _acts(tokens: Sequence[Token], number: int) -> bool:
    """Tell whether something is put on this object, or it does or gets something."""
    previous = tokens[number - 1].type if number else ""
    following = tokens[number + 1].type if number + 1 < len(tokens) else ""
    return previous == "PREPOSITION" or (previous != "IF" and following in ("ACT", "GIVE"))


def _is_measured(tokens: Sequence[Token], number: int) -> bool:
    """Tell whether something of this object is asked for: “the toughness of that creature”."""
    return (
        number > 1
        and tokens[number - 1].type == "GENITIVE"
        and tokens[number - 2].type in ("THING", "NOUN")
    )


def _is_source(
    paragraph: str, tokens: Sequence[Token], number: int, third: ThirdObject, *, same: bool
) -> bool:
    """Tell whether what stands around it says that it is the source, whatever was said before.

    Something lasts until it leaves, or all of a kind are meant, it included. If no noun was the
    same, it is discarded, or moved from where it would be: “return this card from your graveyard”.
    """
    text_before = paragraph[: tokens[number].start].rstrip()
    following = [token.type for token in tokens[number + 1 : number + 4]]
    leaves = following[:1] == ["LEAVE"]
    if not same:
        lost = any(token.type == "DISCARD" for token in tokens[max(0, number - 2) : number])
        if lost or (following[:1] in (["FROM"], ["GENITIVE"]) and following[-1:] == ["ZONE"]):
            return True
    return text_before.endswith(third.included) or (leaves and text_before.endswith(third.until))


def _parts(noun: str, third: ThirdObject) -> set[str]:
    """Return what a compound is, and what is made of it: “Kreaturenkarte” is “karte”, “kreatur”."""
    noun = base(noun, third)
    words = (*third.types, *third.general, *third.spells, *third.tokens, *third.forms)
    small = {name.lower() for name in words} - {noun}
    ends = {name for name in small if noun.endswith(name)}
    return ends | {name for name in small if ends and noun.startswith(name)}


def base(noun: str, third: ThirdObject) -> str:
    """Return the form of a noun that stands for all of its singular."""
    return next((base for base, forms in third.forms.items() if noun in forms), noun)


def others(paragraph: str, tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Return the tokens, a demonstrative that takes up another object as a noun."""
    third = lexicon.third_object
    if third.modern and third.modern.search(paragraph):
        return list(tokens)
    # A row of a die's results goes on about what was said before the roll.
    rolled = bool(tokens) and tokens[0].type == "DIE_RESULT"
    levels = [_Hearing(set(third.types) if rolled else set())]
    keyword = paragraph.startswith(lexicon.words.get("keyword_name", ()))
    retagged: list[Token] = []
    for number, token in enumerate(tokens):
        level = levels[-1]
        if token.type in OPENING:
            own = keyword or paragraph.startswith(lexicon.own_reminder, token.end)
            bracket = token.type == "REMINDER_OPEN"
            levels.append(level.bracket(own=own) if bracket else _Hearing(set()))
        elif token.type in CLOSING and len(levels) > 1:
            levels.pop()
            keyword = keyword and len(levels) > 1  # it is explained
        elif token.type == "THIS_OBJECT":
            noun = base(paragraph[token.start : token.end].partition(" ")[2].lower(), third)
            alike = {noun}
            if noun in (*third.general, *third.spells) and not level.explains:
                alike.add(noun + lexicon.plural)
            if noun in third.spells:
                alike.update(word.lower() for word in lexicon.spells)
            if noun in third.general and not level.explains:
                alike.update(third.types, third.general, third.always, third.tokens)
            is_anaphor = not level.said.isdisjoint(alike) or (
                _is_measured(tokens, number) and not level.paid.isdisjoint(alike)
            )
            # What is countered is another spell, also where another paragraph said it.
            countered = noun in third.spells and bool(retagged) and retagged[-1].type == "COUNTER"
            is_anaphor = is_anaphor or countered
            following = tokens[number + 1].type if number + 1 < len(tokens) else ""
            if following == "DISCARD" and noun in third.general and level.said <= {*third.spells}:
                is_anaphor = False  # „ein Zauberspruch, durch den du diese Karte abwirfst“
            if noun in level.gone and _acts(tokens, number):
                is_anaphor = (
                    False  # “whenever another creature dies, put a counter on this creature”
                )
            same = countered or not level.said.isdisjoint((noun, noun + lexicon.plural))
            if is_anaphor and not _is_source(paragraph, tokens, number, third, same=same):
                level.say(noun, third)
                token = Token(THAT_OBJECT, token.start, token.end)
        else:
            if level.ended and len(levels) == 1:
                keyword = False  # what is said behind its sentence is not the keyword's
            text_before = paragraph[: token.start] if third.negated and token.type in NOUNS else ""
            if not text_before.rstrip().endswith(third.negated):
                level.hear(token, paragraph[token.start : token.end], third)
        retagged.append(token)
    return retagged
