"""A text to the places where its words stand in a row as in no print, and would with one edit.

Prints are a closed language: what classes of words stand in a row there, three and four at a time,
is counted in a file beside the language's others (`grammar/gather_sequences.py`). Where a row has
none of these, but has with one word inserted, left out, exchanged for one it is mistaken for, or
for the one beside it, and is far likelier then, that was meant (a noisy channel).
"""

import sys
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import log2
from typing import NamedTuple

import msgspec

from nanori.grammar import languages, word_classes
from nanori.grammar.languages import Language
from nanori.grammar.word_classes import ClassedWord
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence.usage_slips import masked

# What such a file is called behind its language's code.
SUFFIX = ".sequences"
# The longest row, and how many bits a class has in the number that stands for a row.
LONGEST, BITS = 4, 9
# Numbers of classes: of what prints never have, of the ends of a text, of the first other one.
UNKNOWN, BEGIN, END, FIRST = 1, 2, 3, 4
# Counts are kept as logarithms, so many steps for each doubling.
STEPS = 16
# What a row loses for each word by which it must be shortened to be found: three tenths remain.
SHORTENED = 28
# So much likelier, in steps, a row must be with the edit (1,300 times; with a comma more, 300), …
RATIO, WITH_COMMA = 165, 130
# … the three words in a row with it must be in so many prints (5), …
ATTESTED = 37
# … and if four words make a row of none, the three in them must be in so many (20).
OFTEN = 69
COMMA, NAMED = ",", "name"
# Words before an edit that may be what a verb depends on.
BEFORE = 8
# So many cards of a set that have the same words mean them.
HOUSE = 3


class LikelyEdit(NamedTuple):
    """An edit: the words that it replaces, from and to, by what, and how much likelier that is."""

    gain: int
    start: int
    end: int
    meant: str


class Channel(NamedTuple):
    """What rows prints have, by their number, and the edits that are tried."""

    numbers: Mapping[str, int]
    rows: Mapping[int, int]
    total: int
    lost: Mapping[str, int]
    surplus: frozenset[str]
    instead: Mapping[str, Mapping[str, int]]
    verbs: frozenset[str]
    causing: frozenset[str]


