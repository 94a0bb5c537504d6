"""A paragraph of a rules document to the rules that it refers to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from nanori.grammar import languages
from nanori.grammar.languages import Language

# To what full-width digits, small letters and stops fold, one for one, so that places stay.
FULL_WIDTH = {
    **{0xFF10 + digit: 0x30 + digit for digit in range(10)},
    **{0xFF41 + letter: 0x61 + letter for letter in range(26)},
    0xFF0E: 0x2E,
}


# What may stand between a number and the words around it.
BLANKS = r"\s{0,9}"


class CrossReference(Struct, frozen=True):
    """A place that refers to one rule, or to a few by their first and last letter."""

    start: int
    end: int
    numbers: tuple[str, ...]
    """The rules: several for a range."""
    title: str
    """What the text calls the rule, if it does."""


@cache
def _number() -> str:
    """Return the pattern of a section or rule of the game: 201, 201.5, 201.5c, 601.2f–h."""
    ranges = (languages.load(code).lexicon.documents.range for code in languages.codes())
    between = "|".join(filter(None, ranges))
    letters = rf"[a-z](?![a-z])(?: ?(?:{between}) ?[a-z](?![a-z]))?"
    return rf"\d{{3}}(?!\d)(?:\.\d{{1,3}}(?!\d)(?:{letters})?)?"


@cache
def _single(language: Language) -> re.Pattern[str]:
    """Return the pattern of one number, or of a few by their first and last letter."""
    between = language.lexicon.documents.range or "-"
    letter = rf"(?P<letter>[a-z])(?: ?{between} ?(?P<last>[a-z])(?![a-z]))?"
    return re.compile(rf"(?P<number>\d{{3}}(?!\d)(?:\.\d{{1,3}}(?:{letter})?)?)")


@cache
def _reference(language: Language) -> re.Pattern[str]:
    """Return the pattern of a reference to rules, and what it calls them.

    `numbers` captures those that words announce, `bare` one that stands alone.
    """
    words, number = language.lexicon.documents, _number()
    headed = words.headed or ("\0\0",)  # a language may have no marks of headings
    opening, closing = ("".join(map(re.escape, marks)) for marks in zip(*headed, strict=True))
    title = rf",?{BLANKS}[{opening}](?P<title>[^{closing}\n]{{1,60}})[{closing}]"
    joint = rf"{BLANKS}{words.joining.alternation}{'' if language.lexicon.spaces else '?'}{BLANKS}"
    following = rf"(?:{joint}(?:{words.rules.alternation}{BLANKS})?(?:{number})){{0,9}}"
    announced = rf"{words.rules.alternation}{BLANKS}(?P<numbers>(?:{number}){following})"
    see = rf"(?:{title}{BLANKS})?{words.see.alternation}".replace("?P<title>", "?:")
    alone = rf"\d{{3}}\.\d{{1,3}}[a-z]?(?![\d.]*\d)(?!{words.units.alternation})|\d{{3}}(?={see})"
    bare = rf"(?P<bare>(?<![\d.])(?:{alone}))" if words.see else words.see.alternation
    return re.compile(rf"(?:{announced}|{bare})(?:{title})?")


def find(text: str, start: int, end: int, language: Language) -> Iterator[CrossReference]:
    """Yield what a stretch of text in that language refers to, in order."""
    part = text[start:end].translate(FULL_WIDTH)
    for match in _reference(language).finditer(part):
        groups = match.groupdict()
        kind = "numbers" if groups.get("numbers") else "bare"
        if groups.get(kind) is None:
            continue
        numbers = list(_single(language).finditer(part, *match.span(kind)))
        for place, number in enumerate(numbers):
            title = (groups.get("title") or "").strip(" ,.、") if place == len(numbers) - 1 else ""
            span = number.span()
            yield CrossReference(start + span[0], start + span[1], _expanded(number), title)


def _expanded(match: re.Match[str]) -> tuple[str, ...]:
    number, letter, last = match["number"], match["letter"], match["last"]
    if not last or not letter or last < letter:
        return ((number if not last else number[: match.end("letter") - match.start()]),)
    stem = number[: match.start("letter") - match.start()]
    return tuple(stem + chr(code) for code in range(ord(letter), ord(last) + 1))


def folded(title: str) -> str:
    """Return a title as it is compared: without case, width and signs."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\W_]+", "", plain)
