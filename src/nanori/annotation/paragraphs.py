"""A paragraph to its mentions: by its tree only where a tree can tell more than a scan."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final

from nanori.annotation import mentions as mention_stage
from nanori.annotation.asking import UNTOLD, YES, Inquiry
from nanori.annotation.demonstratives import ASIDE, DECIDING, DECIDING_OBJECT
from nanori.annotation.matcher import among
from nanori.annotation.mentions import Mention
from nanori.grammar import lexer, parser, trees
from nanori.grammar.cues import Cues
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.names import ThirdObject
from nanori.grammar.parser import Grammar
from nanori.model.values import Token

# How many paragraphs without a card's name are remembered; reminder text recurs endlessly.
KEPT_PARAGRAPHS: Final = 8192


@lru_cache(KEPT_PARAGRAPHS)
def without_names(paragraph: str, language: Language, cued: Cues) -> tuple[Mention, ...]:
    """Return the mentions of a paragraph without the card's name, and remember them."""
    return tuple(mentions(paragraph, language, (), cued))


def of_names(text: str, language: Language, names: Sequence[Token]) -> list[Mention] | None:
    """Return the mentions of a text that says nothing but names; None if a bracket is before any.

    Or if a name reaches over a line break.
    """
    if parser.load(language).brackets.search(text, 0, names[-1].end) or (
        "\n" in text and any("\n" in text[name.start : name.end] for name in names)
    ):
        return None
    return mention_stage.flat(names)


def mentions(
    paragraph: str, language: Language, names: Sequence[Token], cued: Cues
) -> list[Mention]:
    """Return a paragraph's mentions, by its tree only where the tree can tell more.

    If no name is announced, no bracket opens before the last mention and every “this” has an
    object's noun, all mentions are on the paragraph's own level.
    """
    grammar = parser.load(language)
    everything: list[Token] | None = None
    tokens: list[Token] | None = None
    questions: list[Token] = []
    if not cued.announcements or not grammar.announces(paragraph, cued):
        words: list[Token] = []
        if cued.demonstratives:
            said = grammar.demonstratives(paragraph, cued)
            words = [word for word in said if word.type != "THIS_THING"]
        if not words and not names:
            return []
        everything = among(names, words) if words else list(names)
        outside = grammar.brackets.search(paragraph, 0, everything[-1].end) is None
        questions = _questions(paragraph, words, language) if words else []
        if 0 < len(questions) <= FEW:
            others = {word: _is_other(paragraph, word, names, language) for word in questions}
            everything = [word for word in everything if not others.get(word)]
            words = [word for word in words if not others.get(word)]
            questions = [word for word in questions if others[word] is None]
        if not everything or (outside and not questions):
            return mention_stage.flat(everything)
        if not language.lexicon.third_object.also_that:
            tokens = lexer.outline(paragraph, language, names, words, questions)
    if tokens is None:
        tokens = lexer.tokenize(paragraph, language, names, cued)
    return mention_stage.find(tokens, paragraph, language, everything, questions)


def _is_other(
    paragraph: str, this: Token, names: Sequence[Token], language: Language
) -> bool | None:
    """Tell whether a “this” alone means no object, or another than the card.

    Its sentence and the one before tell that; None if there are marks around these that are not
    directly around the “this”, and for any other demonstrative.
    """
    if this.type != "BARE_THIS":
        return None
    grammar = parser.load(language)
    bounds = _bounds(paragraph, grammar)
    number = bisect_right(bounds, this.start)
    start, end = bounds[max(0, number - 2)], bounds[number]
    bracket = grammar.brackets.search(paragraph)
    if bracket is not None and end > bracket.start():
        around = [pair for pair in _closed(paragraph, grammar) if pair[0] <= this.start < pair[1]]
        if not around:
            return None
        start, end = max(start, around[0][0]), min(end, around[0][1])
    told: bool | None = None
    for first in (max(start, bounds[number - 1]), start):  # the one before seldom matters
        if told is None:
            own = tuple(trees.within([*reversed(names)], first, end))
            words = paragraph[first:end]
            told = is_other_in(words, this.start - first, own, language, first > start)
    return told


@lru_cache(KEPT_PARAGRAPHS)
def is_other_in(
    words: str, start: int, names: Sequence[Token], language: Language, continued: bool
) -> bool | None:
    """Tell the same of the “this” at a place of its sentence, and of the one before.

    None if the one before is missing, as they are `continued`, and matters.
    """
    tokens = lexer.outline(words, language, names, (), ())  # it announces no name
    starts = [token.start for token in tokens]
    number = starts.index(start)
    if tokens[number].type != "BARE_THIS":
        return False
    told = Inquiry(tokens, language).tell(number, unseen=continued)
    return None if told == UNTOLD else told == YES


