"""Words about names: their short forms, what stands beside them, what is said in their place."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
from os.path import commonprefix

import msgspec

from nanori.grammar.lexicon.pattern import Pattern, WordList


class ShortNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language shortens a legend's name (CR 201.5c)."""

    split: tuple[str, ...] = ()
    """What divides the name from its epithet, tried in order."""
    kept: str = "first"
    """Which side of the divider the short name is: `first` or `last`."""
    word: Pattern = Pattern()
    """One word of a name; empty where words are not divided."""
    small: tuple[str, ...] = ()
    """Words that no short name begins or ends with."""
    joint: tuple[str, ...] = ()
    """Words that make two people of one name; a short name keeps both."""
    articles: tuple[str, ...] = ()
    """Articles that a name may begin with, with the blank behind them."""
    ends: tuple[str, ...] = ()
    """Which ends of an undivided name a legend is called by, `first` or `last`, in their order."""
    untyped: bool = False
    """Whether the first divider alone tells a legend where a card's type is not known."""
    placeholders: tuple[str, ...] = ()
    """Signs that stand for the short name; all others stand for the whole."""
    epithets: tuple[str, ...] = ()
    """Those dividers of `split` that only a person's name has."""

    @property
    def article(self) -> str:
        """The article that most names begin with that begin with any; "" for none."""
        return self.articles[0] if self.articles else ""


class Guards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Patterns of letters and signs beside a name; all but the first are optional."""

    letter: Pattern = Pattern(r"\w")
    """A character that may not touch a name on either side, if the name ends in one."""
    word: Pattern = Pattern(r"\w+")
    """A word, or where words are not divided, letters of one kind."""
    begins: Pattern = Pattern()
    """What stands before a name at the beginning of a sentence."""
    ordinary_before: Pattern = Pattern()
    """What touches a common noun in front."""
    ordinary_after: Pattern = Pattern()
    """What touches a common noun behind, or counts it."""
    larger_before: Pattern = Pattern()
    """What touches the end of a longer name in front."""
    larger_after: Pattern = Pattern()
    """What touches the beginning of a longer name behind."""
    opens: Pattern = Pattern("$")
    """What stands before a name where nothing of it stands before that, where words touch."""
    closes: Pattern = Pattern()
    """What stands behind a name where nothing of it stands behind that."""
    pursued: Pattern = Pattern()
    """Letters with which a word goes on, where words touch."""


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What around a name depends on the name; all are optional."""

    bare_possessive: Pattern = Pattern()
    """A possessive mark that stands alone, behind a name that ends in `possessive`."""
    possessive: str = ""
    """The letter that the mark needs behind it after other names."""
    stop: str = "."
    """The end of a sentence, which is not said again behind a name that ends in it."""
    sentence_end: Pattern = Pattern()
    """What shows behind a name that ends in `stop` that the sentence ends there, too."""


class ThirdObject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nouns that tell whether a demonstrative can mean the card it is on."""

    tokens: tuple[str, ...] = ()
    """Nouns of tokens."""
    types: tuple[str, ...] = ()
    """Nouns that are card types, as they stand in type lines."""
    also_that: bool = False
    """Whether “this” is also said of another object of the same noun that was just mentioned."""
    forms: dict[str, tuple[str, ...]] = {}
    """Nouns with their other forms in the singular, in which “this” takes up the same object."""
    compounds: bool = False
    """Whether nouns are joined to one word, the last of which says what it is."""
    modern: WordList = WordList()
    """Words of newer prints, in which “this” is no more said of another object: “that”."""
    each: tuple[str, ...] = ()
    """Words that say a noun of each of several objects, one of which “this” then takes up."""
    always: tuple[str, ...] = ()
    """Nouns that “this” takes up even in a bracket about the card: “a spell … counter it”."""
    spells: tuple[str, ...] = ()
    """Nouns that take up a card that was just cast: “cast a card … if that spell”."""
    until: tuple[str, ...] = ()
    """Words behind which what leaves is the source: “exile a creature until this one leaves”."""
    included: tuple[str, ...] = ()
    """Words before the source among others of its kind: “all spells, including this one”."""
    typed: bool = False
    """Whether outside brackets “this” with a noun of `types` is of cards of that type alone."""
    negated: tuple[str, ...] = ()
    """Words before a noun that say what an object is not: it is no object to take up."""
    worn: tuple[str, ...] = ()
    """Words before a noun that say whose bearer something is: “equipped with this Equipment”."""
    general: tuple[str, ...] = ()
    """Nouns that take up an object of any of `types`: “that card”, “that permanent”."""
    alone: bool = False
    """Whether “this” without a noun is a demonstrative that may mean the card."""

    @property
    def token_type(self) -> str:
        """What type lines and layouts that make a card itself a token have, in small letters."""
        return commonprefix(self.tokens).lower()  # noqa: RUF071 — letters are meant


class DefiniteArticle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A form of the definite article."""

    form: str
    """The word; one that ends in an apostrophe touches the next."""
    group: str
    """The gender and number it is of; of one group, the first form that fits is used."""
    before: Pattern = Pattern()
    """How the words begin before which it stands; before any, if empty."""
    ending: Pattern = Pattern()
    """How the first words of names end that are of this group, as a rule."""
    sure: Pattern = Pattern()
    """How those end that can be of no other."""


