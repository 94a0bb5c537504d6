"""A text to the places of it that no rules text has so, where one small edit makes it usual.

What is usual is counted, not listed: `grammar/xx.phrases` has how many official cards have each
short sequence of words, made by `bench/phrases.py`. Names, numbers, symbols and subtypes count as
one word each, so that it is how sentences are made and not what is said. A language without that
file is not looked at.
"""

from __future__ import annotations

import lzma
import math
import re
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, islice
from typing import NamedTuple

import msgspec
from rapidfuzz.distance import OSA

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.evidence.usage_slips import NAME, SELF
from nanori.model import typed_values
from nanori.model.errors import DataFileError

SUFFIX = ".phrases"
# The longest sequences that are counted, and the bits of a word's number in one.
LONGEST, BITS = 4, 10
# A logarithm is kept as so many parts of one.
PARTS = 8
# What a sequence costs for each word that it must be made shorter by, and an unknown word.
SHORTENED, UNKNOWN = 10, 100

MASK = (1 << BITS) - 1
# How many words are small, how many may lack wherever they stand, and how many sequences are
# remembered.
SMALL, COMMONEST, KEPT = 160, 60, 50_000
# Letters that forms of a word have in common.
BEGUN = 3
# What each sequence around an edit must have, as a count is kept, …
MANY = 13
# … and how much more usual a text is with it, and by class, where it is told.
GAIN, ODD = 80, 2.5
# What share of all that stands there in official texts a word must have that is put there.
SHARE = 0.75
# How much more than official texts seemed to gain.
MORE = 8

# Two prepositions that stand in the same places so often are a choice of what is said.
KIN = 0.07
# A word of fewer letters may have one otherwise where others may have two.
SHORT = 5
# Lists of words that say how a sentence is made.
PREPOSITIONS = ("preposition", "genitive", "with", "from")
LEFT_OUT = (*PREPOSITIONS, "definite", "indefinite", "trigger")
ADDED = (*LEFT_OUT, "if", "except", "and", "determiner", "pronoun", "comparison")
VERBS = ("give", "be", "do", "aux", "that")

# Words that stand for all of their kind.
LINE, SYMBOL, CHANGE, SIZE, NUMBER, OWN, OTHER, PROPER, TYPE, TYPES = (
    "\n", "{}", "+1", "1/1", "1", SELF, NAME, "Name", "Type", "Types"
)  # fmt: skip
PIECE = re.compile(
    r"(?P<symbol>(?:\{[^}\n]{1,6}\})+)|(?P<change>[+−-](?:\d+|X)/[+−-](?:\d+|X))"
    r"|(?P<size>(?:\d+|X|\*)/(?:\d+|X|\*))|(?P<number>\d+|\bX\b)|(?P<own>~+)|(?P<other>\0+)"
    r"|(?P<markup>\[/?[a-z]+\]|\u200b)|(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*'?)|(?P<line>\n)"
    r"|(?P<sign>[^\s\w])"
)
KINDS = {
    "symbol": SYMBOL, "change": CHANGE, "size": SIZE, "number": NUMBER, "own": OWN, "other": OTHER,
    "line": LINE,
}  # fmt: skip
# Behind these a word has a capital whatever it is.
BEGINNING = '\n.:•(—"'
# The list of subtypes.
SUBTYPE = "subtype"


class CountedWord(NamedTuple):
    """A word or sign of a text, as it is counted."""

    said: str
    start: int
    end: int


class SmallEdit(NamedTuple):
    """A small edit that makes a place usual."""

    start: int
    """The first piece that goes, of those of the text."""
    end: int
    new: tuple[str, ...]
    gain: int
    """How much more usual the text is with it, in parts of a logarithm."""


class PackedSequences(msgspec.Struct, array_like=True):
    """What a file of sequences has."""

    words: list[str]
    """The words that are counted, without those of which a line is made, the commonest first."""
    classes: bytes
    """The class of each: words of one class stand where the others do."""
    second: bytes
    """Which of them have the second form of the article before them."""
    gaps: list[bytes]
    """Of sequences of each length, in order, how much further each is than the one before."""
    counts: list[bytes]
    """Their counts, as parts of a logarithm."""
    doubted: list[tuple[int, int, int]]
    """Edits that official texts seemed to want, where others alone were counted: words and gain."""


