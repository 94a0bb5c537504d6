"""What a language's `.toml` file says to the checks of card files."""

from __future__ import annotations

import msgspec

from nanori.grammar.lexicon.pattern import Pattern
from nanori.grammar.lexicon.word_list import WordList


class Width(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signs of one sort that a text may write in two widths; both are patterns."""

    narrow: Pattern
    """What is to become wide."""
    wide: Pattern
    """How the same text has it elsewhere."""


class Selves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a card in its own text; words and patterns of words, all optional.

    Who does it and to what it is done is asked of the tree.
    """

    nouns: dict[str, tuple[str, ...]] = {}
    """Nouns of permanents behind a demonstrative, to the words of type lines that make it right."""
    originals: dict[str, tuple[str, ...]] = {}
    """Nouns behind a demonstrative of the language of originals, to those that say the same."""
    becoming: tuple[str, ...] = ()
    """Keywords by which a card is another kind of permanent, in small letters."""
    in_play: WordList = WordList()
    """What is said of objects on the battlefield alone, besides what the tree tells."""
    dealt: WordList = WordList()
    """What spells deal as well."""
    turning: WordList = WordList()
    """What turns an object into another face, besides verbs that say just that."""
    attached: tuple[str, ...] = ()
    """Words of type lines of what is attached, and may say its own name in what it gives."""
    measured: WordList = WordList()
    """What of the creature a given ability is about."""
    owned: Pattern = Pattern()
    """What stands behind an object whose own it is, where an apostrophe lacks: “ power”."""
    readied: WordList = WordList()
    """Verbs of what is done to it."""
    sacrificed: WordList = WordList()
    """Verbs of what is done to the giver, if it is attached, else to what has the ability."""
    strange: Pattern = Pattern()
    """How a card's name is spelt, where nothing is known of it."""


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language writes numbers that a translation keeps."""

    numbers: dict[str, tuple[str, ...]] = {}
    """Numbers in digits, to the words for them, in small letters."""
    no_number: WordList = WordList()
    """What has such words in it and is no number."""
    counted: Pattern = Pattern(r"(?P<number>\d{1,6})")
    """A number in digits, in half width; `number` captures it."""
    limit: WordList = WordList()
    """Words that say that a number is the most or the least."""
    strict: WordList = WordList()
    """Those of them that leave the number itself out, so that the one beside it may be said."""


class NameParts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a text asks for a part of a name."""

    marks: tuple[str, ...] = ()
    """Marks in pairs around the part."""
    before: WordList = WordList()
    """Words before it."""
    behind: WordList = WordList()
    """Words behind it."""


class FormerTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term that the rules had in former times, and that of today."""

    written: str
    """What is not to be written."""
    meant: str
    """What stands in its place."""
    since: str
    """The date, `YYYY-MM-DD`, of the first set that has the other throughout."""
    behind: str = ""
    """What stands before the words where they are part of others."""


class Punctuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signs of other languages that stand for those of this one."""

    signs: dict[str, str] = {}
    """Signs behind the language's own script, to its own."""
    listed: str = ""
    """Of these, what divides costs,"""
    costs: str = ""
    """which a line has that ends in one of these signs, in front of an effect,"""
    dashes: str = ""
    """or behind one of these, in a keyword."""


class Checks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What checks of card files need to know of a language; all are optional."""

    words: tuple[str, ...] = ()
    """Plain words of rules texts that are as short as names are, and near to some."""
    selves: Selves = Selves()
    length: float = 1.0
    """How many code points a text has for each of the language of originals."""
    terms: dict[str, tuple[str, ...]] = {}
    """Words of the language of originals, to those any of which says the same."""
    alone: dict[str, tuple[str, ...]] = {}
    """Words that a translation has only where its original has one of these."""
    person: Pattern = Pattern()
    """A planeswalker of a type that is a person's name (CR 205.3j); `type` captures it."""
    person_line: Pattern = Pattern()
    """A type line with one such type; `type` captures it."""
    target: Pattern = Pattern()
    """What says that something is a target, outside reminder text."""
    outdated: tuple[FormerTerm, ...] = ()
    """Terms of the rules of former times."""
    punctuation: Punctuation = Punctuation()
    widths: tuple[Width, ...] = ()
    """Signs that are written in one width throughout a text."""
    own_width: tuple[Pattern, ...] = ()
    """What has a width of its own: symbols, loyalty abilities, the lines of a level."""
    symbol: Pattern = Pattern()
    """What stands in the braces of a symbol."""
    ruby: Pattern = Pattern()
    """The reading of the characters before it, set into a text; `reading` captures it."""
    brackets: dict[str, str] = {}
    """Brackets taken for others, opening and closing, to those that prints have."""
    nested: tuple[str, str] = ("", "")
    """Quotation marks, and those for a quotation within one."""
    name_parts: NameParts = NameParts()
    separators: Pattern = Pattern()
    """Signs that divide a name into words (Duel Masters 202.3)."""
    reflexive: str = ""
    """A word for the object in the place of its name, said again: “itself”."""
    amounts: Amounts = Amounts()
