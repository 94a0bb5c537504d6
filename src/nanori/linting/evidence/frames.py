"""A text to the places where a frequent turn of rules text lacks a small word or has another.

A *frame* is five signs in a row that many prints have, with the word that may be wrong in their
midst: “put / it / *into* / your / hand”. A sign is a word, or what stands for all words of a class:
any color, any number, any name. What frames there are, and which three signs stand in a row in
prints at all, a file beside the language's others says, which `grammar/gather_frames.py` makes.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from nanori.grammar import languages
from nanori.grammar.languages import Language
from nanori.linting.context import Finding, Subject, replaced
from nanori.linting.evidence.usage_slips import masked
from nanori.model import data_files

# What such a file is called behind its language's code.
SUFFIX = ".frames"
# A sign for where a text begins and ends, for a new line, a number, a name, the card itself, a
# symbol, a size, a change of it, and a word with a capital within a sentence.
EDGE, LINE, FIGURE, NAMED, ITSELF, SYMBOL, SIZE, CHANGE, CAPITAL = "<¶#N~$/±^"
TAP = "$T"  # which costs have, as no other symbol
# What is one sign; codes of programs, as “[i]” and “{/i}”, are none.
SIGNS = re.compile(
    r"(?P<code>\[/?[a-z]+\]|\{/?[a-z][^{}\n]*\})|(?P<tap>\{[TQ]\})|(?P<symbol>\{[^{}\n]*\})|(?P<itself>~+)"
    r"|(?P<named>\0+)|(?P<change>[+−-][\dX]+/[+−-][\dX]+)|(?P<size>\d+/\d+)|(?P<figure>\d+|X\b)"
    r"|(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*)|(?P<line>\n)|(?P<mark>[^\w\s])"
)
KINDS = {
    "tap": TAP, "symbol": SYMBOL, "itself": ITSELF, "named": NAMED, "change": CHANGE,
    "size": SIZE, "figure": FIGURE, "line": LINE,
}  # fmt: skip
# Signs that are written in several ways.
ALIKE = {"“": '"', "”": '"', "•": LINE, "−": "-", "–": "—"}
# Behind these a capital begins a sentence.
OPENING = frozenset((EDGE, LINE, ".", '"', ":", "(", "—"))
# Nothing is lacking beside a word that may be anything; the article before it least of all.
ANYTHING = frozenset((CAPITAL, NAMED, ITSELF))
# Marks the word of a frame that may be lacking, and one that may be too many.
LACKING, SURPLUS = "+-"
# Signs of a frame before the one in its midst, and behind it.
MARGIN = 2


class Sign(NamedTuple):
    """A sign of a text and where it stands there."""

    said: str
    start: int
    end: int


def find(subject: Subject) -> Iterator[Finding]:
    """Yield a finding for each such place, with the words as prints have them."""
    text = subject.card.text
    for before, sign, behind, word, lacks in _slips(subject):
        said = text[sign.start : sign.end]
        if lacks:
            lacking = f" {word}" if word[0].isalnum() else word
            meant = lacking + text[before.end : sign.end]
            message = f"“{word}” is missing before “{said}”"
            yield replaced(before.end, sign.end, meant, message, safe=False)
        elif word:
            message = f"“{said}” stands where rules text has “{word}”"
            yield replaced(sign.start, sign.end, word, message, safe=False)
        else:
            message = f"“{said}” is superfluous in “{text[before.start : behind.end]}”"
            yield replaced(before.end, sign.end, "", message, safe=False)


def _slips(subject: Subject) -> Iterator[tuple[Sign, Sign, Sign, str, bool]]:
    """Yield three signs, and the word that lacks before the second, or stands for it in prints."""
    language = subject.language
    known = of(language) if language.lexicon.checks.templating.frames.insert else None
    if not known:
        return
    signs = read(masked(subject), language)
    said = [sign.said for sign in signs]
    for place in range(MARGIN, len(signs) - MARGIN + 1):
        first, before, sign, behind = said[place - 2 : place + 2]
        if f"{before} {sign} {behind}" in known and f"{first} {before} {sign}" in known:
            continue  # in most places nothing is to be asked
        around = signs[place - 1], signs[place], signs[place + 1]
        if word := _lacking(said, place, language, known):
            yield *around, word, True
        elif (word := _instead(said, place, language, known)) is not None:
            yield *around, word, False


def _lacking(said: Sequence[str], place: int, language: Language, known: Collection[str]) -> str:
    """Return the word that lacks before a sign, else ""."""
    first, before, sign, behind = said[place - 2 : place + 2]
    frames = language.lexicon.checks.templating.frames
    for word in frames.insert:
        if f"{first} {before} {LACKING}{word} {sign} {behind}" in known:
            if word in frames.articles and (sign in ANYTHING or sign == FIGURE):
                continue
            if said[place + 2 : place + 3] != [word]:  # “instant or sorcery, and land” lacks none
                return word
    return ""


def _instead(
    said: Sequence[str], place: int, language: Language, known: Collection[str]
) -> str | None:
    """Return the word that stands in a sign's place in prints, "" for none, else None."""
    if place + 2 >= len(said):
        return None
    first, before, sign, behind, last = said[place - 2 : place + 3]
    frames = language.lexicon.checks.templating.frames
    if f"{before} {sign} {behind}" in known:
        return None
    if sign in frames.delete and f"{first} {before} {SURPLUS}{sign} {behind} {last}" in known:
        return ""
    others = frames.swap.get(sign, ())
    if sign in frames.forms and (before in frames.counting or first in frames.counting):
        others = (*others, frames.forms[sign])
    for other in others:
        if f"{first} {before} {other} {behind} {last}" in known:
            return other
    return None


@cache
def of(language: Language) -> frozenset[str]:
    """Return the frames of a language, and the three signs in a row that prints have."""
    path = languages.folder() / f"{language.code}{SUFFIX}"
    return frozenset(data_files.text(path).split("\n")) if path.is_file() else frozenset()


def read(text: str, language: Language) -> list[Sign]:
    """Return the signs of a text with its names hidden, two more at each end."""
    signs = [Sign(EDGE, 0, 0)] * MARGIN
    classes, opening = _classes(language), True
    for match in SIGNS.finditer(text):
        kind, said = match.lastgroup, match[0]
        if kind == "word":
            said = CAPITAL if said[0].isupper() and not opening else said.lower()
            said = classes.get(said, said)
        elif kind == "code":
            continue
        else:
            said = KINDS.get(kind or "") or ALIKE.get(said, said)
        signs.append(Sign(said, match.start(), match.end()))
        opening = said in OPENING
    return [*signs, *[Sign(EDGE, len(text), len(text))] * MARGIN]


@cache
def _classes(language: Language) -> Mapping[str, str]:
    """Return the sign of each word that is of a class."""
    classes = language.lexicon.checks.templating.frames.classes
    return {word: sign for sign, words in classes.items() for word in words}
