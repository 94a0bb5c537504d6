"""What scenarios need to know of a language, and Duel Masters: `words/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
from functools import cache
from pathlib import Path

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Pattern, Template, WordList

FOLDER = Path(__file__).parent / "words"


class AbilityWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the kinds of abilities are told apart (CR 113.3)."""

    activated_keywords: tuple[str, ...] = ()
    """Keywords that are activated abilities (CR 702); longer ones may begin or end with them."""
    triggered_keywords: tuple[str, ...] = ()
    """Keywords that are triggered abilities."""
    verb: Pattern = Pattern()
    """How the word of a keyword goes on where it is none: 装備している, エンチャント１つを."""
    triggers: Pattern = Pattern()
    """Words of which a triggered ability has one, where the grammar has no list of them."""
    levels: tuple[str, ...] = ()
    """Words before or behind the number of a level (CR 711, 716)."""
    replacement: tuple[Pattern, ...] = ()
    """What a static ability says that replaces what would happen (CR 614)."""
    casting: tuple[Pattern, ...] = ()
    """What an ability of a spell says of its own casting or countering, “~” in place of the spell:
    such an ability is static (CR 604.5)."""


class WordForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How words of types and colours stand in texts, for effects that change them (CR 612)."""

    plurals: dict[str, str] = {}
    """Plurals that no rule makes."""
    endings: tuple[tuple[Pattern, str], ...] = ()
    """Pattern of a word's end, and what takes its place in the plural; the first that fits."""
    several: WordList = WordList()
    """Determiners of a plural, for words whose singular is alike."""
    before: str = ""
    """What may touch such a word in front, “non”, and what makes the same letters another word, as
    `(?<!…)`. A letter makes it one where words are divided."""
    behind: str = ""
    """The same behind it: `(?=(?:walk)?…)`."""
    apart: tuple[str, ...] = ()
    """Words that hold such a word and are another, besides longer subtypes."""
    articles: tuple[str, str] = ("", "")
    """The article before a singular, before most words, and before those that `vowel` matches."""
    vowel: Pattern = Pattern()
    """How a word begins that takes the second of these articles."""


class PredefinedToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules say a token of a subtype is (CR 111.10)."""

    name: str = ""
    """Its name; empty if that is its subtypes and “Token”."""
    name_en: str = ""
    """The English name, in another language."""
    text: str = ""
    """Its abilities, one a line."""
    emblem: bool = False
    """Whether it is an emblem (CR 114, 701.54c)."""


class TokenWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an ability says which tokens it creates (CR 111)."""

    emblems: tuple[str, ...] = ()
    """The words for an emblem among those for tokens (CR 114)."""
    copies: tuple[str, ...] = ()
    """The words for a copy."""
    joints: tuple[str, ...] = ()
    """Particles that join two kinds of tokens."""
    making: Pattern = Pattern()
    """Further verbs that create a token; each a whole word of the grammar."""
    taking: tuple[str, ...] = ()
    """What stands before a token that a verb behind it creates: 将…放进战场."""
    compound: Pattern = Pattern()
    """A word for a token that begins with its kind, which is the first group."""
    count: Template = Template(r"({}|\d+(?!/))\b")
    """A number of tokens, with {} for the number words; its group is the number."""
    aside: Pattern = Pattern(r"[(（][^()（）]*[)）]")
    """A remark among the words before “token”, as how they are read."""
    divider: Pattern = Pattern(" ")
    """What divides those words, as a pattern."""
    word: Pattern = Pattern()
    """A word that may be a subtype."""
    joint: Pattern = Pattern()
    """What joins the kinds of tokens and may touch such a word."""
    actions: dict[str, Pattern] = {}
    """What creates a token without a word for one (CR 701, 702), by the token's subtypes."""
    copying: Pattern = Pattern()
    """Keywords that create a copy of the card itself (CR 702), at the beginning of a line."""
    conjuring: Pattern = Pattern()
    """What creates a card of a name that is said behind it."""
    numbers: dict[str, int] = {}
    """Number words."""
    predefined: dict[str, PredefinedToken] = {}
    """Tokens that the rules define, by their subtypes (CR 111.10)."""


class GameWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that scenarios need to know of a language."""

    abilities: AbilityWords = AbilityWords()
    changes: WordForms = WordForms()
    tokens: TokenWords = TokenWords()
    layouts: dict[str, tuple[str, ...]] = {}
    """Words of type lines or text of a card of two faces that does not say its layout."""
    duel_masters: Pattern = Pattern()
    """A keyword that begins a line, which the first group captures, and its colon (DM 205.1a)."""


@cache
def game_words(language: Language) -> GameWords:
    """Return all that scenarios need to know of a language."""
    return languages.read_words(FOLDER, language, GameWords)
