"""What most texts of a file do, which shows up those that do not.

The width in which they write each sort of characters, and what they say about a keyword in reminder
text, whatever numbers, costs and objects are in it.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec

from nanori.formats.entries import FILLED_IN, SetKeyword
from nanori.grammar.languages import Language
from nanori.model.values import Card

# So many texts must have one width for each that has the other.
SURE = 10

# How far an ASCII character is from its full-width form.
WIDER = 0xFEE0
# The place of symbols, besides those of the sorts in their list.
SYMBOLS = -1
NARROW_SYMBOL = re.compile(r"\{[A-Z0-9][A-Z0-9/]{0,6}\}")
# One with a full-width letter, which no program recognises.
WIDE_SYMBOL = re.compile(r"\{(?P<letters>[Ａ-Ｚ][Ａ-Ｚ０-９A-Z0-9／/]{0,6})\}")


def wide_symbols(text: str, sure: Callable[[], bool]) -> Sequence[re.Match[str]]:
    """Return the full-width symbols of a text that has others in half width, or should have.

    Whether it should is asked only where there are some.
    """
    wide = [*WIDE_SYMBOL.finditer(text)]
    return wide if wide and (NARROW_SYMBOL.search(text) or sure()) else ()


def widened(words: str) -> str:
    """Return words in full width."""
    if words.isascii():
        return "".join(chr(ord(sign) + WIDER) for sign in words)
    return unicodedata.normalize("NFKC", words)


def plain(text: str, language: Language) -> str:
    """Return a text with blanks for what has a width of its own, its length unchanged."""
    for own_width in language.lexicon.checks.own_width:
        if own_width.may_be_in(text):
            text = own_width.sub(lambda stretch: "\x00" * len(stretch[0]), text)
    return text


# A file, a language, and a set, or None for the whole file.
_Group = tuple[str, str, str | None]


class HouseWidths:
    """How many texts of each set, and file, write a sort of characters in its usual width.

    The usual one is full width, except for symbols.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._usual: dict[_Group, Counter[int]] = defaultdict(Counter)
        """In how many texts of a set, or of a file, each sort has that width."""
        self._other: dict[_Group, Counter[int]] = defaultdict(Counter)
        self._even: set[int] = set()
        """Hashes of the texts that have no sort in its other width: nearly all."""

    def add(self, card: Card, language: Language, path: str) -> None:
        """Note the widths of a card's text, for its set and for its file."""
        sorts, text = language.lexicon.checks.widths, card.text
        words = plain(text, language) if sorts else ""
        usual = [number for number, sort in enumerate(sorts) if sort.wide.search(words)]
        other = [number for number, sort in enumerate(sorts) if sort.narrow.search(words)]
        if sorts and not other:
            self._even.add(hash((language.code, text)))
        if NARROW_SYMBOL.search(text):
            usual.append(SYMBOLS)
        if WIDE_SYMBOL.search(text):
            other.append(SYMBOLS)
        for of_set in ((path, language.code, card.printed), (path, language.code, None)):
            for counts, numbers in ((self._usual, usual), (self._other, other)):
                if numbers:
                    counts[of_set].update(numbers)

    def is_even(self, text: str, lang: str) -> bool:
        """Tell whether a text is known to have no sort in its other width."""
        return hash((lang, text)) in self._even

    def join(self, other: "HouseWidths") -> None:
        """Take in what another has noted of other texts."""
        for mine, theirs in ((self._usual, other._usual), (self._other, other._other)):
            for group, texts in theirs.items():
                mine[group].update(texts)
        self._even |= other._even

    def has_narrow_symbols(self, card: Card, path: str) -> bool:
        """Tell whether a card's set writes symbols in half width, as programs read them."""
        return self.is_usual(SYMBOLS, card, path)

    def is_usual(self, number: int, card: Card, path: str) -> bool:
        """Tell whether a set writes a sort, by its place in the list, as is usual, but for slips.

        Of a set that has too few texts to tell, the file is asked.
        """
        usual, other = self._counted((path, card.lang, card.printed), number)
        if usual + other < SURE:
            usual, other = self._counted((path, card.lang, None), number)
        return usual >= SURE * max(1, other)

    def _counted(self, group: _Group, number: int) -> tuple[int, int]:
        """Return in how many texts a sort has either width; asking notes nothing."""
        usual, other = self._usual.get(group), self._other.get(group)
        return usual[number] if usual else 0, other[number] if other else 0


# A reminder; what is shorter is none, and what is longer has lost its bracket.
BRACKETED = re.compile(r"[(（]([^()（）]{20,600})[)）]")
# The keyword before a reminder, the last of its line, with its number or cost.
KEYWORD = re.compile(
    r"(?:^|[,;、] ?)([^\W\d_][^\d{—–,;、.。:：]{1,30}?)[ 　]?"
    r"(?:[—– 　]*(?:\{[^{}]{1,9}\}|[\d０-９XＸ]{1,3})){0,8}[ 　]?$"
)
# A word of a reminder; a character in languages that do not divide words.
WORD = r"\{[^{}]{1,9}\}|[A-Za-zÀ-ɏ]+(?:['’-][A-Za-zÀ-ɏ]+)*|[\d０-９]+|\S"
# What a cost begins with, and what stands for words that a program fills in.
SIGNS = ("{", FILLED_IN)
# Stands for numbers, costs, and what the card calls itself.
ANY = "#"
# Words that are remembered as any card says them.
KEPT = 4096
# Patterns that are remembered: most cards need their language's, without their name.
KEPT_PATTERNS = 128
# Letters of the shortest word that may be a plural.
LETTERS = 4


