"""What checks need to know of a language: `rows/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern, WordList
from nanori.linting.templating import Templating

FOLDER = Path(__file__).parent / "rows"


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
    unremarked: tuple[str, ...] = ()
    """Nouns of the language of reference that brackets in this language leave out."""
    unsaid: bool = False
    """Whether brackets in this language may leave out what the keyword is of, or say “it”."""
    any_permanent: str = ""
    """The noun of the language of reference that brackets in this one may have for any other."""
    pronouns: Pattern = Pattern()
    """Words that may stand for an object instead of its name: “it”, “its”."""
    said_again: bool = False
    """Whether “this creature” may stand where other languages say “it”: no pronoun means one."""
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
    again: WordList = WordList()
    """Words for an amount said elsewhere, which the other language may say once more."""
    strict: WordList = WordList()
    """Those of them that leave the number itself out, so that the one beside it may be said."""


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


class Distinction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of which one must not stand for another: gain and lose, tapped and untapped."""

    values: dict[str, tuple[Pattern, ...]]
    """What is said, as `saying` of the other language has it, to patterns of this language's words.

    Plain words in the same place of two lists are the same form of each.
    """
    instead: tuple[str, ...] = ()
    """Values that may stand for another; all if there are none here."""
    lost: tuple[str, ...] = ()
    """Values that are missed also where none of the others stands in their place,"""
    added: tuple[str, ...] = ()
    """and those that must not stand where the original has none of them;"""
    removable: bool = False
    """whether the sentence is whole without them;"""
    clause: bool = False
    """whether a clause says them, which a line as long as its original has not lost."""
    before: Pattern = Pattern()
    """What holds before any of the words, of no width,"""
    behind: Pattern = Pattern()
    """and of what holds behind them."""
    again: Pattern = Pattern()
    """What stands before one of them that is said instead of a pronoun, of no width."""
    but: Pattern = Pattern()
    """Words of a line in which nothing of this is reported;"""
    unless: str = ""
    """and what, if the original says it, turns it round."""
    terms: bool = False
    """Whether these are terms of the rules, and no small words."""
    since: str = ""
    """The date, `YYYY-MM-DD`, of the first prints that say it so; older ones may not."""


class Mending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a line that lacks a word of its original, or has one too many."""

    said: tuple[str, ...]
    """The words of the original, as `saying` or `terms` have them."""
    written: Pattern
    """What stands there, in half width,"""
    meant: str
    """and what is meant, `{}` being what is written."""


class Garble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that no rules text of a language has, whatever it is translated from."""

    wrong: Pattern
    why: str
    """What is wrong with them: one line, as it is reported."""
    meant: str = ""
    """What stands in their place, with `\\1` for groups; empty where nobody can know."""
    near: Pattern = Pattern()
    """What a text with them has, if that is found more quickly than they are."""
    cards: bool = False
    """Whether running text, and the cards of other games, may say it."""


class Seam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words with what no rules text has between them: a particle, an ending, nothing."""

    before: tuple[str, ...]
    meant: str
    """What stands between them."""
    said: tuple[str, ...] = ("",)
    """What is there by a slip."""
    behind: tuple[str, ...] = ("",)


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words, mostly verbs, and the particles that may join to them what stands before them."""

    heads: tuple[str, ...]
    """Words, or their stems if they have `ends`."""
    takes: dict[str, tuple[str, ...]]
    """Classes of `arguments` to their particles, the usual one first; others may have any."""
    ends: tuple[str, ...] = ("",)


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that count a sort of things."""

    things: tuple[str, ...]
    words: tuple[str, ...]


class Spelling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How words of names are spelt."""

    dictionary: str = ""
    """The code under which the spelling checker has a dictionary; no names without it."""
    vowels: str = ""
    """Letters of which one is easily written for another."""
    endings: tuple[str, ...] = ()
    """How words end that a dictionary has without that,"""
    beginnings: tuple[str, ...] = ()
    """and how they begin."""
    variants: tuple[tuple[str, str], ...] = ()
    """Letters that another country writes in words, each with those that the dictionary has."""


class LintWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What checks need to know of a language; all are optional."""

    selves: Selves = Selves()
    alone: dict[str, tuple[str, ...]] = {}
    """Words that a translation has only where its original has one of these, or longer ones."""
    answered: dict[str, tuple[str, ...]] = {}
    """Words of originals, divided by commas, to those one of which the translation has for each."""
    doubtful: tuple[str, ...] = ()
    """Words of both that may stand without the other; they tell what stands for what alone."""
    unrepeated: tuple[str, ...] = ()
    """Words of originals that a translation says once for several."""
    joined: Pattern = Pattern("(?!)")
    """A letter beside which a word of such letters is a part of a longer one."""
    stem: Pattern = Pattern(".*")
    """A word without the ending that says how it is used."""
    content: Pattern = Pattern()
    """A word that means something by itself, and is no ending or particle."""
    attributive: tuple[str, ...] = ()
    """How words end that stand right before what they are said of."""
    endings: Pattern = Pattern()
    """Letters that endings and particles are made of, in which translations may rightly differ."""
    loan: Pattern = Pattern("(?!)")
    """A word in the letters that are for loanwords alone."""
    parted: Pattern = Pattern("(?!)")
    """A blank in a run of letters of one script; `before` and `behind` capture its halves."""
    spare: Pattern = Pattern()
    """Words that a translation may say or leave out: a pronoun with its particle, “one”."""
    particle: Pattern = Pattern()
    """What may follow any word where words are not divided; what fixes put in is held to it."""
    joined_words: tuple[str, ...] = ()
    """Words with letters beside each other that no other table has so."""
    person: Pattern = Pattern()
    """A planeswalker of a type that is a person's name (CR 205.3j); `type` captures it."""
    person_line: Pattern = Pattern()
    """A type line with one such type; `type` captures it."""
    target: Pattern = Pattern()
    """What says that something is a target, outside reminder text."""
    templating: Templating = Templating()
    spelling: Spelling = Spelling()
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
    nested: tuple[str, str] = ("", "")
    """Quotation marks, and those for a quotation within one."""
    separators: Pattern = Pattern()
    """Signs that divide a name into words (Duel Masters 202.3)."""
    reflexive: str = ""
    """A word for the object in the place of its name, said again: “itself”."""
    amounts: Amounts = Amounts()
    letter: Pattern = Pattern(r"\w")
    """A character that goes on with a subtype, which is then a part of a longer word."""
    types_since: dict[str, str] = {}
    """Subtypes that cards were given later, to the date, `YYYY-MM-DD`, of the first prints."""
    ability_words: dict[str, tuple[str, ...]] = {}
    """Ability words of originals (CR 207.2c), to those any of which is one of them here."""
    reminders: dict[str, Pattern] = {}
    """Keywords, in small letters, to all that a reminder text of theirs says."""
    reworded: tuple[Pattern, ...] = ()
    """What reminder text says otherwise in another language; without it none is compared."""
    slips: tuple[Garble, ...] = ()
    seams: tuple[Seam, ...] = ()
    """What a rules text never says."""
    arguments: dict[str, tuple[Pattern, ...]] = {}
    """Classes of words that particles follow: patterns, each of one length."""
    particles: Pattern = Pattern()
    """Particles that may be wrong after an argument, alone."""
    particle_pairs: Pattern = Pattern()
    """Two that are never next to each other,"""
    particle_pair_ends: Pattern = Pattern()
    """and where they end if neither is part of a word, with no width."""
    frames: tuple[Frame, ...] = ()
    """Which of them each class takes before which words."""
    misconverted: dict[str, tuple[str, ...]] = {}
    """Words of the rules to those of the same sound that are written for them."""
    misread: dict[str, str] = {}
    """Letters of such words to those that are taken for them."""
    quotation_end: Pattern = Pattern()
    """Where a quoted ability must end, by what follows it."""
    counters: tuple[Counter, ...] = ()
    """Words that count things, in a language that has one for each sort of things."""
    saying: dict[str, Pattern] = {}
    """What an original says in small words, to their pattern; `compared` of translations asks."""
    saying_words: dict[str, WordList] = {}
    """The same, to plain words."""
    compared: tuple[Distinction, ...] = ()
    """What a translation must not say instead of it."""
    opening: Pattern = Pattern()
    """What stands before a condition that a sentence lacks, where verbs end their sentences."""
    lost: tuple[Mending, ...] = ()
    """Where a word that a line lacks would stand,"""
    surplus: tuple[Mending, ...] = ()
    """and what a line says without a word that its original does not have."""


@cache
def lint_words(language: Language) -> LintWords:
    """Return what checks need to know of a language."""
    return languages.read_words(FOLDER, language, LintWords)
