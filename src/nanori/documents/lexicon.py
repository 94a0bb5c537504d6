"""How prose and rules documents of a language are written: `words/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
import re
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern, WordList

FOLDER = Path(__file__).parent / "words"


class DocumentWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How prose and rules documents of a language are written; all are optional."""

    own_words: tuple[str, ...] = ()
    """Words, or their beginnings, of which three in four texts of this game have some."""
    boundary: Pattern = Pattern()
    """What ends before a name in running text begins, where words are not divided."""
    joint: Pattern = Pattern()
    """What joins a name to the one before it."""
    inside_word: Pattern = Pattern()
    """Two characters that hardly belong to two words, where words are not divided."""
    no_beginning: Pattern = Pattern()
    """Two characters between which no name begins, not even a misspelt one."""
    plurals: dict[str, str] = {}
    """How names end that are said of several cards, to how the name itself ends."""
    no_names: tuple[str, ...] = ()
    """Words that prose uses for something else than a card of that name, in small letters."""
    plural_before: tuple[str, ...] = ()
    """What stands behind the word of a name that has the plural, if that is not its last."""
    example: Pattern = Pattern()
    """What an example of a rule begins with."""
    of_set: tuple[Pattern, ...] = ()
    """What stands around marks in which not a card is named, “~”, but a set or a product."""
    person: Pattern = Pattern()
    """A foreign person's name, at the end of words; a writer's in two languages is no card's."""
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
    slips: WordList = WordList()
    """Words behind a number that say that it was a slip for the one before."""
    length: float = 1.0
    """How many code points a text has for each of the language of originals."""
    brackets: dict[str, str] = {}
    """Brackets taken for others, opening and closing, to those that prints have."""


# What a rule has in it and a heading has not.
SENTENCE_SIGN = re.compile("[.:!?;。．：！？；]")


@cache
def document_words(language: Language) -> DocumentWords:
    """Return how prose and rules documents of a language are written."""
    return languages.read_words(FOLDER, language, DocumentWords)