class ReminderWord(NamedTuple):
    """A word of a reminder, in the form shared by all cards with the keyword."""

    said: str
    start: int
    end: int


class Reminder(NamedTuple):
    """The reminder of a keyword in a text."""

    keyword: str
    words: tuple[ReminderWord, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """What its words say."""
        return tuple(word.said for word in self.words)


def find(card: Card, language: Language) -> Iterator[Reminder]:
    """Yield the reminders of a text that follow a keyword, in order."""
    for match, line in _bracketed(card.text):
        keyword = KEYWORD.search(line)
        if keyword is not None:
            words = _words(card, match.start(1), match.end(1), language)
            yield Reminder(keyword[1].casefold(), words)


class OwnReminder(NamedTuple):
    """The reminder of a keyword that the set defines."""

    reminder: Reminder
    defined: tuple[str, ...]
    """The words that the set gives the keyword for it."""


def of_own_keywords(
    card: Card, language: Language, keywords: Sequence[SetKeyword]
) -> Iterator[OwnReminder]:
    """Yield the reminders of a text that follow one of a set's own keywords, in order."""
    for match, line in _bracketed(card.text) if keywords else ():
        for keyword in keywords:
            if _named_last(keyword.pattern).search(line):
                words = _words(card, match.start(1), match.end(1), language)
                defined = msgspec.structs.replace(card, text=keyword.reminder)
                meant = _words(defined, 0, len(keyword.reminder), language)
                reminder = Reminder(keyword.name, words)
                yield OwnReminder(reminder, tuple(word.said for word in meant))
                break


def _bracketed(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each reminder with what precedes it on its line."""
    for match in BRACKETED.finditer(text):
        yield match, text[text.rfind("\n", 0, match.start()) + 1 : match.start()].rstrip()


@cache
def _named_last(pattern: str) -> re.Pattern[str]:
    """Return a pattern for a keyword at the end of a line, alone or after others."""
    return re.compile(rf"(?:^|[,;、—] ?){pattern}$", re.IGNORECASE)


class ReminderSlip(NamedTuple):
    """A place where a reminder differs from the usual one."""

    start: int
    end: int
    usual: str
    """The words that others have there; empty if they have none."""
    lacks: bool
    """Whether the words of the place are right, but others belong before them."""


def differences(reminder: Reminder, usual: tuple[str, ...]) -> list[ReminderSlip]:
    """Return where a reminder differs from the usual words, in order."""
    places: list[ReminderSlip] = []
    words = reminder.words
    matcher = SequenceMatcher(None, reminder.said, usual, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind != "equal" and ANY not in (*usual[begin:end], *reminder.said[first:last]):
            start = words[min(first, len(words) - 1)].start
            stop = words[last - 1].end if last > first else words[min(first, len(words) - 1)].end
            lacks = kind == "insert" and first < len(words)
            places.append(ReminderSlip(start, stop, " ".join(usual[begin:end]), lacks))
    return places


def distance(said: tuple[str, ...], usual: tuple[str, ...]) -> int:
    """Return how many words at most are in one of two reminders and not in the other."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(said, usual)


def _words(card: Card, start: int, end: int, language: Language) -> tuple[ReminderWord, ...]:
    """Return the words of a reminder without what differs from card to card."""
    kept: list[ReminderWord] = []
    own = _this(language)
    if card.name and card.name.casefold() in card.text[start:end].casefold():
        own = "|".join(filter(None, (re.escape(card.name), own)))
    pattern = _pattern(own)
    for match in pattern.finditer(card.text, start, end):
        said = ANY if match["own"] else _said(match[0], language)
        if said == ANY and kept and kept[-1].said == ANY:
            kept[-1] = kept[-1]._replace(end=match.end())
            continue
        kept.append(ReminderWord(said, *match.span()))
    return tuple(kept)


@lru_cache(KEPT)
def _said(word: str, language: Language) -> str:
    """Return a word in a form that does not depend on the number of objects."""
    said = _singular(unicodedata.normalize("NFKC", word).casefold(), language)
    if said in _counting(language) or said[0] in SIGNS or said[0].isdigit():
        return ANY
    return said


def _singular(word: str, language: Language) -> str:
    """Return a word without its plural ending."""
    for ending, other in language.lexicon.documents.plurals.items():
        if len(word) >= LETTERS and word.endswith(ending):
            return word.removesuffix(ending) + other
    return word


@cache
def _counting(language: Language) -> frozenset[str]:
    """Return the words for numbers, those that say one, kinds of permanents, and pronouns."""
    words = {word for listed in language.lexicon.checks.amounts.numbers.values() for word in listed}
    kinds = {noun.casefold() for _, noun in language.lexicon.restyling.nouns}
    # “coalesce Demon (… Demon …)”, “put a counter on her”: those words are the card's own.
    own = {
        _singular(word.casefold(), language)
        for sort in ("indefinite", "subtype", "pronoun")
        for word in language.lexicon.words.get(sort, ())
    }
    return frozenset({*words, *kinds, *own, "x"})


def _this(language: Language) -> str:
    this = re.escape(language.lexicon.restyling.this).replace(r"\{\}", r"[^\W\d_]+")
    return this if language.lexicon.spaces else ""


@lru_cache(KEPT_PATTERNS)
def _pattern(own: str) -> re.Pattern[str]:
    """Return the pattern of words, with what a card calls itself as one."""
    return re.compile(rf"(?P<own>{own or '(?!)'})|{WORD}", re.IGNORECASE)
