"""Codes that designers and exporters put next to a name, which are taken off."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

# A slot of a design skeleton: rarity, color and number; no word of a name looks like it.
SKELETON: Final = re.compile(
    r"(?:(?:[A-Z]{2} )?[A-Z]{2}\d{2}|[a-z]\d{1,2}:) (?:[-–—|:] )?(?=\S)(?![A-Z]{2}\d{2}$)"
)
# A word that may be a code, with what separates it from the next.
WORD: Final = r"[\[(#]?[A-Z0-9]{1,5}(?:[-_.][A-Z0-9]{1,5}){0,2}[\])]?[:.]?[ _　]+(?:[-–—|:][ 　]+)?"
PREFIX: Final = re.compile(rf"{WORD}(?=\S)")
# The code of its set, after the name of a token.
SUFFIX: Final = re.compile(r"(?<=\S)[ _][A-Z0-9]{2,5}$")
_DIGIT: Final = re.compile(r"\d")
# Words of the longest code.
WORDS: Final = 2


def before(name: str) -> str:
    """Return the slot of a design skeleton that a name begins with; empty if it has none."""
    slot = SKELETON.match(name)
    return slot[0] if slot else ""


def may_be_in(name: str) -> bool:
    """Tell whether a name has a digit, as a code before it, or ends in a capital, as one after."""
    return "A" <= name[-1:] <= "Z" or (not name.isalpha() and _DIGIT.search(name) is not None)


def left_out(name: str, text: str, *, token: bool = False) -> str:
    """Return the name as the text writes it, without a code that the text leaves out.

    A code has a digit; that of a set after the name of a `token` may have none.
    """
    bare = [name[end:] for end in _ends(name) if any(map(str.isdigit, name[:end]))]
    if token and (behind := SUFFIX.search(name)):
        bare.append(name[: behind.start()])
    others = text.replace(name, "") if bare else ""
    return next((rest for rest in bare if rest in others), name)


def _ends(name: str) -> Iterator[int]:
    """Yield where each word at the beginning of a name ends that may belong to a code."""
    start = 0
    for _ in range(WORDS):
        word = PREFIX.match(name, start)
        if word is None:
            return
        start = word.end()
        yield start


# Signs by which designers mark the names of cards that need attention.
MARKS: Final = "*/+-–—#!?~^%<>=|"


def unmarked(name: str, text: str) -> str:
    """Return a name without a sign before it that its text leaves out: “*Ash Lamp”.

    Empty for a sign alone, which is a place for a name: “-”.
    """
    bare = name.lstrip(MARKS).lstrip()
    if not bare:
        return name if len(name) > 1 else ""
    return bare if name not in text and bare in text else name


# Cards of a file whose names begin with one shape, from which on it is a code of that file.
MANY: Final = 3
# Texts that leave out a word without a digit, from which on it is a code.
OUT: Final = 2
# Length of “A ”, which is not a code.
ARTICLE: Final = 2


class NameCodes:
    """What the names of a file's cards begin with that does not belong to them, told by the file.

    A shape, such as two letters and two digits, is a code if many names begin with it and texts
    leave it out more often than they write it: “R2” of three robots may be their name.
    """

    def __init__(self) -> None:
        """Begin without cards."""
        self._seen: dict[str, set[str]] = {}
        self._out: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()

    def learn(self, name: str, text: str) -> None:
        """Take in a card of the file."""
        for start in _ends(name):
            if PREFIX.fullmatch(f"{name[start:]} "):
                return  # what is left would be a code itself
            code = shape(name[:start])
            self._seen.setdefault(code, set()).add(name)
            if name in text:
                self._kept[code] += 1
            elif name[start:] in text:
                self._out[code] += 1

    def join(self, other: NameCodes) -> None:
        """Take in what another has learnt from other cards."""
        for code, names in other._seen.items():
            self._seen.setdefault(code, set()).update(names)
        self._out.update(other._out)
        self._kept.update(other._kept)

    def of(self, name: str) -> str:
        """Return the code that a name begins with; empty if it has none."""
        code = before(name)
        for start in _ends(name):
            if start > len(code) and self._is_code(shape(name[:start])):
                code = name[:start]
        return code

    def _is_code(self, code: str) -> bool:
        if len(self._seen.get(code, ())) < MANY:
            return False
        out, kept = self._out[code], self._kept[code]
        return out > kept and (out >= OUT or "0" in code) and len(code) > ARTICLE


def first(name: str) -> str:
    """Return the first word of a name, if it may be a code; else empty."""
    if name[1:2].islower():
        return ""  # usually one look tells
    word = PREFIX.match(name)
    return word[0] if word and len(word[0]) > ARTICLE else ""


def shape(code: str) -> str:
    """Return the shape of a code: “AA00 ” for “CR02 ”."""
    return re.sub("[0-9]", "0", re.sub("[A-Z]", "A", code))
