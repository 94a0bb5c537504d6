"""Stretches of letters in a translation that no other translation of the files has.

A wrong, lost or superfluous letter makes stretches that nothing else has, which one edit
turns into frequent ones: `船場に出`, where 戦場に出 occurs a hundred times. This finds what no
table of words can list: kanji with the same sound, doubled words; not what consists of
endings alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting import indexes
from nanori.linting.context import Pair
from nanori.linting.evidence import precedents
from nanori.linting.evidence.precedents import NUMBER, WHOLE
from nanori.linting.lexicon import lint_words

# Letters of a stretch, of two adjacent ones, and of one with a letter more.
LENGTH, BESIDE, LONGER = 4, 2, 5
# The stretches that are meant occur so often, …
FREQUENT = 15
# … and so many times as often as with any other correction.
CLEAR = 3
# A part that occurs more often than this counts no more.
ENOUGH = 100
# In this text only.
ONCE = 1
# Precedes and follows a part, so that its ends make stretches, too.
EDGE = (LENGTH - 1) * "\n"
TWICE = re.compile(r"(\w{2,12})\1")
DIGIT = re.compile(r"\d")
LETTERS = re.compile(r"\w*")


class Strange(NamedTuple):
    """Letters that make stretches which nothing else has."""

    start: int
    end: int
    said: str
    meant: str
    times: int
    """How often the rarest intended stretch occurs."""
    sure: bool
    """Whether nothing else can be meant."""


class _Edit(NamedTuple):
    start: int
    end: int
    meant: str


class Known:
    """How often each stretch of letters occurs in the translations of the files."""

    def __init__(
        self,
        texts: Iterable[tuple[str, int]],
        loan: re.Pattern[str],
    ) -> None:
        """Count them in texts with their frequencies; `loan` finds loanwords."""
        self.often: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        for text, times in texts:
            for length in (BESIDE, LENGTH, LONGER):
                for _ in range(min(times, ENOUGH)):
                    self.often.update(_stretches(text, length))
            for word in loan.findall(text):
                self.words[word] += times

    @cached_property
    def following(self) -> Mapping[str, list[str]]:
        """What often follows the beginning of a stretch."""
        following: dict[str, list[str]] = defaultdict(list)
        for stretch, times in self.often.items():
            if times >= FREQUENT and len(stretch) == LENGTH:
                following[stretch[:-1]].append(stretch[-1])
        return following

    def spelt(self, word: str) -> tuple[str, int]:
        """Return the one frequent word that is a slip from one which nothing else has; else ""."""
        if self.words[word] > ONCE:
            return "", 0
        usual = [each for each, times in self.words.items() if times >= FREQUENT]
        near = indexes.only_near(word, usual)
        return near, self.words[near]

    def mended(self, text: str) -> Iterator[tuple[_Edit, int, bool]]:
        """Yield the edits that make stretches frequent which only this text has."""
        rare = [self.often.get(each, 0) <= ONCE for each in _stretches(text)]
        place = 0
        while place < len(rare):
            first = place
            while place < len(rare) and rare[place]:
                place += 1
            if LENGTH - 1 <= place - first <= LENGTH + 1:
                # Each of them contains the place of the edit.
                span = sorted((place - 1, first + LENGTH))
                edits = dict(self._edits(text, max(0, span[0]), min(len(text), span[1])))
                best = sorted(edits.items(), key=lambda pair: -pair[1])
                if best:
                    yield *best[0], len(best) == 1 or best[0][1] > CLEAR * best[1][1]
            place += 1

    def _edits(self, text: str, first: int, last: int) -> Iterator[tuple[_Edit, int]]:
        """Yield the edits between two places that make every stretch there a frequent one."""
        for start in range(first, last + 1):
            before = text[max(0, start - LENGTH + 1) : start]
            for edit in self._tried(text, start, before):
                said = text[edit.start : edit.end]
                made = before + edit.meant + text[edit.end : edit.end + LENGTH - 1]
                if said == edit.meant or len(made) < 2 * LENGTH - 2 + len(edit.meant):
                    continue
                if self.often.get(made[-LENGTH:], 0) < FREQUENT:
                    continue
                times = min(self.often.get(each, 0) for each in _stretches(made))
                if times < FREQUENT:
                    continue
                # A slip puts letters beside each other that are so nowhere else; another word, as
                # 代えて for 加えて, goes with what follows or precedes it.
                beside = text[edit.start - 1 : edit.end + 1].strip()
                alone = [self.often[each] <= ONCE for each in _stretches(beside, BESIDE)]
                twice = said == text[edit.end : edit.end + 1]  # else it is a word more
                if (all(alone) if said else any(alone)) if edit.meant else twice:
                    yield edit, times

    def _tried(self, text: str, start: int, before: str) -> Iterator[_Edit]:
        """Yield the edits that undo slips: a letter, two swapped, some doubled."""
        for letter in self.following.get(before, ()):
            yield _Edit(start, start + 1, letter)
            yield _Edit(start, start, letter)
        yield _Edit(start, start + 2, text[start : start + 2][::-1])
        yield _Edit(start, start + 1, "")

    def twice(self, text: str) -> Iterator[_Edit]:
        """Yield doubled words that nothing else has doubled."""
        for match in TWICE.finditer(text):
            seam = text[match.end(1) - LENGTH // 2 :][:LENGTH]
            if self.often[seam] <= ONCE:
                yield _Edit(match.end(1), match.end(), "")


def _stretches(text: str, length: int = LENGTH) -> list[str]:
    return [text[place : place + length] for place in range(len(text) - length + 1)]


@lru_cache(2)
def known(index: indexes.Index, lang: str) -> Known:
    """Return what the translations of the files write."""
    said = ((_text(meant), times) for meant, times in index.all_called(lang))
    return Known(said, _loan(languages.load(lang)))


@cache
def _loan(language: Language) -> re.Pattern[str]:
    """Return the pattern of a word from another language, in a script of its own."""
    return re.compile(f"(?:{lint_words(language).joined.pattern}){{{LENGTH},}}")


def _text(meant: str) -> str:
    """Return a part with its ends, in which a digit is any."""
    return f"{EDGE}{DIGIT.sub(NUMBER, meant)}{EDGE}"


def find(pair: Pair) -> Iterator[Strange]:
    """Yield the letters of a translation that make stretches which nothing else has."""
    subject = pair.translation
    if subject.language.lexicon.spaces:
        return
    parts = [part for part in precedents.of_pair(pair) if not part.said.endswith(WHOLE)]
    texts = [_text(part.meant) for part in parts]
    table = known(subject.index, subject.card.lang)
    for part, text in zip(parts, texts, strict=True):
        edits = sorted(_edits(text, table, subject.language))
        places = precedents.places(part) if edits else []
        last = 0
        for edit, times, sure in edits:
            said = text[edit.start : edit.end]
            if lint_words(subject.language).endings.fullmatch(said + edit.meant):
                continue  # of five such findings on official pairs one was true
            if edit.start >= last and LETTERS.fullmatch(said + edit.meant):
                last = edit.end
                start, end = (places[place - len(EDGE)] for place in (edit.start, edit.end))
                yield Strange(start, end, said, edit.meant, times, sure)


def _edits(text: str, table: Known, language: Language) -> Iterator[tuple[_Edit, int, bool]]:
    """Yield what mends a text, how often that is written, and whether nothing else can be meant."""
    for word in _loan(language).finditer(text):
        meant, times = table.spelt(word[0])
        if meant and word[0] not in language.lexicon.subtypes:
            yield _Edit(*word.span(), meant), times, True
    twice = list(table.twice(text))
    judged = bool(lint_words(language).alone)  # else no word is known that may stand for another
    mended = list(table.mended(text)) if judged else []
    if not twice and not mended:  # as in nearly every text
        return
    words = [match.span() for match in _words(language).finditer(text)]
    for edit in twice:
        seams = 2 * edit.start - edit.end, edit.start
        if not any(start < seam < end for start, end in words for seam in seams):
            yield edit, FREQUENT, True
    for edit, times, sure in mended:
        within = any(start < edit.end and edit.start < end for start, end in words)
        if not within:
            yield edit, times, sure


@cache
def _words(language: Language) -> re.Pattern[str]:
    """Return the pattern of words that are compared with the original's."""
    checks = lint_words(language)
    counters = (word for counter in checks.counters for word in counter.words)
    words = {*checks.alone, *filter(None, language.lexicon.subtypes), *counters}
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(listed or "(?!)")