class Articles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The articles before names, and what becomes of words before them; all are optional."""

    forms: tuple[DefiniteArticle, ...] = ()
    """The definite article, by gender and number."""
    elided: dict[str, str] = {}
    """Prepositions and conjunctions before a vowel, to the whole words."""
    vowel: Pattern = Pattern()
    """How words begin before which they are elided."""
    joined: dict[str, str] = {}
    """Prepositions with a demonstrative behind them, to the one word that they make."""
    contracts_names: bool = False
    """Whether a preposition contracts with the article that a name itself begins with."""


class Declension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that end alike, and what each case puts in the place of that end."""

    ends: str
    """What the words end in, in the form that a name has; empty for all others."""
    forms: tuple[str, ...]
    """The end in each of the language's `cases`; several, the likeliest first, with strokes."""
    more: tuple[str, ...] = ()
    """Ends of other forms, as in the plural, that are found and never written."""
    gender: str = ""
    """The gender and number of words that end so, if that tells it."""
    adjective: bool = False
    """Whether such words go with a noun behind them, with which they agree."""
    bound: bool = False
    """Whether words are declined so only behind an adjective that says their gender."""
    like: Pattern = Pattern()
    """Finds what a word that is written so ends in; any, if empty."""


class Inflection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How names are declined; a language whose words keep their form has none."""

    cases: tuple[str, ...] = ()
    """The cases in the order of the columns, that of a name by itself first."""
    declensions: tuple[Declension, ...] = ()
    """The words that change, by their end; to find a form all that fit are tried."""
    written: tuple[Declension, ...] = ()
    """The words of which every form is sure enough to be written; the first that fits.

    One without forms is never sure, nor is the end “?”. Of two ends the second is that of a name
    without an article.
    """
    articles: dict[str, tuple[str, ...]] = {}
    """The definite article by gender and number, in each case."""
    inanimate: tuple[str, ...] = ()
    """Genders in which what is not alive has the first case in place of the accusative."""
    government: dict[str, tuple[str, ...]] = {}
    """Prepositions with the cases that stand behind them."""
    kept: Pattern = Pattern()
    """Finds the beginning of words behind a noun that keep their form in every case."""
    words: dict[str, tuple[str, ...]] = {}
    """Words with forms of their own in small letters, as articles, to these forms."""
    alike: tuple[str, str] = ("", "")
    """Characters that are typed for others that look alike, and those others."""


class Particles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is glued to the end of a word and is none of it."""

    pairs: tuple[tuple[str, str], ...] = ()
    """Particles that have a form behind a consonant, and one behind a vowel."""
    others: tuple[str, ...] = ()
    """Those that have one form."""
    whole: tuple[str, ...] = ()
    """Ends of words that look like a particle and are none."""
    exceptions: dict[str, Pattern] = {}
    """Particles behind a vowel that also stand behind these consonants."""

    @property
    def alternation(self) -> str:
        """A pattern of any of them, the longest first."""
        every = {*self.others, *(form for pair in self.pairs for form in pair)}
        return "|".join(sorted(every, key=lambda form: (-len(form), form)))
