"""What only a tree tells of a word: who gets a quoted ability, whether “this” is an event.

A tree is made of terminals alone, and so is what it tells. It is asked of the sentence that the
word is in, of all before it only where that matters, and remembered by the terminals: real texts
have few sentences in this respect.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, count
from operator import attrgetter
from typing import Final

from nanori.annotation import demonstratives, recipients
from nanori.grammar import parser, places
from nanori.grammar.clauses import ENDS
from nanori.grammar.languages import Language
from nanori.grammar.lexer import CLOSING, MARKS, OPENING
from nanori.grammar.places import Cursor
from nanori.model.values import Node, Token

# What is told of a quotation: something else gets it, or it is a choice or an effect. Of a bracket:
# something else gets what it explains. Of a “this”: it means no object, or another.
YES, CHOSEN = 1, 2
# That what is seen does not tell it.
UNTOLD: Final = -1
# How many sentences are remembered by their terminals.
KEPT: Final = 8192
# Tokens of a longer paragraph, which gets one tree for all: each question looks at its sentence.
LONG: Final = 256
# How many sentences are asked, one after another until some tell it; the last is all.
ENOUGH: Final = (1, 2, LONG)

_terminal = attrgetter("type")


class Inquiry:
    """What is asked of a paragraph's tokens."""

    def __init__(self, tokens: Sequence[Token], language: Language) -> None:
        """Keep the tokens; they get a tree when one is needed."""
        self._tokens = tokens
        self._language = language
        self.terminals = [*map(_terminal, tokens)]
        """The terminal of each token."""
        self._kinds: frozenset[str] | None = None
        self._partners: dict[int, int] | None = None
        self._tree: Node | None = None
        self._sentence: tuple[int, int, Node] | None = None
        """The sentence last asked about, from a token to before another, and its tree."""

    @property
    def partners(self) -> dict[int, int]:
        """For what opens or closes a quotation or bracket, the number of the other."""
        partners = self._partners
        if partners is None:
            partners = self._partners = {}
            opened: list[int] = []
            for number in compress(count(), map(MARKS.__contains__, self.terminals)):
                if self.terminals[number] in OPENING:
                    opened.append(number)
                else:
                    partners[number] = opened.pop()
                    partners[partners[number]] = number
        return partners

    def has(self, terminal: str) -> bool:
        """Tell whether there is a token of a terminal; asked once for each name, it looks once."""
        if self._kinds is None:
            self._kinds = frozenset(self.terminals)
        return terminal in self._kinds

    def closing(self, number: int) -> Token:
        """Return what closes the quotation or bracket that a token opens."""
        return self._tokens[self.partners[number]]

    def at(self, number: int) -> Cursor:
        """Return the place of a token in the tree of all."""
        if self._tree is None:
            self._tree = parser.load(self._language).parse(self._tokens)
        return places.leaf_at(self._tree, self._tokens[number].start)

    def in_sentence(self, number: int, opened: int) -> Cursor:
        """Return the place of a token in the tree of its sentence alone.

        `opened` is what opens the quotation or bracket around it.
        """
        sentence = self._sentence
        if sentence is None or not sentence[0] <= number < sentence[1]:
            first, last = self._sentence_around(number, opened)
            tree = parser.load(self._language).parse(self._tokens[first:last])
            sentence = self._sentence = first, last, tree
        return places.leaf_at(sentence[2], self._tokens[number].start)

    def _sentence_around(self, number: int, opened: int) -> tuple[int, int]:
        """Return the first token of the sentence that a token is in, and the one behind it."""
        terminals, partners = self.terminals, self.partners
        first, last = number, number + 1
        while first > opened + 1 and terminals[first - 1] not in ENDS:
            first = partners.get(first - 1, first - 1)
        while last < len(terminals) and terminals[last] not in CLOSING:
            last = partners.get(last, last) + 1
            if terminals[last - 1] in ENDS:
                break
        return first, last

    def tell(
        self, number: int, opened: int = -1, *, quoted: bool = False, unseen: bool = False
    ) -> int:
        """Return what is told of a quotation or bracket that opens, or of a “this”.

        `opened` is what opens the quotation or bracket around it, `quoted` whether any quotation is
        around it. `UNTOLD` if there are sentences before the tokens that are `unseen` and matter.
        """
        if len(self._tokens) > LONG:
            return _told(self.at(number), self._language, unseen=unseen)
        told = UNTOLD
        for sentences in ENOUGH:
            around, place, cut = self._around(number, opened, sentences, quoted)
            told = remembered(around, place, self._language, cut or unseen)
            if told != UNTOLD or not cut:
                break
        return told

    def _around(
        self, number: int, opened: int, sentences: int, quoted: bool
    ) -> tuple[tuple[str, ...], int, bool]:
        """Return the terminals up to the end of a sentence, and the number of the one asked about.

        They begin with so many sentences at most; and whether there are more before. Of brackets
        there is only what opens and closes them, and of the one asked about what it begins with if
        that matters.
        """
        before, cut = self._before(number, opened, sentences)
        behind = self._behind(number)
        if quoted:
            before, behind = ["QUOTE_OPEN", *before], [*behind, "QUOTE_CLOSE"]
        return (*before, *behind), len(before), cut

    def _before(self, number: int, opened: int, sentences: int) -> tuple[list[str], bool]:
        """Return the terminals before one on its level, and whether there are more.

        A bracket that begins a sentence is about the one before.
        """
        terminals, partners = self.terminals, self.partners
        before: list[str] = []
        begun = terminals[number] != "REMINDER_OPEN"
        place = number - 1
        while place > opened:
            terminal = terminals[place]
            if terminal not in ENDS:
                begun = True
            elif begun:
                sentences -= 1
                if not sentences:
                    return before[::-1], True
            before.append(terminal)
            if terminal in CLOSING:
                place = partners[place]
                before.append(terminals[place])
            place -= 1
        return before[::-1], False

    def _behind(self, number: int) -> list[str]:
        """Return a terminal and those behind it on its level up to the end of the sentence."""
        terminals, partners = self.terminals, self.partners
        behind: list[str] = []
        place = number
        while place < len(terminals):
            terminal = terminals[place]
            if terminal in CLOSING or terminal == "MODE":
                break
            behind.append(terminal)
            if terminal in ENDS:
                break
            if terminal in OPENING:
                if place == number and terminal == "REMINDER_OPEN":
                    behind += _begun(terminals[place + 1])
                place = partners[place]
                behind.append(terminals[place])
            place += 1
        return behind


