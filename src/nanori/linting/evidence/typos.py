"""Words of a text that are one typo from a name: a letter dropped, doubled, swapped.

With what tells a typo from another word: what is next to it, and every word in a language's lists.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from rapidfuzz import distance

from nanori.annotation.name_context import GOVERNING, WINDOW, NameContext, name_context
from nanori.annotation.plain_words import (
    CHARACTER,
    KANA,
    Span,
    changed,
    is_particle,
    is_plain,
    kind,
    own_letters,
    plain_spans,
    words_about,
)
from nanori.grammar.languages import Language
from nanori.linting.context import Subject
from nanori.linting.evidence.translations import is_written
from nanori.rewriting.slots import STRAIGHT

# A shorter name resembles many words: its context must show that it is meant.
MIN_LETTERS_OF_CLEAR_NAME = 5

# Half of a name of two letters is none.
MIN_LETTERS_OF_HALF = 2
# What a program's key for a word begins with, as `mod:Shield_Counter`.
_KEY = re.compile(r"\w:$")

# Letters that no plain word beside it accounts for, which show that a name is meant.
MIN_OWN_LETTERS = 2
# Terminals of what only objects do.
ACTS = frozenset({"ACT", "TURN", "LEAVE", "GIVE", "BE"})
# Texts of files that have a word, from which on it is no slip of another.
MIN_TEXTS_WITH_COMMON_WORD = 10
# Marks that no typo puts at the ends of a name.
MARKS = frozenset('「」『』《》（）()[]{}“”".。：:;、/\n')


class Slip(Struct, frozen=True):
    """Words that were meant for a name."""

    start: int
    end: int
    meant: str
    """The name."""
    sure: bool
    """Whether nothing else can be meant: neither a longer name nor a word of the rules."""


_TYPED = STRAIGHT | str.maketrans("ʼ„‐\u2011", "'\"--")


def as_typed(words: str) -> str:
    """Return words with the apostrophes, quotation marks and hyphens of a keyboard."""
    return words.translate(_TYPED)


def find(
    text: str, names: Collection[str], taken: bytearray, rules: NameContext, plain: Collection[str]
) -> list[Slip]:
    """Return the words one typo from one of the names, except plain words.

    `taken` has one byte for each code point, 1 where the text is known to be something else. The
    work grows with the length of the text times that of the names.
    """
    slips: list[Slip] = []
    for name in sorted(filter(None, names), key=len, reverse=True):
        right = bytearray(taken)  # also where this or a longer name is correct
        for other in names:
            if len(other) >= len(name):
                _mark(other, text, right)
        for start, end in _Search(name, text, right, rules, plain).near():
            if taken.find(1, start, end) < 0 and not is_plain(text, start, end, rules):
                taken[start:end] = b"\1" * (end - start)
                slips.append(Slip(start, end, name, _is_sure(name, text, start, end, rules)))
    return sorted(slips, key=lambda slip: slip.start)


def _is_sure(name: str, text: str, start: int, end: int, rules: NameContext) -> bool:
    """Tell whether words one typo from a name can be nothing but that name."""
    if len(name) < (MIN_LETTERS_OF_CLEAR_NAME if rules.divided else MIN_LETTERS_OF_CLEAR_NAME - 1):
        return False
    begins = rules.begins(text, start)  # there any word is capitalised
    acts = not rules.divided or " " in name or rules.behind(text, end)[0] in ACTS
    if not acts and (begins or not rules.is_governed(text, start, end)):
        return False
    if not opens(text, start, rules) or not closes(text, end, rules):
        return False
    return not _touches_plain(name, text, start, end, rules)


def _mark(name: str, text: str, marks: bytearray) -> None:
    offset = text.find(name)
    while offset >= 0:
        marks[offset : offset + len(name)] = b"\1" * len(name)
        offset = text.find(name, offset + len(name))


class _Search(NamedTuple):
    """Looks in a text for a name with a typo."""

    name: str
    text: str
    taken: bytearray
    """What is known to be something else, or to be a name as it is."""
    rules: NameContext
    plain: Collection[str]

    def near(self) -> Iterator[Span]:
        """Yield the spans one typo from the name, around each part of it that is intact."""
        if len(self.name) < 2:
            return
        tried: set[int] = set()
        for offset, part in _parts(self.name):
            part_start = self.text.find(part)
            while part_start >= 0:
                start = part_start - offset
                if start not in tried and start >= -1:
                    tried.add(start)
                    is_whole = start >= 0 and self.text.startswith(self.name, start)
                    if span := self._doubled(start) if is_whole else self._best(start):
                        yield span
                part_start = self.text.find(part, part_start + 1)

    def _doubled(self, start: int) -> Span | None:
        """Return the span of a whole name whose first or last letter stands there twice, or is
        drawn out by a mark of length."""
        name, text, end = self.name, self.text, start + len(self.name)
        sign_before, after = text[max(0, start - 1) : start], text[end : end + 1]
        if sign_before == name[0] and sign_before.isalpha():
            return start - 1, end
        is_double = after == name[-1] and after.isalpha()
        is_double = is_double and not self.rules.is_predicated(text, end)
        is_drawn = after == LONG_VOWEL_MARK and kind(name[-1]) in (KANA, LOUD_KANA)
        return (start, end + 1) if is_double or is_drawn else None

    def _best(self, near: int) -> Span | None:
        """Return the span near an offset that is most likely the name with one typo, if any.

        … when Ysodle dies    name Ysolde, near = 7: spans that begin at 6 to 8
               ^near          and have 5, 6 or 7 letters; swapped letters are likeliest
        """
        name, text = self.name, self.text
        best: tuple[tuple[object, ...], Span] | None = None
        for start in range(max(0, near - 1), near + 2):
            for end in range(start + len(name) - 1, min(len(text), start + len(name) + 1) + 1):
                words = text[start:end]
                if distance.OSA.distance(words, name, score_cutoff=1) != 1:
                    continue
                if words.strip() != words or not self._is_free(start, end):
                    continue
                shown = bool(self.rules.is_predicated(text, end))
                strange = kind(words[0]) != kind(name[0]), kind(words[-1]) != kind(name[-1])
                swapped = sorted(words) == sorted(name)
                rank = (not swapped, not shown, *strange, -len(words))
                if best is None or rank < best[0]:
                    best = rank, (start, end)
        return best[1] if best else None

    def _is_free(self, start: int, end: int) -> bool:
        """Tell whether these words can be a name: whole words that nothing else is known of.

        … when Ysodle dies     before, to the left: no key such as “K:”, no “a” or “the”
               ^start^end      behind: a verb, “dies”, says that it is a name
        """
        name, text, rules, plain = self.name, self.text, self.rules, self.plain
        words, text_before = text[start:end], text[max(0, start - WINDOW) : start]
        if len(words) < MIN_LETTERS_OF_HALF or _KEY.search(text_before):
            return False
        if words in plain or words.removesuffix(rules.lexicon.plural) in plain:
            return False
        if _is_mark(words[0], name[0]) or _is_mark(words[-1], name[-1]):
            return False
        if words.lower() == name.lower():
            return False  # `capitals/own-name` says so
        if self.taken.find(1, start, end) >= 0 or rules.is_touched(text, start, end):
            return False
        if rules.is_determined(text, start) or rules.is_compound(text, end):
            return False
        if kind(words[0]) == CHARACTER and not _begins(text_before, rules, plain):
            return False
        if len(name) >= MIN_LETTERS_OF_CLEAR_NAME and (
            " " in name or (words[0].isupper() and text_before[-2:-1].islower())
        ):
            return True  # a capital in the middle of a sentence
        if len(name) < MIN_LETTERS_OF_CLEAR_NAME and (
            _kinds(words) != _kinds(name) or text_before[-1:].isdigit()
        ):
            return False
        return bool(rules.is_predicated(text, end) or rules.is_governed(text, start, end))


def _parts(name: str) -> list[tuple[int, str]]:
    """Return parts of a name of which one typo leaves at least one intact, with their places.

    Two swapped letters may belong to two parts, so there are three if possible.
    """
    count = 3 if len(name) > 2 else 2
    bounds = [len(name) * number // count for number in range(count + 1)]
    return [(first, name[first:last]) for first, last in pairwise(bounds)]


def _is_mark(sign: str, letter: str) -> bool:
    """Tell whether a sign at an end of words belongs to the sentence, not to a name."""
    return sign in MARKS or not (sign.isalnum() or sign == letter)


def _begins(text_before: str, rules: NameContext, plain: Collection[str]) -> bool:
    """Tell whether words may begin here: characters between them and the sentence's are a word."""
    offset = len(text_before)
    while offset and kind(text_before[offset - 1]) == CHARACTER:
        offset -= 1
    between = text_before[offset:]
    return not between or between in plain or not rules.begins(text_before, offset)


