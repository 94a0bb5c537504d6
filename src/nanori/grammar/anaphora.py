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
CLOSING = ("QUOTE_CLOSE", "REMINDER_CLOSE")
# What a demonstrative is that takes up another object: a noun that is not the source.
THAT_OBJECT = "OBJECT_NOUN"


class _Level:
    """What a paragraph, quotation or bracket has said of other objects so far, by their nouns.

    « Choisissez une créature. Détruisez cette créature » : “créature” is among its `nouns`, and so
    “cette créature” is that one, not the card.
    """

    def __init__(self, nouns: set[str], *, explains_own: bool = False) -> None:
        self.nouns = nouns
        """Nouns of other objects, in small letters."""
        self.phrase_nouns: set[str] = set()
        """Those of the phrase that goes on: « une créature| ciblée »."""
        self.clause_nouns: set[str] = set()
        """Those that the last clause said."""
        self.gone_nouns: set[str] = set()
        """Those that were last said to die or leave, and so do nothing more."""
        self.cost_nouns: set[str] = set()
        """Those said before a colon, whose power the effect may ask for: “the power of that …”."""
        self.explains_own = explains_own
        """Whether it explains a keyword that the card has, and so is about the card."""
        self.verb = ""
        """The terminal of the verb that what is said now is the object of."""
        self.is_token_made = False
        """Whether it is a token that is created: « un jeton de créature » is no creature before."""
        self.follows_each = self.follows_article = False
        self.has_verb = self.gives = self.ended = False
        """Of its last sentence: whether it has a verb, one that gives something, and an end."""

    def hear(self, token: Token, words: str, third: ThirdObject) -> None:
        """Take note of a token."""
        if self.ended:  # a bracket is about its sentence or the one before
            self.has_verb = self.gives = False
        self.ended = token.type == "STOP"
        small = words.lower()
        if third.compounds and (token.type in NOUNS or token.type == "CAPITAL"):
            for part in () if self.explains_own else _parts(small, third):
                self.say(part, third)
        if token.type in NOUNS:
            self._hear_noun(token, base(small, third) if token.type != "NOUN" else small, third)
        elif small in third.each:
            self.follows_each = True
        elif token.type == "COLON":  # what is paid for is not what happens then
            self.cost_nouns = self.nouns | self.phrase_nouns
            self.nouns.clear()
            self.phrase_nouns.clear()
        elif token.type in VERBS or token.type in BETWEEN:
            self._end_phrase(token)
        elif token.type == "PREPOSITION":
            self.verb = ""
        self.gives = self.gives or token.type in GIVING
        self.follows_article = token.type == "DEFINITE"

    def _hear_noun(self, token: Token, noun: str, third: ThirdObject) -> None:
        # What explains the card's own keyword says “a creature” and goes on about this one.
        is_shown = self.follows_article and noun in third.general  # “look at the top card”
        if not self.explains_own or self.follows_each or is_shown or noun in third.always:
            self.say(noun, third)
        self.is_token_made |= token.type == "TOKEN" and self.verb == "MAKE"
        self.follows_each = False

    def say(self, noun: str, third: ThirdObject) -> None:
        """Take note of a noun of another object."""
        if not self.is_token_made:
            self.phrase_nouns.add(noun)
        if self.verb == "CAST" and noun in third.general:  # a card that is cast is a spell
            self.phrase_nouns.update(third.spells)

    def _end_phrase(self, token: Token) -> None:
        self.gone_nouns -= self.phrase_nouns
        self.clause_nouns = set(self.phrase_nouns) or self.clause_nouns
        if token.type == "LEAVE":
            self.gone_nouns |= self.clause_nouns
        elif token.type in ("COMMA", "STOP"):
            self.clause_nouns = set()
        self.nouns |= self.phrase_nouns
        self.phrase_nouns.clear()
        self.is_token_made = False
        if token.type not in PHRASED:
            self.verb = token.type
        self.has_verb = self.has_verb or token.type in VERBS

    def opened(self, *, about_card: bool) -> _Level:
        """Return the level of reminder text that opens here."""
        if about_card or not self.has_verb:
            return _Level(set(), explains_own=True)
        return _Level(set() if self.gives else self.nouns | self.phrase_nouns)


def _terminal(tokens: Sequence[Token], number: int) -> str:
    return tokens[number].type if 0 <= number < len(tokens) else ""


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