class UsualSequences:
    """How usual each sequence of words is."""

    def __init__(self, packed: PackedSequences, language: Language) -> None:
        """Unpack what a file has."""
        self.added = _listed(language, ADDED)
        """Words that may lack, besides the commonest."""
        nouns = language.lexicon.checks.selves.nouns
        self.telling = _listed(language, VERBS) | nouns.keys()
        """Small verbs, and nouns of permanents: with one more, something else is said."""
        self.left_out = _listed(language, LEFT_OUT)
        """Words of which one may be too many."""
        self.prepositions = _listed(language, PREPOSITIONS)
        """Words one of which may be written for another."""
        self.tenses = language.lexicon.checks.templating.tenses
        self.endings = language.lexicon.checks.templating.endings
        rows = language.lexicon.checks.templating.alike
        self.articles = language.lexicon.checks.templating.articles
        self.kinds = {row[0] for row in rows} - set(language.lexicon.checks.templating.articles)
        """Words that are counted for others, which nothing tells from each other."""
        self.words = packed.words
        self.numbers = {word: number for number, word in enumerate(packed.words, 1)}
        self.classes = bytes([0, *packed.classes])
        self.second = frozenset(
            w for w, second in zip(packed.words, packed.second, strict=True) if second
        )
        self.doubted = {(old, new): gain for old, new, gain in packed.doubted}
        self.counts: dict[int, int] = {}
        for gaps, counts in zip(packed.gaps, packed.counts, strict=True):
            keys = array("Q", gaps)
            if sys.byteorder == "big":
                keys.byteswap()
            self.counts.update(zip(accumulate(keys), counts, strict=True))
        every = sum(math.exp(count / PARTS) for count in packed.counts[0])
        self._total = round(math.log(every) * PARTS)
        self._usual: dict[tuple[int, ...], int] = {}

    @cached_property
    def by_class(self) -> Mapping[tuple[int, ...], float]:
        """How many cards have sequences of words of these classes, up to three."""
        counted = defaultdict[tuple[int, ...], float](float)
        classes = self.classes
        many = [math.exp(count / PARTS) for count in range(256)]
        for key, count in self.counts.items():
            if key < 1 << 3 * BITS:
                first, second, third = key >> 2 * BITS, key >> BITS & MASK, key & MASK
                group = (classes[third],)
                if key >> BITS:
                    group = (classes[second], *group)
                if first:
                    group = (classes[first], *group)
                counted[group] += many[count]
                if key <= MASK:
                    counted[()] += many[count]
        return counted

    @cached_property
    def slots(self) -> Mapping[int, float]:
        """How many cards have any one word between two others."""
        counted = defaultdict[int, float](float)
        for key, count in self.counts.items():
            if 1 << 2 * BITS <= key < 1 << 3 * BITS:
                counted[key >> 2 * BITS << BITS | key & MASK] += math.exp(count / PARTS)
        return counted

    def share(self, before: int, word: int, behind: int) -> float:
        """Return the share of a word of all that stand between two others."""
        said, every = self.of((before, word, behind)), self.slots.get(before << BITS | behind, 0.0)
        return math.exp(said / PARTS) / every if said >= 0 and every else 0.0

    @cached_property
    def small(self) -> tuple[int, ...]:
        """The numbers of the commonest words, which may lack; none that is counted for others."""
        plain = (
            number
            for number, word in enumerate(self.words, 1)
            if is_plain(word) and word not in self.kinds
        )
        return tuple(islice(plain, SMALL))

    @cached_property
    def forms(self) -> Mapping[int, tuple[int, ...]]:
        """The other forms of words: those that begin alike and end otherwise."""
        begun: dict[str, list[int]] = {}
        for number, word in enumerate(self.words, 1):
            if is_plain(word) and word not in self.kinds and len(word) >= BEGUN:
                begun.setdefault(word[:BEGUN], []).append(number)
        return {
            number: tuple(
                other
                for other in alike
                if self._is_slip(self.words[number - 1], self.words[other - 1])
            )
            for alike in begun.values()
            for number in alike
        }

    def _is_slip(self, word: str, other: str) -> bool:
        """Tell whether two words differ by endings that are slips of one another."""
        same = _alike_letters(word, other)
        return word != other and word[same:] in self.endings and other[same:] in self.endings

    def is_other_time(self, word: str, other: str) -> bool:
        """Tell whether two words differ in when it is done."""
        same = _alike_letters(word, other)
        return same >= BEGUN and not {word[same:], other[same:]}.isdisjoint(self.tenses)

    def kin(self, word: int, other: int) -> float:
        """Return of how many slots that have one of two words both may stand in."""
        slots, others = self._where.get(word, set()), self._where.get(other, set())
        return len(slots & others) / (len(slots | others) or 1)

    @cached_property
    def _where(self) -> Mapping[int, set[int]]:
        where: dict[int, set[int]] = {}
        for key, count in self.counts.items():
            if 1 << 2 * BITS <= key < 1 << 3 * BITS and count >= MANY:
                slot = key >> 2 * BITS << BITS | key & MASK
                where.setdefault(key >> BITS & MASK, set()).add(slot)
        return where

    def are_forms(self, word: int, others: Sequence[int]) -> bool:
        """Tell whether one of some words is another form of a word."""
        return any(other in self.forms.get(word, ()) for other in others)

    def of(self, sequence: Sequence[int]) -> int:
        """Return how usual a sequence is, -1 if nothing has it."""
        key = 0
        for number in sequence:
            if not number:
                return -1
            key = key << BITS | number
        return self.counts.get(key, -1)

    def usual(self, sequence: tuple[int, ...]) -> int:
        """Return how likely the last word is behind the others, in parts of a logarithm."""
        known = self._usual.get(sequence)
        if known is None:
            cost, rest = 0, sequence
            while (said := self.of(rest)) < 0 and len(rest) > 1:
                cost, rest = cost + SHORTENED, rest[1:]
            before = self.of(rest[:-1]) if len(rest) > 1 else self._total
            known = said - before - cost if said >= 0 else -UNKNOWN - cost
            if len(self._usual) < KEPT:
                self._usual[sequence] = known
        return known

    def all_of(self, line: Sequence[int], first: int, last: int) -> int:
        """Return how likely the words between two places are, together."""
        return sum(
            self.usual(tuple(line[max(0, place - LONGEST + 1) : place + 1]))
            for place in range(first, last)
        )


