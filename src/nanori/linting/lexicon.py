"""What checks need to know of a language: `rows/xx.toml`."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
import csv
import re
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.grammar.lexicon.pattern import Finder, Pattern, WordList
from nanori.linting.templating import Templating
from nanori.model import data_files
from nanori.model.errors import DataFileError

FOLDER = Path(__file__).parent / "rows"

# Prints of which the words of `kept` were learnt; older ones were worded otherwise.
KEPT_SINCE = "2019"


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
    readied: WordList = WordList()
    """Verbs of what is done to it."""
    sacrificed: WordList = WordList()
    """Verbs of what is done to the giver, if it is attached, else to what has the ability."""
    unremarked: tuple[str, ...] = ()
    """Nouns of the language of reference that brackets in this language leave out."""
    unsaid: bool = False
    """Whether brackets in this language may leave out what the keyword is of, or say “it”."""
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
    cardinals: dict[str, str] = {}
    """Numbers in digits to the one word for them that agrees with whatever is counted."""
    no_number: WordList = WordList()
    """What has such words in it and is no number."""
    counted: Pattern = Pattern(r"(?<!\d)(?<!\d\.)(?P<number>\d{1,6})(?!\d|(?<=\b1)d\d)")
    """A number in digits, in half width; `number` captures it."""
    limit: WordList = WordList()
    """Words that say that a number is the most or the least."""
    again: WordList = WordList()
    """Words for an amount said elsewhere, which the other language may say once more."""
    strict: WordList = WordList()
    """Those of `limit` that leave the number itself out, so that the one beside it may be said."""


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


# How far a row looks, in code points or words: no sentence is as long.
REACH = 250


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that no rules text has."""

    pattern: Pattern
    """The words; where `said`, or `said2` of another branch, captures a part of them, that alone is
    reported, a `gap` with the letters beside it, of a doubled `part` the second. In the tables
    `grammar`, `wording` and `capitals` the text's names are hidden behind “~” and all apostrophes
    are straight."""
    meant: str | tuple[str, ...] | dict[str, str] = ""
    """What stands in their place, `\\1` for a group, `{}` for the words; empty where open. One for
    each `said`, `said2` … where they differ, or for each of the words."""
    why: str = "is not how rules text says it"
    """Why they are wrong, as it is told after them."""
    cased: Literal["", "small", "large", "spelled"] = ""
    """Whether the same words in small letters, with a capital, or a number's word stand there."""
    safe: bool = False
    """Whether nothing else can be meant: a fix is safe if others by its branch were right."""
    law: bool = False
    """Whether the fix is safe by a law: a doubled word, a stop, the braces of a symbol."""
    since: str = ""
    """The date, `YYYY-MM-DD`, of the first set that has it so throughout."""
    symbols: bool = False
    """Whether it is about symbols without braces, which files may have that mark symbols."""
    cards: bool = False
    """Whether running text, and the cards of other games, may say it."""

    def __post_init__(self) -> None:
        """Have it look no farther than a sentence goes, from every place of a text."""
        self.pattern.reach = REACH


