"""The languages there are: each is `grammar/<code>.lark` and `grammar/<code>.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import msgspec

from nanori.grammar.lexicon.checks import Checks
from nanori.model.errors import NanoriError
from nanori.grammar.lexicon.scenarios import ScenarioWords
from nanori.grammar.lexicon.restyling import Restyling


class ShortNames(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language shortens a legend's name (CR 201.5c)."""

    split: tuple[str, ...] = ()
    """What divides the name from its epithet, tried in order."""
    kept: str = "first"
    """Which side of the divider the short name is: `first` or `last`."""
    word: str = ""
    """Pattern of one word of a name; empty where words are not divided."""
    small: tuple[str, ...] = ()
    """Words that no short name begins or ends with."""
    joint: tuple[str, ...] = ()
    """Words that make two people of one name; a short name keeps both."""
    article: str = ""
    """Article that a name may begin with."""
    tail: str = ""
    """What a name may end in that old prints write alone, where words are not divided."""
    apart: str = ""
    """What stands before such an end where it is written alone."""
    placeholders: tuple[str, ...] = ()
    """Signs that stand for the short name; all others stand for the whole."""
    epithets: tuple[str, ...] = ()
    """Those dividers of `split` that only a person's name has."""
    persons: tuple[str, ...] = ()
    """Card types whose legends are persons."""


class Guards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Patterns that tell a name from the same letters used otherwise; all are optional."""

    letter: str = r"\w"
    """A character that may not touch a name on either side, if the name ends in one."""
    begins: str = ""
    """What stands before a name at the beginning of a sentence."""
    ordinary_before: str = ""
    """What makes the next words a common noun: articles, “target”, “another” …"""
    demonstrative: str = ""
    """What makes the next words a common noun if they are one: “that Goblin”."""
    ordinary_after: str = ""
    """What makes the words before it a common noun: “planeswalker”, “you control” …"""
    object_after: str = ""
    """What makes the word before it a verb: “target”, “a”, “your” …"""
    predicate: str = ""
    """What follows a name that is the subject of a sentence."""
    larger_before: str = ""
    """The beginning of a longer name that ends in these words."""
    larger_after: str = ""
    """The end of a longer name that begins with these words."""
    governed: str = ""
    """What stands before a name that is the object of a verb."""
    word: str = r"\w+"
    """A word, or where words are not divided, letters of one kind."""
    opens: str = "$"
    """What stands before a name where nothing of it stands before that."""
    closes: str = ""
    """What stands behind a name where nothing of it stands behind that."""
    acts: str = ""
    """What follows a single word only where that is a name."""
    common: str = ""
    """Articles that make a name mean every object so called."""
    heading: str = ""
    """A line's ability word or flavor word, in which no name means anything."""
    evident: str = ""
    """What follows only names at the beginning of a sentence, whatever the name may be."""
    untranslated: str = ""
    """A sentence whose captured subject is the card, where only its English name is known."""


