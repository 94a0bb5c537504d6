"""A language's words: its .toml file goes in, one typed value comes out."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
import re
from typing import Literal

import msgspec

from nanori.grammar.lexicon.columns import Columns
from nanori.grammar.lexicon.names import (
    Articles,
    Guards,
    Inflection,
    Particles,
    ShortNames,
    ThirdObject,
    Wording,
)
from nanori.grammar.lexicon.pattern import Pattern


class AmbiguousWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that are of another class beside some others: “a copy” is a noun, “copy it” a verb."""

    terminal: str
    """What they are there."""
    words: tuple[str, ...]
    behind: tuple[str, ...] = ()
    """The words and signs behind which they are that; "" is a paragraph's beginning."""
    before: tuple[str, ...] = ()
    """The words before which they are."""


class Lexicon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language, as its `.toml` file lists them."""

    name: str
    """The language's English name."""
    pairs: tuple[str, ...]
    """Brackets and quotation marks, opening and closing."""
    legendary: tuple[str, ...]
    """The words of the type line that make a card a legend."""
    words: dict[str, tuple[str, ...]]
    """Lists of words; each is a terminal of the grammar, named in capitals."""
    word: str = ""
    """Pattern of a word in a text, with {} where an enclitic may begin."""
    elided: tuple[str, ...] = ()
    """Words that lose a vowel before another, and are words of their own: “qu'”."""
    enclitics: tuple[str, ...] = ()
    """Words that a hyphen ties to a verb, and are words of their own: “-la”."""
    unlisted: dict[str, str] = {}
    """Terminals by the pattern of words that no list has; the first that fits."""
    contexts: tuple[AmbiguousWords, ...] = ()
    """Words whose class the word beside them tells; the first that fits."""
    order: str = ""
    """The order of subject, verb and object, and the shared grammar of clauses: `svo`, `sov`."""
    inverts: bool = False
    """Whether the subject stands behind the verb where something else begins the clause."""
    spaces: bool = True
    """Whether something stands between the words of a sentence."""
    default: bool = False
    """Whether texts in no known script are taken for this language."""
    script: str = ""
    """Pattern that finds a character of its script, if that is not the reference language's."""
    own_script: str = ""
    """Pattern that finds a character of that script that no other language has."""
    name_marks: tuple[str, ...] = ()
    """Brackets that card names stand in, opening and closing."""
    capitals: Literal["names", "first", "nouns", "none"] = "names"
    """What has a capital within a sentence, and so is told by it: every large word of a name, or
    its first alone; every noun, so that one beside a name tells nothing; or there are none."""
    noun_first: bool = False
    """Whether what says the kind of a noun stands behind it: “créature Slivoïde”."""
    contractions: dict[str, tuple[str, str]] = {}
    """Words in which a preposition and an article have become one, with both: “du” = de + le."""
    plural: str = ""
    """What most plurals end in."""
    draft: bool = False
    """Whether the corpus does not have the forty meanings in it yet."""
    name_lists: tuple[tuple[str, str], ...] = ()
    """Pairs of patterns: a string of several names, and what divides them."""
    own_reminder: tuple[str, ...] = ()
    """How reminder text begins that is about the card or its ability, not about a keyword."""
    noise: Pattern = Pattern(r"^A-| \$[A-Z]$| \([^()]*\)$")
    """What data files add to a name and is no part of it."""
    token_name: str = ""
    """A token's name, with {} for its subtypes, where nothing names it (CR 111.4)."""
    subtype_joint: str = " "
    """What stands between several subtypes in such a name."""
    subtypes: dict[str, str] = {}
    """English subtypes by what prints of this language call them; empty where they are the same."""
    plain: tuple[str, ...] = ()
    """Plain words of rules texts that are as short as names are, and near to some."""
    types: tuple[str, ...] = ()
    """Card types, as type lines have them; each at the same place in every language."""
    supertypes: tuple[str, ...] = ()
    """Supertypes, as type lines have them."""
    spells: tuple[str, ...] = ()
    """Words of type lines of what is a spell on the stack and no permanent."""
    permanent_nouns: dict[str, tuple[str, ...]] = {}
    """Nouns of permanents behind a demonstrative, to the words of type lines that make it right."""
    original_nouns: dict[str, tuple[str, ...]] = {}
    """Nouns behind a demonstrative of the language of originals, to those that say the same."""
    this: str = "{}"
    """How a card calls itself, {} being the noun for what it is."""
    symbols: dict[str, str] = {}
    """Written names of mana and other symbols, to what stands for them in braces (CR 107.4)."""
    duel_masters: tuple[str, ...] = ()
    """Words that texts of that game have and those of no other, in small letters."""
    symbol_costs: Pattern = Pattern("[:：,，]")
    """What stands behind a number in brackets that is a cost."""
    quotations: tuple[str, ...] = ()
    """Marks in pairs of quotations, the one that is used first, then others."""
    short: ShortNames = ShortNames()
    inflection: Inflection = Inflection()
    particles: Particles = Particles()
    articles: Articles = Articles()
    guards: Guards = Guards()
    third_object: ThirdObject = ThirdObject()
    wording: Wording = Wording()
    columns: Columns = Columns()

    @property
    def any_word(self) -> str:
        """The pattern of a word, of an elided one, or of an enclitic."""
        if particles := self.particles.alternation:
            letter, whole = self.script, "|".join(self.particles.whole)
            ending = re.compile(rf"{letter}+(?:{particles})")
            lists = (word for words in self.words.values() for word in words)
            listed = sorted(filter(ending.fullmatch, lists), key=len, reverse=True)
            # A word that only looks as if it ended in a particle, else one up to its particle.
            alike = rf"(?:{'|'.join(listed) or '(?!)'}|{letter}*(?:{whole}))(?!{letter})"
            return rf"{alike}|{letter}+?(?=(?:{particles})(?!{letter}))|{self.word}"
        if not self.elided and not self.enclitics:
            return self.word
        enclitic = rf"(?:{'|'.join(self.enclitics)})(?!\w)"
        elided = "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in self.elided)
        return rf"-{enclitic}|(?:{elided})['’](?=\w)|{self.word.replace('{}', f'(?!{enclitic})')}"

    @property
    def titles(self) -> tuple[str, ...]:
        """The marks in pairs in which prose writes card names, and nothing else."""
        return tuple(pair for pair in self.name_marks if pair not in self.quotations)

    @property
    def nested(self) -> tuple[str, str]:
        """The quotation marks that names have, too, and those for a quotation within one."""
        both = [pair for pair in self.quotations if pair in self.name_marks]
        return (both[0], both[1]) if len(both) > 1 else ("", "")

    @property
    def word_letter(self) -> str:
        """A letter with which a word goes on, as a pattern; "" where none tells that."""
        return r"\w" if self.spaces else self.guards.pursued.pattern

    @property
    def touching(self) -> str:
        """A letter that makes another beside it one word where words are not divided: a pattern."""
        return r"(?!)" if self.spaces else self.guards.letter.pattern

    @property
    def persons(self) -> tuple[str, ...]:
        """The types whose legends are persons, in small letters: creatures, planeswalkers."""
        return (self.types[0].casefold(), self.types[4].casefold()) if self.types else ()

    def noun(self, kind: str) -> str:
        """Return the noun by which a kind of object calls itself: `card`, `spell`, `permanent`."""
        return kind if self.default else next(iter(self.original_nouns.get(kind, ())), "")

    @property
    def starts(self) -> str:
        """Pattern of no width that holds wherever a terminal begins: where no word is cut."""
        return r"(?<!\w)|(?!\w)" if self.spaces and not self.particles.whole else ""

    @property
    def verb_last(self) -> bool:
        """Whether the verb that gives an ability stands behind it."""
        return self.order.endswith("v")
