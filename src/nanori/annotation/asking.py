"""What only a tree tells of a word: who gets a quoted ability, whether “this” is an event.

A tree is made of terminals alone, and so is what it tells. It is asked of the sentence that the
word is in, of all before it only where that matters, and remembered by the terminals: real texts
have few sentences in this respect.
"""

from collections.abc import Sequence
from functools import lru_cache

from nanori.annotation import demonstratives, recipients
from nanori.grammar import parser, places
from nanori.grammar.clauses import ENDS
from nanori.grammar.languages import Language
from nanori.grammar.lexer import CLOSING, OPENING
from nanori.grammar.places import Cursor
from nanori.model.values import Node, Token

# What is told of a quotation: something else gets it, or it is a choice or an effect. Of a bracket:
# something else gets what it explains. Of a “this”: it means no object, or another.
YES, CHOSEN = 1, 2
# That the sentence alone does not tell it.
UNTOLD = -1
# How many sentences are remembered by their terminals.
KEPT = 8192
# Tokens of a longer paragraph, which gets one tree for all: each question looks at its sentence.
LONG = 256
# Terminals whose meaning depends on the sentences before theirs.
TAKING_UP = frozenset({"PRONOUN", "ITS_NAME"})
# Terminals that a sentence begins behind.
BOUNDS = ENDS | {"MODE"}


class Inquiry:
    """What is asked of a paragraph's tokens."""

    def __init__(self, tokens: Sequence[Token], language: Language) -> None:
        """Keep the tokens; they get a tree when one is needed."""
        self._tokens = tokens
        self._language = language
        self._tree: Node | None = None

    def at(self, number: int) -> Cursor:
        """Return the place of a token in the tree of all."""
        if self._tree is None:
            self._tree = parser.load(self._language).parse(self._tokens)
        return places.leaf_at(self._tree, self._tokens[number].start)

    def tell(self, number: int, opened: int = -1, *, quoted: bool = False) -> int:
        """Return what is told of a quotation or bracket that opens, or of a “this”.

        `opened` is what opens the quotation or bracket around it, `quoted` whether any quotation is
        around it.
        """
        if len(self._tokens) > LONG:
            place = self.at(number)
            return _told(place if place.kind == "BARE_THIS" else place.up, self._language)
        told = UNTOLD
        if self._tokens[number].type != "REMINDER_OPEN":  # it explains what was said before it
            told = self.by_sentence(number, opened, quoted=quoted)
        if told == UNTOLD:
            around, place = self._around(number, opened, frozenset(), quoted)
            told = _remembered(around, place, self._language)
        return told

    def by_sentence(self, number: int, opened: int = -1, *, quoted: bool = False) -> int:
        """Return what the sentence around it tells of that, `UNTOLD` if those before it matter."""
        around, place = self._around(number, opened, BOUNDS, quoted)
        return _remembered_of_sentence(around, place, self._language)

    def _around(
        self, number: int, opened: int, bounds: frozenset[str], quoted: bool
    ) -> tuple[tuple[str, ...], int]:
        """Return the terminals of a sentence and its number there, after all behind a bound.

        Of brackets in it there is only what opens and closes them, and of the one asked about what
        it begins with.
        """
        tokens = self._tokens
        around: list[str] = []
        depth, place = 0, number - 1
        while place > opened:
            terminal = tokens[place].type
            if terminal in CLOSING:
                depth += 1
                if depth == 1:
                    around.append(terminal)
            elif terminal in OPENING:
                depth -= 1
                if not depth:
                    around.append(terminal)
            elif not depth:
                if terminal in bounds:
                    break
                around.append(terminal)
            place -= 1
        if quoted:
            around.append("QUOTE_OPEN")
        around.reverse()
        asked = len(around)
        depth = 0
        for place in range(number, len(tokens)):
            terminal = tokens[place].type
            if terminal in OPENING:
                if not depth:
                    around.append(terminal)
                depth += 1
                if place == number and terminal == "REMINDER_OPEN":
                    around += _begun(tokens[place + 1].type)
            elif terminal in CLOSING:
                depth -= 1
                if depth < 0:
                    break
                if not depth:
                    around.append(terminal)
            elif not depth:
                if terminal == "MODE":
                    break
                around.append(terminal)
                if terminal in ENDS:
                    break
        if quoted:
            around.append("QUOTE_CLOSE")
        return tuple(around), asked


def _begun(terminal: str) -> tuple[str, ...]:
    """Return what a bracket begins with, and what closes that."""
    if terminal in CLOSING:
        return ()
    return (terminal, terminal.replace("OPEN", "CLOSE")) if terminal in OPENING else (terminal,)


@lru_cache(KEPT)
def _remembered(terminals: tuple[str, ...], number: int, language: Language) -> int:
    """Return what is told of the terminal of a number."""
    return _told(_placed(terminals, number, language), language)


@lru_cache(KEPT)
def _remembered_of_sentence(terminals: tuple[str, ...], number: int, language: Language) -> int:
    """Return the same of one in its sentence, `UNTOLD` if the sentences before it matter."""
    place = _placed(terminals, number, language)
    told = _told(place, language)
    if place.kind == "BARE_THIS":
        return UNTOLD if not told and demonstratives.goes_on(place) else told
    if not TAKING_UP.isdisjoint(terminals):
        return UNTOLD
    verb_last = language.lexicon.verb_last
    return UNTOLD if recipients.is_left_unsaid(place, verb_last=verb_last) else told


def _placed(terminals: tuple[str, ...], number: int, language: Language) -> Cursor:
    """Return the place of the terminal of a number in their tree, where each is one wide."""
    tokens = [Token(terminal, place, place + 1) for place, terminal in enumerate(terminals)]
    place = places.leaf_at(parser.load(language).parse(tokens), number)
    return place if place.kind == "BARE_THIS" else place.up


def _told(place: Cursor, language: Language) -> int:
    """Return what the tree tells of a quotation, a bracket or a “this”."""
    lexicon = language.lexicon
    if place.kind == "BARE_THIS":
        return YES * demonstratives.is_other(place)
    if place.kind == "reminder":
        return YES * recipients.reminder_is_granted(place)
    granted = recipients.quote_is_granted(
        place, verb_last=lexicon.verb_last, inverts=lexicon.inverts
    )
    return YES * granted or CHOSEN * recipients.is_chosen(place)