def _begun(terminal: str) -> tuple[str, ...]:
    """Return what a bracket begins with if that matters, and what closes it."""
    if terminal not in recipients.ABOUT_IT:
        return ()
    return (terminal, terminal.replace("OPEN", "CLOSE")) if terminal in OPENING else (terminal,)


@lru_cache(KEPT)
def remembered(terminals: tuple[str, ...], number: int, language: Language, unseen: bool) -> int:
    """Return what is told of the terminal of a number; each terminal is one wide."""
    if unseen and "ITS_NAME" in terminals:
        return UNTOLD  # what is made before may get that name
    place = places.leaf_at(_tree(terminals, language), number)
    return _told(place, language, unseen=unseen)


# A sentence is asked for each of its quotations in turn, by as many threads as there are.
@lru_cache(8)
def _tree(terminals: tuple[str, ...], language: Language) -> Node:
    """Return the tree of terminals that are one wide."""
    tokens = [*map(Token, terminals, count(), count(1))]
    return parser.load(language).parse(tokens)


def _told(word: Cursor, language: Language, *, unseen: bool) -> int:
    """Return what the tree tells of a “this”, or of the quotation or bracket that a mark opens.

    `UNTOLD` if what stands before the first sentence is `unseen` and matters.
    """
    lexicon = language.lexicon
    if word.kind == "BARE_THIS":
        if demonstratives.is_other(word):
            return YES
        first = not word.within("sentence").beside(-1)
        return UNTOLD if unseen and first and demonstratives.goes_on(word) else 0
    place = word.up
    try:
        if place.kind == "reminder":
            return YES * recipients.reminder_is_granted(place, unseen=unseen)
        granted = recipients.quote_is_granted(
            place, verb_last=lexicon.verb_last, inverts=lexicon.inverts, unseen=unseen
        )
    except recipients.Undecided:
        return UNTOLD
    return YES if granted else CHOSEN * recipients.is_chosen(place)