class _Demonstrative:
    """A “this creature” among the tokens of a paragraph, and the level that it stands on."""

    def __init__(
        self, paragraph: str, tokens: Sequence[Token], number: int, level: _Level, lexicon: Lexicon
    ) -> None:
        self._tokens, self._number, self._level = tokens, number, level
        self._lexicon, self._third = lexicon, lexicon.third_object
        token = tokens[number]
        self._text_before = paragraph[: token.start].rstrip()
        self.noun = base(paragraph[token.start : token.end].partition(" ")[2].lower(), self._third)

    def takes_up_another(self, *, countered: bool) -> bool:
        """Tell whether it means an object that was said before; `countered`: “counter this spell”.

        What is countered is another spell, also where another paragraph said it.
        """
        noun, level, third = self.noun, self._level, self._third
        following = _terminal(self._tokens, self._number + 1)
        if following == "DISCARD" and noun in third.general and level.nouns <= {*third.spells}:
            return False  # „ein Zauberspruch, durch den du diese Karte abwirfst“
        if noun in level.gone_nouns and self._acts():
            return False  # “whenever another creature dies, put a counter on this creature”
        alike = self._alike()
        was_paid = not level.cost_nouns.isdisjoint(alike) and self._is_measured()
        if not (countered or was_paid or not level.nouns.isdisjoint(alike)):
            return False
        is_same = countered or not level.nouns.isdisjoint((noun, noun + self._lexicon.plural))
        return not self._is_source(is_same=is_same)

    def _alike(self) -> set[str]:
        """Return the nouns that it may take up: “cette carte” any, “ce sort” also an instant."""
        noun, third, lexicon = self.noun, self._third, self._lexicon
        alike = {noun}
        if noun in third.spells:
            alike.update(word.lower() for word in lexicon.spells)
        if not self._level.explains_own and noun in (*third.general, *third.spells):
            alike.add(noun + lexicon.plural)
        if not self._level.explains_own and noun in third.general:
            alike.update(third.types, third.general, third.always, third.tokens)
        return alike

    def _acts(self) -> bool:
        """Tell whether something is put on this object, or it does or gets something."""
        previous = _terminal(self._tokens, self._number - 1)
        following = _terminal(self._tokens, self._number + 1)
        return previous == "PREPOSITION" or (previous != "IF" and following in ("ACT", "GIVE"))

    def _is_measured(self) -> bool:
        """Tell whether something of it is asked for: “the toughness of that creature”."""
        tokens, number = self._tokens, self._number
        is_owner = _terminal(tokens, number - 1) == "GENITIVE"
        return is_owner and _terminal(tokens, number - 2) in ("THING", "NOUN")

    def _is_source(self, *, is_same: bool) -> bool:
        """Tell whether what stands around it says that it is the source, whatever was said before.

        Something lasts until it leaves, or all of a kind are meant, it included. If no noun was the
        same, it is discarded: “discard this card”.
        """
        number, text_before = self._number, self._text_before
        just_before = self._tokens[max(0, number - 2) : number]
        if not is_same and any(token.type == "DISCARD" for token in just_before):
            return True
        leaves = _terminal(self._tokens, number + 1) == "LEAVE"
        ends = (*self._third.included, *(self._third.until if leaves else ()))
        return text_before.endswith(ends)


def others(paragraph: str, tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Return the tokens, a demonstrative that takes up another object as a noun."""
    third = lexicon.third_object
    if third.modern and third.modern.search(paragraph):
        return list(tokens)
    # A row of a die's results goes on about what was said before the roll.
    is_result = bool(tokens) and tokens[0].type == "DIE_RESULT"
    levels = [_Level(set(third.types) if is_result else set())]
    has_keyword = paragraph.startswith(lexicon.words.get("keyword_name", ()))
    retagged: list[Token] = []
    for number, token in enumerate(tokens):
        level = levels[-1]
        if token.type == "REMINDER_OPEN":
            own = has_keyword or paragraph.startswith(lexicon.own_reminder, token.end)
            levels.append(level.opened(about_card=own))
        elif token.type == "QUOTE_OPEN":
            levels.append(_Level(set()))
        elif token.type in CLOSING and len(levels) > 1:
            levels.pop()
            has_keyword = has_keyword and len(levels) > 1  # it is explained
        elif token.type == "THIS_OBJECT":
            this = _Demonstrative(paragraph, tokens, number, level, lexicon)
            countered = this.noun in third.spells and _terminal(retagged, number - 1) == "COUNTER"
            if this.takes_up_another(countered=countered):
                level.say(this.noun, third)
                token = Token(THAT_OBJECT, token.start, token.end)
        else:
            if level.ended and len(levels) == 1:
                has_keyword = False  # what is said behind its sentence is not the keyword's
            text_before = paragraph[: token.start] if third.negated and token.type in NOUNS else ""
            if not text_before.rstrip().endswith(third.negated):
                level.hear(token, paragraph[token.start : token.end], third)
        retagged.append(token)
    return retagged