# Up to so many doubtful demonstratives are asked for one by one, beyond it the whole paragraph.
FEW: Final = 8


def _questions(paragraph: str, words: Sequence[Token], language: Language) -> list[Token]:
    """Return the demonstratives whose meaning only a tree tells."""
    third = language.lexicon.third_object
    return [word for word in words if _is_question(paragraph, word, third, language)]


def _is_question(paragraph: str, word: Token, third: ThirdObject, language: Language) -> bool:
    """Tell whether only the tree tells what a demonstrative means: one alone, or “this token”."""
    if word.type == "THIS":
        return True
    if word.type == "BARE_THIS":
        return _may_be_other(paragraph, word, parser.load(language))
    if third.also_that and word.type == "THIS_OBJECT":
        if paragraph[:1].isdigit():
            return True  # a row of a die's results continues about what was chosen before
        counters = language.lexicon.words.get("counter", ())
        if paragraph[: word.start].rstrip().endswith(counters):
            return True  # what is countered is another, mentioned in the paragraph before
        if _nouns(language).search(paragraph, 0, word.start):
            return True  # it may take up what was said before
    return paragraph.endswith(third.tokens, word.start, word.end)


def _may_be_other(paragraph: str, this: Token, grammar: Grammar) -> bool:
    """Tell whether anything in a sentence may make a “this” alone mean an event, or another.

    These are few verbs, which follow it where the verb stands last. A sentence may continue after a
    bracket: then the whole paragraph is asked.
    """
    bounds = _bounds(paragraph, grammar)
    number = bisect_right(bounds, this.start)
    deciding, first = DECIDING, 0
    if grammar.language.lexicon.verb_last:
        particle, _ = grammar.nameless.at(paragraph, this.end)
        if particle in ASIDE:
            return False
        if particle == "ACCUSATIVE":
            deciding = DECIDING_OBJECT
        # “Is this”, right behind it, says what something else is: 「これでない」.
        first = this.end + 1
    decider, bracket = _last_in(paragraph, bounds[number - 1], bounds[number], grammar, deciding)
    if bracket >= first:
        decider, _ = _last_in(paragraph, 0, len(paragraph), grammar, deciding)
    return decider >= first


# A sentence may have thousands of these words, a paragraph thousands of sentences: each is asked
# once. A few are kept, as many threads may be at work.
@lru_cache(maxsize=8)
def _bounds(paragraph: str, grammar: Grammar) -> list[int]:
    """Return where the sentences of a paragraph begin, and where the last one ends."""
    return [0, *(stop.end() for stop in grammar.stop.finditer(paragraph)), len(paragraph)]


@lru_cache(maxsize=8)
def _last_in(
    paragraph: str, first: int, last: int, grammar: Grammar, deciding: frozenset[str]
) -> tuple[int, int]:
    """Return where the last verb of a sentence is without which no “this” means another, or -1.

    And where its last bracket or quotation mark is, or -1.
    """
    brackets = (match.start() for match in grammar.brackets.finditer(paragraph, first, last))
    decider = _decider(grammar, deciding)
    if decider is not None:
        places = (match.start() for match in decider.finditer(paragraph, first))
        return max(takewhile(last.__gt__, places), default=-1), max(brackets, default=-1)
    said: list[Token] = []
    grammar.nameless.scan(paragraph, first, last, said)
    verbs = (word.start for word in said if word.type in deciding)
    return max(verbs, default=-1), max(brackets, default=-1)


@cache
def _decider(grammar: Grammar, deciding: frozenset[str]) -> re.Pattern[str] | None:
    """Return a pattern for where such a verb may be; None if they are lists of words."""
    return grammar.may_begin(deciding)


@cache
def _nouns(language: Language) -> re.Pattern[str]:
    """Return a pattern for nouns of objects."""
    words = language.lexicon.words
    nouns = (*words.get("object_noun", ()), *words.get("noun", ()), *words.get("token", ()))
    return re.compile("|".join(map(re.escape, nouns)), re.IGNORECASE)


# Marks that close a quotation or stand for a letter.
MAY_BE_APOSTROPHES: Final = "'’"


def _closed(paragraph: str, grammar: Grammar) -> Iterator[tuple[int, int]]:
    """Yield where the contents of a pair of marks begin and end, in order.

    Marks that open as they close, or that may be apostrophes, do not count.
    """
    opening, start = "", 0
    for match in grammar.brackets.finditer(paragraph):
        mark = match[0]
        pairs = mark != opening and mark not in MAY_BE_APOSTROPHES
        if opening and pairs and opening in grammar.closes.get(mark, ""):
            yield start, match.start()
            opening = ""
        else:
            opening, start = mark, match.end()