def is_plain(word: str) -> bool:
    """Tell whether a word is one of the language, and stands for no others; a comma is one."""
    return word == "," or (word[0].isalpha() and word == word.lower())


def _alike_letters(word: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    pairs = enumerate(zip(word, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(word), len(other)))


@cache
def is_counted(language: Language) -> bool:
    """Tell whether it was counted what is usual in a language."""
    return (languages.folder() / f"{language.code}{SUFFIX}").exists()


@cache
def table(language: Language) -> UsualSequences | None:
    """Return what is usual in a language; None where that was not counted."""
    if not is_counted(language):
        return None
    path = languages.folder() / f"{language.code}{SUFFIX}"
    try:
        plain = msgspec.msgpack.decode(lzma.decompress(path.read_bytes()))
        return UsualSequences(typed_values.from_plain(plain, PackedSequences), language)
    except (OSError, lzma.LZMAError, msgspec.DecodeError, ValueError) as error:
        raise DataFileError(str(path), str(error)) from error


def _listed(language: Language, names: Sequence[str]) -> frozenset[str]:
    lists = language.lexicon.words
    return frozenset({",", *(word.lower() for name in names for word in lists.get(name, ()))})


def pack(packed: PackedSequences) -> bytes:
    """Return the bytes of a file of sequences."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
    return lzma.compress(msgspec.msgpack.encode(packed), format=lzma.FORMAT_XZ, filters=filters)


def pieces(text: str, language: Language) -> list[CountedWord]:
    """Return the words and signs of a text whose names are hidden, as they are counted."""
    alike = _alike(language)
    text = text.replace("“", '"').replace("”", '"').replace("’", "'")
    counted = [CountedWord(LINE, 0, 0)]
    subtypes = _subtypes(language)
    for match in PIECE.finditer(text):
        kind, word = match.lastgroup or "", match[0]
        if kind == "markup":
            continue
        said = KINDS.get(kind, word)
        if kind == "word":
            said = alike.get(word.lower(), word.lower())
            if word[0].isupper():
                at_start = counted[-1].said in BEGINNING
                ends = word.removesuffix("'").removesuffix("'s")
                if word in subtypes:
                    said = TYPE
                elif not at_start and ends in subtypes:
                    said = TYPE + word[len(ends) :]
                elif not at_start:
                    said = TYPES if word[:-1] in subtypes else PROPER
        counted.append(CountedWord(said, match.start(), match.end()))
    counted.append(CountedWord(LINE, len(text), len(text)))
    return counted


@cache
def _alike(language: Language) -> Mapping[str, str]:
    rows = language.lexicon.checks.templating.alike
    return {word: row[0] for row in rows for word in row}


@cache
def _subtypes(language: Language) -> frozenset[str]:
    return frozenset(w for w in language.lexicon.words.get(SUBTYPE, ()) if w[:1].isupper())


def find(said: Sequence[CountedWord], known: UsualSequences) -> list[SmallEdit]:
    """Return the edits that make odd places of a text usual, none beside another."""
    line = [known.numbers.get(piece.said, 0) for piece in said]
    edits = list(_every(line, known))
    kept: list[SmallEdit] = []
    taken = set[int]()
    for slip in sorted(edits, key=lambda slip: (-slip.gain, slip)):
        around = range(slip.start - 2, slip.end + 3)
        if taken.isdisjoint(around):
            taken.update(around)
            kept.append(slip)
    return kept


def _every(line: Sequence[int], known: UsualSequences) -> Iterator[SmallEdit]:
    for place in range(1, len(line) - 1):
        before, here, behind = line[place - 1 : place + 2]
        if not (before and here):
            continue
        pair = known.of((before, here)) < 0
        around = known.of((before, here, behind)) < 0
        if not pair and not around and known.of(line[max(0, place - 2) : place + 1]) >= 0:
            continue
        for start, end, new in _edits(line, place, pair, pair or around, known):
            slip = _tried(line, start, end, new, known)
            if slip is not None:
                yield slip


def _edits(
    line: Sequence[int], place: int, pair: bool, around: bool, known: UsualSequences
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the small edits of a place: a word more, less, other, or two in the other order."""
    before, here = line[place - 1], line[place]
    for word in known.small:
        if known.of((before, word, here)) >= MANY:
            yield place, place, (word,)
    if not around:
        return
    for at in (place - 1, place) if pair and place > 1 else (place,):
        if is_plain(known.words[line[at] - 1]):
            yield at, at + 1, ()
            for word in _others(line[at], known):
                if known.of((line[at - 1], word, line[at + 1])) >= MANY:
                    yield at, at + 1, (word,)
    if place + 2 < len(line) and here != line[place + 1]:
        yield place, place + 2, (line[place + 1], here)


def _others(word: int, known: UsualSequences) -> Iterator[int]:
    """Yield what may be meant by a word: its other forms, and those a letter from it."""
    yield from known.forms.get(word, ())
    if word in known.small:
        yield from (other for other in known.small if other != word)


def _tried(
    line: Sequence[int], start: int, end: int, new: tuple[int, ...], known: UsualSequences
) -> SmallEdit | None:
    """Return an edit if all that is around it is usual then, and was odd before."""
    first = max(0, start - LONGEST)
    head, tail = list(line[first:start]), list(line[end : end + LONGEST])
    meant = [*head, *new, *tail]
    at = len(head)
    for place in range(max(0, at - 2), min(at + max(len(new), 1), len(meant) - 2)):
        if known.of(meant[place : place + 3]) < MANY:
            return None
    if not _may_be_meant(line, start, end, new, known):
        return None
    last = min(len(meant), at + len(new) + LONGEST - 1)
    gain = known.all_of(meant, at, last) - known.all_of(
        line[first:], at, last + (end - start) - len(new)
    )
    old = line[start] if end - start == 1 else 0
    doubted = known.doubted.get((old, new[0] if len(new) == 1 else 0), 0)
    if gain < GAIN or (doubted and gain < doubted + MORE) or _odd(line, start, end, known) < ODD:
        return None
    return SmallEdit(start, end, tuple(known.words[word - 1] for word in new), gain)


def _may_be_meant(
    line: Sequence[int], start: int, end: int, new: tuple[int, ...], known: UsualSequences
) -> bool:
    """Tell whether an edit changes how a sentence is made, and not what it says."""
    if end - start > 1:
        return True
    is_form = start < end and bool(new) and new[0] in known.forms.get(line[start], ())
    if new and not is_form and known.share(line[start - 1], new[0], line[end]) < SHARE:
        return False
    if start == end:
        word = known.words[new[0] - 1]
        common = word in known.added or new[0] in known.small[:COMMONEST]
        return common and word not in known.telling
    here = line[start]
    if PROPER in (known.words[line[start - 1] - 1], known.words[line[end] - 1]):
        return False
    if not new:
        beside = (line[start - 1], line[end])
        if here in beside or known.are_forms(here, beside):
            return True
        return known.words[here - 1] in known.left_out
    word, other = known.words[here - 1], known.words[new[0] - 1]
    if known.classes[here] == known.classes[new[0]]:
        return False
    few = 1 if min(len(word), len(other)) < SHORT else 2
    if new[0] in known.forms.get(here, ()):
        return True
    if known.prepositions >= {word, other}:
        return known.kin(here, new[0]) < KIN
    near = word.isalpha() and OSA.distance(word, other, score_cutoff=few) <= few
    return near and not known.is_other_time(word, other)


def _odd(line: Sequence[int], start: int, end: int, known: UsualSequences) -> float:
    """Return how much oftener the oddest sequence of a place would stand by chance than it does."""
    odd, classes, counted = 0.0, known.classes, known.by_class
    every = counted[()]
    for length in (2, 3):
        for first in range(max(0, start - length + (start == end)), end + 1):
            part = line[first : first + length]
            if len(part) < length or first + length <= start or first >= max(end, start + 1):
                continue
            if known.of(part) >= 0:
                continue
            group = tuple(classes[word] for word in part)
            between = every if length == 2 else counted.get(group[1:2], 0.0)
            chance = counted.get(group[:-1], 0.0) * counted.get(group[1:], 0.0)
            chance = chance / between if between else 0.0
            odd = max(odd, (chance + 1) / (counted.get(group, 0.0) + 0.5))
    return odd