def find(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such place, with the words as prints have them."""
    channel = of(subject.language)
    if channel is None:
        return
    words = word_classes.words(masked(subject), subject.language)
    for slip in sorted(slips(words, channel), key=lambda slip: slip.start):
        if not _is_of_house(slip, words, subject):
            yield from _told(slip, words, subject.card.text, subject.language)


def _told(
    slip: LikelyEdit, words: Sequence[ClassedWord], text: str, language: Language
) -> Iterator[Finding]:
    start, meant = words[slip.start].start if slip.start < len(words) else len(text), slip.meant
    if slip.start == slip.end:
        before, changes = words[slip.start - 1], language.lexicon.scenarios.changes
        if meant == changes.articles[0] and changes.vowel.match(text, start):
            meant = changes.articles[1]
        said = text[before.start : before.end]
        message = f"“{said}” lacks “{meant}” after it"
        meant = f"{said}{' ' * meant[0].isalnum()}{meant}"
        yield replaced(before.start, before.end, meant, f"{message}: “{meant}”", safe=False)
        return
    last = words[slip.end - 1]
    said = text[start : last.end]
    if not meant and said[0].islower() and slip.start:
        begin = words[slip.start - 1].end
        yield replaced(begin, last.end, "", f"“{said}” is superfluous", safe=False)
    elif meant:
        if slip.end - slip.start == 2:
            meant = f"{text[last.start : last.end]} {text[start : words[slip.start].end]}"
        elif said[0].isupper():
            meant = meant[0].upper() + meant[1:]
        message = f"“{said}” is not how rules text says it: “{meant}”"
        yield replaced(start, last.end, meant, message, safe=False)


def _is_of_house(slip: LikelyEdit, words: Sequence[ClassedWord], subject: Subject) -> bool:
    """Tell whether several cards of the set have the same words there, so that they are meant."""
    text, start = subject.card.text, words[max(0, slip.start - 1)].start
    start = max(text.rfind(blank, 0, start) for blank in " \n") + 1
    return subject.index.says_together(subject.card, start, subject.path) >= HOUSE


def slips(words: Sequence[ClassedWord], channel: Channel) -> list[LikelyEdit]:
    """Return the edits that make a text likeliest, the best first, none beside another."""
    row = framed([channel.numbers.get(word.kind, UNKNOWN) for word in words])
    wrong = {at for start in _unattested(row, channel.rows) for at in range(start, start + LONGEST)}
    likely = [
        slip
        for place in sorted(wrong)
        if 0 < place < len(row) - 1
        for slip in _edits(place, row, words, channel)
    ]
    chosen: list[LikelyEdit] = []
    for slip in sorted(likely, reverse=True):
        if all(slip.end + 1 < edit.start or edit.end + 1 < slip.start for edit in chosen):
            chosen.append(slip)
    return chosen


def _unattested(row: Sequence[int], rows: Mapping[int, int]) -> Iterator[int]:
    """Yield where three words stand in a row as in no print, or four of which three often do."""
    threes = [packed(row[at : at + 3]) for at in range(len(row) - 2)]
    for at, three in enumerate(threes):
        if three not in rows or (
            at + 3 < len(row)
            and rows[three] >= OFTEN
            and rows.get(threes[at + 1], 0) >= OFTEN
            and three << BITS | row[at + 3] not in rows
        ):
            yield at


def _edits(
    place: int, row: Sequence[int], words: Sequence[ClassedWord], channel: Channel
) -> Iterator[LikelyEdit]:
    """Yield the edits at a word that give it a row of prints; the row has one more before it."""
    at, rows = place - 1, channel.rows
    said, before = words[at].said, words[max(0, at - BEFORE) : at]
    edits: list[tuple[int, str, tuple[int, ...]]] = []
    if before and before[-1].said[-1].isalnum():  # nothing is told of what may begin a clause
        edits += ((0, *lost) for lost in _between(row[place - 1], row[place], channel))
    for meant, kind in channel.instead.get(said, {}).items():
        if rows.get(packed((row[place - 1], kind, row[place + 1])), -1) >= ATTESTED:
            edits.append((1, meant, (kind,)))
    if said in channel.surplus or (before and said == before[-1].said):
        edits.append((1, "", ()))
    if said.isalpha() and at + 1 < len(words) and words[at + 1].said.isalpha():
        edits.append((2, f"{words[at + 1].said} {said}", (row[place + 1], row[place])))
    start = max(0, place - LONGEST + 1)
    for length, meant, new in edits:
        end = place + length
        old = row[start : end + LONGEST]
        changed = (*row[start:place], *new, *row[end : end + LONGEST])
        until = place - start + len(new)
        if changed == old or not _attested(changed, place - start, until, rows):
            continue
        gain = _weight(changed, place - start, until + 3, channel)
        gain -= _weight(old, place - start, place - start + length + 3, channel)
        caused = meant in channel.verbs and any(
            word.said in channel.causing or word.kind == NAMED for word in before
        )
        if gain >= (RATIO if meant != COMMA else WITH_COMMA) and not caused:
            yield LikelyEdit(gain, at, at + length, meant)


def _between(before: int, behind: int, channel: Channel) -> list[tuple[str, tuple[int, ...]]]:
    """Return the words that are often between two classes."""
    row = before << 2 * BITS | behind
    return [
        (meant, (kind,))
        for meant, kind in channel.lost.items()
        if channel.rows.get(row | kind << BITS, -1) >= ATTESTED
    ]


def _attested(row: Sequence[int], start: int, end: int, rows: Mapping[int, int]) -> bool:
    """Tell whether prints have the rows at a place: those of three words, and those of four."""
    if start == end:  # nothing is left there: what stands beside each other now is asked for
        start, end = start - 1, end + 1
    for length, least in ((3, ATTESTED), (4, 0)):
        for at in range(max(0, start - length + 1), min(len(row) - length, end - 1) + 1):
            if rows.get(packed(row[at : at + length]), -1) < least:
                return False
    return True


def _weight(row: Sequence[int], start: int, end: int, channel: Channel) -> int:
    """Return how likely words are behind those before them, as a logarithm in steps."""
    weight, rows = 0, channel.rows
    for at in range(start, min(end, len(row))):
        for first in range(max(0, at - LONGEST + 1), at):
            known = rows.get(packed(row[first:at]))
            if known is None:
                continue
            said = rows.get(packed(row[first : at + 1]))
            if said is not None:
                weight += said - known
                break
            weight -= SHORTENED
        else:
            weight += rows.get(row[at], -STEPS) - channel.total
    return weight


def framed(row: Iterable[int]) -> tuple[int, ...]:
    """Return the classes of a text between those of its ends."""
    return BEGIN, *row, END


def packed(row: Iterable[int]) -> int:
    """Return the number that stands for a row of classes."""
    key = 0
    for number in row:
        key = key << BITS | number
    return key


def encoded(kinds: Sequence[str], counts: Mapping[int, int]) -> bytes:
    """Return the contents of the file: the classes, the rows, how often each occurs."""
    keys = sorted(counts)
    gaps = array("Q", (after - key for key, after in pairwise([0, *keys])))
    weights = bytes(round(STEPS * log2(counts[key])) for key in keys)
    planes = b"".join(gaps.tobytes()[byte :: gaps.itemsize] for byte in range(gaps.itemsize))
    return zlib.compress(msgspec.msgpack.encode((kinds, planes, weights)), 9)


@cache
def of(language: Language) -> Channel | None:
    """Return what is counted of a language's prints; None if that is nothing."""
    path = languages.folder() / (language.code + SUFFIX)
    sequences = language.lexicon.checks.templating.sequences
    if not sequences.lost or not path.is_file():
        return None
    kinds, planes, weights = msgspec.msgpack.decode(
        zlib.decompress(path.read_bytes()), type=tuple[tuple[str, ...], bytes, bytes]
    )
    size = len(weights)
    gaps = bytearray(len(planes))
    for byte in range(array("Q").itemsize):
        gaps[byte :: array("Q").itemsize] = planes[byte * size : (byte + 1) * size]
    keys = array("Q", bytes(gaps))
    if sys.byteorder == "big":
        keys.byteswap()
    rows = dict(zip(accumulate(keys), weights, strict=True))
    numbers = {kind: number for number, kind in enumerate(kinds, FIRST)}

    def number(said: str) -> int:
        return numbers.get(word_classes.words(said, language)[0].kind, UNKNOWN)

    mistaken = [*word_classes.mistaken(language)]
    instead: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for said, meant, _ in mistaken:
        instead[said][meant] = number(meant)
    all_words = sum(2 ** (rows.get(kind, 0) / STEPS) for kind in numbers.values())
    return Channel(
        numbers,
        rows,
        round(STEPS * log2(all_words)),
        {word: number(word) for word in sequences.lost},
        frozenset(sequences.surplus),
        instead,
        frozenset(meant for _, meant, is_verb in mistaken if is_verb),
        frozenset(sequences.causing),
    )