# Each has an example that fails without it: `Discard ⟦this → this card⟧: Draw a card.`
RowTable = dict[str, tuple[Row, str]]
Table = Literal["grammar", "wording", "capitals", "garbled", "outdated"]


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of each table, by the rule's name: of two that match at a place the first counts."""

    grammar: RowTable = {}
    """Slips of the language itself."""
    wording: RowTable = {}
    """Words that rules texts have otherwise."""
    capitals: RowTable = {}
    """Capitals that lack or are too many, besides those of subtypes and keywords."""
    garbled: RowTable = {}
    """Words that no rules text of a language has, whatever it is translated from."""
    outdated: RowTable = {}
    """Terms of the rules of former times."""


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words, mostly verbs, and the particles that may join to them what stands before them."""

    heads: tuple[str, ...]
    """Words, or their stems if they have `ends`."""
    takes: dict[str, tuple[str, ...]]
    """Classes of `arguments` to their particles, the usual one first; others may have any."""
    ends: tuple[str, ...] = ("",)


class Spelling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How words of names are spelt."""

    dictionary: str = ""
    """The code under which the spelling checker has a dictionary; no names without it."""
    endings: tuple[str, ...] = ()
    """How words end that a dictionary has without that."""


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
    stem: Pattern = Pattern(".*")
    """A word without the ending that says how it is used."""
    spare: Pattern = Pattern()
    """Words that a translation may say or leave out: a pronoun with its particle, “one”."""
    particle: Pattern = Pattern()
    """What may follow any word where words are not divided; what fixes put in is held to it."""
    person: Pattern = Pattern()
    """A planeswalker of a type that is a person's name (CR 205.3j); `type` captures it."""
    person_line: Pattern = Pattern()
    """A type line with one such type; `type` captures it."""
    target: Pattern = Pattern()
    """What says that something is a target, outside reminder text."""
    templating: Templating = Templating()
    rows: Rows = Rows()
    spelling: Spelling = Spelling()
    signs: dict[str, str] = {}
    """Signs of other languages behind the language's own script, to its own."""
    widths: tuple[Width, ...] = ()
    """Signs that are written in one width throughout a text."""
    own_width: tuple[Pattern, ...] = ()
    """What has a width of its own: symbols, loyalty abilities, the lines of a level."""
    ruby: Pattern = Pattern()
    """The reading of the characters before it, set into a text; `reading` captures it."""
    reflexive: str = ""
    """A word for the object in the place of its name, said again: “itself”."""
    amounts: Amounts = Amounts()
    since: dict[str, str] = {}
    """Words and types of originals that prints have since a date, `YYYY-MM-DD`; `words` of all,
    `types` of a whole type line."""
    ability_words: dict[str, tuple[str, ...]] = {}
    """Ability words of originals (CR 207.2c), to those any of which is one of them here."""
    reworded: tuple[Pattern, ...] = ()
    """What reminder text says otherwise in another language; without it none is compared."""
    reworded_elsewhere: tuple[Pattern, ...] = ()
    """What it says otherwise in languages without such rows of their own."""
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
    quotation_end: Pattern = Pattern()
    """Where a quoted ability must end, by what follows it."""
    counters: dict[str, tuple[str, ...]] = {}
    """Things to the words that count them, in a language that has one for each sort of things."""
    saying: dict[str, Finder] = {}
    """What an original says, to their pattern or plain words; `compared` of translations asks."""
    compared: tuple[Distinction, ...] = ()
    """What a translation must not say instead of it."""
    kept: dict[str, tuple[Pattern, ...]] = {}
    """What originals say, by its name in `saying`, to words of which a translation has one;"""
    unadded: tuple[str, ...] = ()
    """what it says nowhere else."""
    lost: tuple[Mending, ...] = ()
    """Where a word that a line lacks would stand,"""
    surplus: tuple[Mending, ...] = ()
    """and what a line says without a word that its original does not have."""

    def __post_init__(self) -> None:
        """Let the patterns of rows know the parts."""
        for table in get_args(Table):
            for row, _ in getattr(self.rows, table).values():
                row.pattern.parts = self.templating.parts


@cache
def lint_words(language: Language) -> LintWords:
    """Return what checks need to know of a language.

    DataFileError for a row that is wrong, with its line, while the file is not in its kept form.
    """
    words = languages.read_words(FOLDER, language, LintWords, _prove_rows)
    keywords = _keywords(language)
    if language.code == languages.reference_language():  # it says what the others stand for
        either = {said: Pattern(rf"(?i)(?<![\w-]){said}(?![\w-])") for said in keywords}
        return msgspec.structs.replace(words, saying={**words.saying, **either})
    divided = language.lexicon.spaces and not language.lexicon.particles.whole
    before = Pattern(r"(?i)(?<![\w-])" if divided else "")
    behind = Pattern(r"(?!\w)" if divided else "")

    def row(values: dict[str, tuple[Pattern, ...]], added: set[str], *, terms: bool) -> Distinction:
        return Distinction(
            values,
            lost=(*values,),
            added=(*added.intersection(values),),
            before=before,
            behind=behind,
            terms=terms,
            since=KEPT_SINCE,
        )

    rows = [row(keywords, set(), terms=True)] if keywords else []
    rows += [row({said: words.kept[said]}, {*words.unadded}, terms=False) for said in words.kept]
    return msgspec.structs.replace(words, compared=(*words.compared, *rows))


def _keywords(language: Language) -> dict[str, tuple[Pattern, ...]]:
    """Return what a language calls keyword abilities and actions: first as in a sentence.

    `rows/keywords.csv` has a row for each, a column for each language, `|` between patterns.
    """
    table = csv.DictReader(data_files.text(FOLDER / "keywords.csv").splitlines())
    original = languages.reference_language()
    cells = {row[original]: row.get(language.code) for row in table}
    return {said: (*map(Pattern, cell.split("|")),) for said, cell in cells.items() if cell}


# What an example is about, and what shall stand there; nothing behind it where that is open.
MARK = re.compile(r"⟦(?P<wrong>[^⟧]*?)(?: → (?P<right>[^⟧]*))?⟧")


def _prove_rows(path: Path, words: LintWords) -> None:
    """Raise DataFileError for the first row whose pattern is none or does not find its example."""
    for table in get_args(Table):
        entries: RowTable = getattr(words.rows, table)
        for rule, (row, example) in entries.items():
            fault = ""
            try:
                found = row.pattern.search(MARK.sub(r"\g<wrong>", example))
            except DataFileError as error:
                fault = error.message
            else:
                if not MARK.search(example):
                    fault = "a part of the example was wanted in ⟦ ⟧"
                elif found is None:
                    fault = "the pattern does not find its example"
            if fault:
                place = data_files.location(path, f"rows.{table}.{rule}")
                raise DataFileError(place, f"{rule}: {fault}")
