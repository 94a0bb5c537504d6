"""A paragraph of a rules document to the rules that it refers to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from nanori.grammar import languages

NUMBER = r"\d{3}(?!\d)(?:\.\d{1,3}(?!\d)(?:[a-z](?![a-z])(?: ?[-–—~～〜] ?[a-z](?![a-z]))?)?)?"
"""A section or rule of the game: 201, 201.5, 201.5c, 601.2f–h."""

FULL_WIDTH = {
    **{0xFF10 + digit: 0x30 + digit for digit in range(10)},
    **{0xFF41 + letter: 0x61 + letter for letter in range(26)},
    0xFF0E: 0x2E,
}
"""To what full-width digits, small letters and stops fold, one for one, so that places stay."""


class CrossReference(Struct, frozen=True):
    """A place that refers to one rule, or to a few by their first and last letter."""

    start: int
    end: int
    numbers: tuple[str, ...]
    """The rules: several for a range."""
    title: str
    """What the text calls the rule, if it does."""


@cache
def _pattern(lang: str) -> re.Pattern[str] | None:
    written = languages.load(lang).lexicon.documents.reference
    return re.compile(written.format(n=NUMBER)) if written else None


@cache
def _one(lang: str) -> re.Pattern[str]:
    between = languages.load(lang).lexicon.documents.range or "-"
    letter = rf"(?P<letter>[a-z])(?: ?{between} ?(?P<last>[a-z])(?![a-z]))?"
    return re.compile(rf"(?P<number>\d{{3}}(?!\d)(?:\.\d{{1,3}}(?:{letter})?)?)")


def find(text: str, start: int, end: int, lang: str) -> Iterator[CrossReference]:
    """Yield what a stretch of text in that language refers to, in order."""
    pattern = _pattern(lang)
    if pattern is None:
        return
    part = text[start:end].translate(FULL_WIDTH)
    for match in pattern.finditer(part):
        groups = match.groupdict()
        kind = "numbers" if groups.get("numbers") else "bare"
        if groups.get(kind) is None:
            continue
        found = list(_one(lang).finditer(part, *match.span(kind)))
        for place, one in enumerate(found):
            title = (groups.get("title") or "").strip(" ,.、") if place == len(found) - 1 else ""
            span = one.span()
            yield CrossReference(start + span[0], start + span[1], _expanded(one), title)


def _expanded(one: re.Match[str]) -> tuple[str, ...]:
    number, letter, last = one["number"], one["letter"], one["last"]
    if not last or not letter or last < letter:
        return ((number if not last else number[: one.end("letter") - one.start()]),)
    stem = number[: one.start("letter") - one.start()]
    return tuple(stem + chr(code) for code in range(ord(letter), ord(last) + 1))


def folded(title: str) -> str:
    """Return a title as it is compared: without case, width and signs."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    return re.sub(r"[\W_]+", "", plain)