# The letters of foreign names.
LOUD_KANA = "KATAKANA"

# What a name is drawn out by, as if it were shouted.
LONG_VOWEL_MARK = "\N{KATAKANA-HIRAGANA PROLONGED SOUND MARK}"


def _kinds(words: str) -> set[str]:
    return {kind(letter) for letter in words}


def _touches_plain(name: str, text: str, start: int, end: int, rules: NameContext) -> bool:
    """Tell whether what differs from the name is in a word of the rules language.

    Also if nearly all that is the same consists of such words.
    """
    span, plain_words = changed(name, text, start, end), list(plain_spans(text, start, end, rules))
    if len(own_letters(text, start, end, [*plain_words, span])) < MIN_OWN_LETTERS:
        return True
    touched = [text[slice(*word)] for word in plain_words if _meets(span, word)]
    return not all(map(is_particle, touched))


def differing_words(name: str, text: str, start: int, end: int, rules: NameContext) -> list[str]:
    """Return the words in which these differ from the name and which it does not have itself."""
    span, own = changed(name, text, start, end), rules.lexical.word.findall(name)
    touched = [
        match[0] for match in words_about(text, start, end, rules) if _meets(span, match.span())
    ]
    return [word for word in touched if word not in own and not is_particle(word)]


def is_common(slip: Slip, subject: Subject) -> bool:
    """Tell whether words are what many cards say, and no slip: “Digimon” on a card “Gigimon”."""
    text, rules = subject.card.text, name_context(subject.language)
    differing = differing_words(slip.meant, text, slip.start, slip.end, rules)
    says = subject.index.says
    return bool(differing) and all(
        says(word, subject.card.lang) >= MIN_TEXTS_WITH_COMMON_WORD for word in differing
    )


