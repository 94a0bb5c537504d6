"""Words near to a name to whether they are none, but words of the rules language.

“the top card” says nothing of a card called Stop, 「すべての精霊」 nothing of 「窯の精霊」.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nanori.annotation.surroundings import Surroundings

NEAR = 48
"""How many code points around a name are looked at to tell what it is."""
AROUND = 16
"""How many code points on either side are looked at for words that the span cuts off."""
DETERMINER = 7
"""More code points than a word before a common noun has."""

LONGEST = 8
"""Code points of the longest word that is looked for within letters of one kind."""
LIKE = 2
"""How many letters beside those of plain words show a name."""
CHARACTER, KANA = "CJK", "HIRAGANA"
"""The letters that are words, and those that words of a sentence are joined with."""
SYMBOL = 14
"""Code points of the longest symbol."""

Span = tuple[int, int]
"""First code point, and one past the last."""


def changed(name: str, text: str, start: int, end: int) -> Span:
    """Return what of these words the name has otherwise; empty where they lack a letter of it."""
    most = min(len(name), end - start)
    first = next((at for at in range(most) if name[at] != text[start + at]), most)
    most -= first
    last = next((at for at in range(most) if name[-1 - at] != text[end - 1 - at]), most)
    return start + first, end - last


def is_plain(name: str, text: str, start: int, end: int, beside: Surroundings) -> bool:
    """Tell whether these words are nothing but words of the rules language, or cut one off.

    So are those of the ability word or flavor word that opens a line.
    """
    span = changed(name, text, start, end)
    if in_heading(text, start, end, beside):
        return True
    if _is_common(name, text, start, beside) or _is_joint(name, text, start, end, span):
        return True
    known = list(_plain(text, start, end, beside))
    filled = [*known, *_filled(text, start, end, beside)]
    cut = [word for word in filled if word[0] < start < word[1]]
    cut += [word for word in known if word[0] < end < word[1]]
    if any(word[0] <= span[0] and span[1] <= word[1] for word in cut):
        return True
    return not _own(text, start, end, filled)


def _own(text: str, start: int, end: int, words: Iterable[Span]) -> list[int]:
    """Return where letters of these words are in none of the others."""
    covered = bytearray(end - start)
    for first, last in words:
        place = max(first, start) - start
        length = max(0, min(last, end) - start - place)
        covered[place : place + length] = b"\1" * length
    return [at for at in range(start, end) if text[at].isalpha() and not covered[at - start]]


def in_heading(text: str, start: int, end: int, beside: Surroundings) -> bool:
    """Tell whether a name stands in the ability word or flavor word that opens its line."""
    first = text.rfind("\n", max(0, start - NEAR), start) + 1
    if not first and start > NEAR:
        return False
    near = text[first : end + NEAR]
    if not any(cue in near for cue in beside.heading_cues):
        return False
    chapter = beside.chapter.match(near)
    opened = chapter.end() if chapter else 0
    heading = beside.heading.search(near[opened:])
    return heading is not None and opened + heading.end() > end - first


def in_symbol(text: str, start: int, end: int, beside: Surroundings) -> bool:
    """Tell whether a name stands in a symbol: “{R}”, or “{R/P}” (CR 107.4)."""
    for place in range(start - 1, max(-1, end - SYMBOL), -1):
        if text[place].isalnum():
            continue
        if text[place].isspace():
            return False
        terminal, last = beside.behind(text, place)
        if terminal == "SYMBOL":
            return end < last
    return False


def is_touched(name: str, text: str, start: int, end: int, beside: Surroundings) -> bool:
    """Tell whether what the name has otherwise stands in a word of the rules language.

    So it does where nearly all that it has likewise are such words.
    """
    span, known = changed(name, text, start, end), list(_plain(text, start, end, beside))
    if len(_own(text, start, end, [*known, span])) < LIKE:
        return True
    touched = [text[slice(*word)] for word in known if _meets(span, word)]
    return not all(map(is_particle, touched))


def words(name: str, text: str, start: int, end: int, beside: Surroundings) -> list[str]:
    """Return the words in which these differ from the name and which it does not have itself."""
    span, own = changed(name, text, start, end), beside.lexical.word.findall(name)
    touched = [match[0] for match in _words(text, start, end, beside) if _meets(span, match.span())]
    return [word for word in touched if word not in own and not is_particle(word)]


def _words(text: str, start: int, end: int, beside: Surroundings) -> Iterator[re.Match[str]]:
    """Yield the words in and about these, whatever they are."""
    return beside.lexical.word.finditer(text, max(0, start - AROUND), end + AROUND)


def is_particle(word: str) -> bool:
    """Tell whether a word is a single letter that only joins others."""
    return len(word) == 1 and kind(word) == KANA


def _meets(span: Span, word: Span) -> bool:
    """Tell whether a word has what is changed, or is next to where something lacks."""
    if span[0] == span[1]:
        return word[0] <= span[0] <= word[1]
    return word[0] < span[1] and span[0] < word[1]


def _is_common(name: str, text: str, start: int, beside: Surroundings) -> bool:
    """Tell whether words that the name has not make a common noun: “all …”, “this …”."""
    return any(
        beside.is_ordinary(text[start:end])
        for end in range(start + 1, start + DETERMINER)
        if not name.startswith(text[start:end])
    )


def _is_joint(name: str, text: str, start: int, end: int, span: Span) -> bool:
    """Tell whether a particle stands at an end for a character, or the end of a longer word."""
    if span == (start, start + 1):
        joined = start > 0 and kind(text[start - 1]) == kind(text[start]) == CHARACTER
        return joined or KANA == kind(text[start]) != kind(name[0])
    replaced = span == (end - 1, end) and end - start == len(name)
    return replaced and KANA == kind(text[end - 1]) != kind(name[-1])


def _plain(text: str, start: int, end: int, beside: Surroundings) -> Iterator[Span]:
    """Yield where words of the rules language stand in and about these words."""
    for match in _words(text, start, end, beside):
        word, place = match[0].lower().replace("’", "'"), match.start()
        stem = word.partition("'")[0].removesuffix(beside.plural)
        if not word[0].isalpha() or word in beside.plain or stem in beside.plain:
            yield match.span()
        elif not beside.divided:
            for first in range(len(word) - 1):
                for last in range(first + 2, min(first + LONGEST, len(word)) + 1):
                    if word[first:last] in beside.plain:
                        yield place + first, place + last


def _filled(text: str, start: int, end: int, beside: Surroundings) -> Iterator[Span]:
    """Yield the words in and about these that are cut off, or made of plain words alone."""
    for match in _words(text, start, end, beside):
        if beside.divided:
            if match.start() < start < match.end():
                yield match.span()
            continue
        letters = match[0]
        reached = [True] + [False] * len(letters)
        for first in range(len(letters)):
            for last in range(first + 1, min(first + LONGEST, len(letters)) + 1):
                reached[last] |= reached[first] and letters[first:last] in beside.plain
        if reached[-1]:
            yield match.span()


def kind(letter: str) -> str:
    """Return what letters are mistaken for: kana for kana of the same sort, kanji for kanji."""
    return unicodedata.name(letter, "?").partition(" ")[0]