class ThirdObject(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nouns that tell whether a demonstrative can mean the card it is on."""

    tokens: tuple[str, ...] = ()
    """Nouns of tokens."""
    token_type: str = "token"
    """The word of a type line or layout that makes a card itself a token."""
    types: tuple[str, ...] = ()
    """Nouns that are card types, as they stand in type lines."""
    bare_before: str = ""
    """A sentence that makes another object what the next demonstrative means."""
    bare_after: str = ""
    """How such a next sentence goes on behind its demonstrative."""


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What around a name depends on the name; all are optional."""

    bare_possessive: str = ""
    """A possessive mark that stands alone, behind a name that ends in `silent`."""
    silent: str = ""
    """The letter at the end of a name behind which the mark may stand alone."""
    possessive: str = ""
    """What the mark needs behind it after other names."""
    stop: str = ""
    """The end of a sentence, which is not said again behind a name that ends in it."""
    sentence_end: str = ""
    """What shows behind a name that ends in `stop` that the sentence ends there, too."""


class Documents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How prose and rules documents of a language are written; all are optional."""

    games: dict[str, tuple[str, ...]] = {}
    """Words that only texts about another game have, by the game."""
    titles: tuple[str, ...] = ()
    """Marks in pairs in which prose writes card names."""
    quotes: tuple[str, ...] = ()
    """Marks in pairs in which it quotes words, among them names."""
    boundary: str = ""
    """What ends before a name in running text begins, where words are not divided."""
    joint: str = ""
    """What joins a name to the one before it."""
    placeholders: tuple[str, ...] = ()
    """Words in the marks of a name that stand for any name."""
    terms: str = ""
    """Pattern of a translated word or phrase that is no card's name."""
    reference: str = ""
    """A cross-reference to rules; `numbers` captures their numbers, `title` what it calls them."""
    range: str = ""
    """What stands between the first and last letter of several rules."""
    correction: str = ""
    """A remark that a number was a slip; `right` and `wrong` capture the numbers."""
    types: tuple[str, ...] = ()
    """Card types, as type lines have them; each at the same place in every language."""
    supertypes: tuple[str, ...] = ()
    """Supertypes, as type lines have them."""
    symbols: dict[str, str] = {}
    """Written names of mana and other symbols, to what stands for them in braces (CR 107.4)."""
    costs: str = ""
    """What stands behind a number in brackets that is a cost."""
    prose: str = ""
    """What ends the rules text of a card that is quoted in a page."""


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables and lists of cards are headed in a language; all are optional.

    Letters of either case and width are one, and only letters and digits count.
    """

    called: tuple[str, ...] = ()
    """Words in any language that say of a column that it is in this one."""
    fields: dict[str, tuple[str, ...]] = {}
    """Headings by field of a card record, and of `noqa`; the best of each first."""
    others: tuple[str, ...] = ()
    """What else a card in a list has, so that its rules text does not go on there."""
    reading: str = ""
    """A name with its reading behind it; `name` and `reading` capture them."""


class Lexicon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language, as its `.toml` file lists them."""

    name: str
    """The language's English name."""
    mtgjson: str
    """MTGJSON's word for the language."""
    scryfall: str
    """Scryfall's code for the language."""
    pairs: tuple[str, ...]
    """Brackets and quotation marks, opening and closing."""
    legendary: tuple[str, ...]
    """The words of the type line that make a card a legend."""
    words: dict[str, tuple[str, ...]]
    """Lists of words; each is a terminal of the grammar, named in capitals."""
    default: bool = False
    """Whether texts in no known script are taken for this language."""
    cues: dict[str, tuple[str, ...]] = {}
    """Terminals, and letters of which each must have some: a quick look before the scan."""
    starts: str = ""
    """Pattern of no width that holds wherever a terminal begins; the scan stops only there."""
    verb_last: bool = False
    """Whether the verb that gives an ability stands behind it."""
    script: str = ""
    """Pattern that finds a character only this language has."""
    name_marks: tuple[str, ...] = ()
    """Brackets that card names stand in, opening and closing."""
    name_lists: tuple[tuple[str, str], ...] = ()
    """Pairs of patterns: a string of several names, and what divides them."""
    apposition: str = ""
    """What may divide an announced name from the card's own name behind it."""
    own_reminder: str = ""
    """How reminder text begins that is about the card or its ability, not about a keyword."""
    noise: tuple[str, ...] = ()
    """Patterns of what data files add to a name and is no part of it."""
    token_name: str = ""
    """A token's name, with {} for its subtypes, where nothing names it (CR 111.4)."""
    subtype_joint: str = " "
    """What stands between several subtypes in such a name."""
    kana: bool = False
    """Whether its names have readings in kana."""
    room: str = ""
    """The subtype of split cards that are permanents (CR 709.5)."""
    subtypes: dict[str, str] = {}
    """English subtypes by what prints of this language call them; empty where they are the same."""
    short: ShortNames = ShortNames()
    guards: Guards = Guards()
    third_object: ThirdObject = ThirdObject()
    wording: Wording = Wording()
    scenarios: ScenarioWords = ScenarioWords()
    documents: Documents = Documents()
    checks: Checks = Checks()
    columns: Columns = Columns()
    restyling: Restyling = Restyling()


@dataclass(frozen=True)
class Language:
    """One language: its words and the text of its grammar."""

    code: str
    lexicon: Lexicon
    grammar: str

    @property
    def mtgjson(self) -> str:
        """MTGJSON's word for the language."""
        return self.lexicon.mtgjson

    @cached_property
    def plain_words(self) -> frozenset[str]:
        """Words that are used in rules texts for what they mean, whatever name is like them."""
        lists = ("keyword_name", "subtype", "game_word", "object_noun")
        words = (word for name in lists for word in self.lexicon.words.get(name, ()))
        return frozenset((*words, *self.lexicon.subtypes, *self.lexicon.checks.words))

    @property
    def scryfall(self) -> str:
        """Scryfall's code for the language."""
        return self.lexicon.scryfall


@cache
def folder() -> Path:
    """Return the folder of grammars: inside the installed package, else beside its source."""
    package = Path(__file__).parent
    inside = package / "grammar"
    return inside if inside.is_dir() else package.parents[1] / "grammar"


@cache
def codes() -> tuple[str, ...]:
    """Return the codes of all languages that have a grammar, sorted."""
    return tuple(sorted(path.stem for path in folder().glob("*.toml")))


@cache
def load(code: str) -> Language:
    """Return the language of that code; NanoriError if there is none or its files are broken."""
    if code not in codes():
        raise NanoriError(f"unknown language “{code}”, there are: {', '.join(codes())}")
    path = folder() / f"{code}.toml"
    try:
        lexicon = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lexicon)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NanoriError(str(error), path=str(path)) from error
    return Language(code, lexicon, _grammar(code, lexicon))


def _grammar(code: str, lexicon: Lexicon) -> str:
    lists = [
        f"{name.upper()}: /(?:{'|'.join(sorted(words, key=len, reverse=True))})/"
        for name, words in lexicon.words.items()
    ]
    files = [(folder() / f"{stem}.lark").read_text("utf-8") for stem in ("common", code)]
    return "\n".join([*files, *lists, ""])


@cache
def pivot() -> str:
    """Return the code of the language whose names are the cards' names everywhere (CR 201.2)."""
    return next(code for code in codes() if load(code).lexicon.default)


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    every = [load(code) for code in codes()]
    return tuple((one.code, re.compile(one.lexicon.script)) for one in every if one.lexicon.script)


def of_text(text: str) -> str:
    """Return the code of the language a text is written in, told by its script."""
    return next((code for code, script in _scripts() if script.search(text)), pivot())
