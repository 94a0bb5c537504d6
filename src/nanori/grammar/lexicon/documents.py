"""How prose and rules documents of a language are written."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern
from nanori.grammar.lexicon.word_list import WordList


class Documents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How prose and rules documents of a language are written; all are optional."""

    games: dict[str, tuple[str, ...]] = {}
    """Words that only texts about another game have, by the game."""
    titles: tuple[str, ...] = ()
    """Marks in pairs in which prose writes card names."""
    quotes: tuple[str, ...] = ()
    """Marks in pairs in which it quotes words, among them names."""
    quotations: tuple[str, ...] = ()
    """Marks in pairs of quotations, the one that is used first, then others."""
    boundary: Pattern = Pattern()
    """What ends before a name in running text begins, where words are not divided."""
    joint: Pattern = Pattern()
    """What joins a name to the one before it."""
    inside_word: Pattern = Pattern()
    """Two characters that hardly belong to two words, where words are not divided."""
    no_beginning: Pattern = Pattern()
    """Two characters between which no name begins, not even a misspelt one."""
    foreign_end: str = ""
    """What ends words of the reference language in running text of this one; a pattern."""
    clause_start: Pattern = Pattern()
    """The beginning of a clause of rules text, up to its first word."""
    sentence_sign: str = ""
    """What a rule has in it and a heading has not; a pattern."""
    translations: dict[str, tuple[str, ...]] = {}
    """Words of rules in the language of originals, to those any of which says the same."""
    term: Pattern = Pattern()
    """A word of a term; where words are not divided, a stretch in which one may lie."""
    endings: Pattern = Pattern()
    """How a word ends in other forms of it."""
    plurals: dict[str, str] = {}
    """How names end that are said of several cards, to how the name itself ends."""
    no_names: tuple[str, ...] = ()
    """Words that prose about the game uses for something else than the card, in small letters."""
    plural_before: tuple[str, ...] = ()
    """What stands behind the word of a name that has the plural, if that is not its last."""
    fillers: tuple[str, ...] = ()
    """Words in which no term begins or ends, in small letters."""
    example: Pattern = Pattern()
    """What an example of a rule begins with."""
    placeholders: tuple[str, ...] = ()
    """Words in the marks of a name that stand for any name."""
    terms: WordList = WordList()
    """Words in which a translated phrase ends that is no card's name."""
    no_beginnings: WordList = WordList()
    """What such a phrase begins with."""
    rules: WordList = WordList()
    """Words before the numbers of rules that are referred to."""
    joining: WordList = WordList()
    """What joins several of these numbers."""
    headed: tuple[str, ...] = ()
    """Marks in pairs around what a reference calls the rule."""
    see: WordList = WordList()
    """Words behind a number that show that it is a rule's, where nothing stands before it."""
    units: WordList = WordList()
    """Words behind a number that show that it is none."""
    range: str = ""
    """What stands between the first and last letter of several rules; a pattern."""
    slips: WordList = WordList()
    """Words behind a number that say that it was a slip for the one before."""
    types: tuple[str, ...] = ()
    """Card types, as type lines have them; each at the same place in every language."""
    supertypes: tuple[str, ...] = ()
    """Supertypes, as type lines have them."""
    symbols: dict[str, str] = {}
    """Written names of mana and other symbols, to what stands for them in braces (CR 107.4)."""
    costs: Pattern = Pattern()
    """What stands behind a number in brackets that is a cost."""
    prose: Pattern = Pattern()
    """What ends the rules text of a card that is quoted in a page."""