def _meets(span: Span, word: Span) -> bool:
    """Tell whether a word has what is changed, or is next to where something is missing."""
    if span[0] == span[1]:
        return word[0] <= span[0] <= word[1]
    return word[0] < span[1] and span[0] < word[1]


# So many letters of another script are a word; one may be a sign, such as X.
MIN_LETTERS_OF_FOREIGN_WORD = 2


def is_apart(subject: Subject, start: int, end: int) -> bool:
    """Tell whether no adjacent words may belong to the same name."""
    text, rules = subject.card.text, name_context(subject.language)
    return opens(text, start, rules) and closes(text, end, rules)


def opens(text: str, start: int, rules: NameContext) -> bool:
    """Tell whether nothing of a name may precede a place."""
    if rules.lexical.opens.search(text[max(0, start - WINDOW) : start]):
        return True
    terminal, first = rules.before(text, start)
    if terminal == "DEFINITE" or first == start:
        return False
    return text[first].islower() or terminal in GOVERNING


def closes(text: str, end: int, rules: NameContext) -> bool:
    """Tell whether nothing of a name may follow a place."""
    return bool(rules.lexical.closes.match(text, end))


def is_foreign(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether the adjacent words are in another script than the language's own."""
    if not language.lexicon.script:
        return False
    before, after = text[max(0, start - WINDOW) : start].rstrip(), text[end : end + WINDOW].lstrip()
    return any(
        len(near) == MIN_LETTERS_OF_FOREIGN_WORD
        and near.isalpha()
        and near.isascii()
        and not is_written(near, language)
        for near in (before[-MIN_LETTERS_OF_FOREIGN_WORD:], after[:MIN_LETTERS_OF_FOREIGN_WORD])
    )


@cache
def listed(language: Language) -> frozenset[str]:
    """Return every word in a list of the rules language, in lower case."""
    words = (word for words in language.lexicon.words.values() for word in words)
    return frozenset(word.lower() for word in (*words, *language.plain_words))
