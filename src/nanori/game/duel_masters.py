"""Duel Masters: which names and races a card has, what refers to them, and which can be named."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from nanori.game.objects import Name, Object, Values

_KATAKANA = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}
_BRACKETS = "《》〈〉「」『』"
_HALVES = re.compile("[/／]")


class Named(Struct, frozen=True):
    """What naming a card comes to."""

    said: str
    answer: Literal["chosen", "ambiguous", "illegal", "unknown"]
    names: tuple[str, ...] = ()
    """The names chosen."""
    candidates: tuple[str, ...] = ()
    """What could be meant, if it is not plain."""
    rule: str = "202.2"


class Ability(Struct, frozen=True):
    """One line of a text box: the keyword before it, and what is referred to as its text."""

    prefix: str
    """The keyword before the text, empty if there is none."""
    text: str
    """The text without the keyword and without notes; empty for a note alone."""
    start: int
    """Where the line begins, in code points of the text box."""


def folded(name: str) -> str:
    """Return a name for comparison: widths alike, outer 《》 off, separators as they are."""
    return unicodedata.normalize("NFKC", name).strip().strip(_BRACKETS)


def folded_reading(reading: str) -> str:
    """Return a ruby for comparison: widths and kana alike, without spaces and points."""
    plain = unicodedata.normalize("NFKC", reading).translate(_KATAKANA)
    return re.sub(r"[\s・]", "", plain)


def of_name(name: str, reading: str = "", english: str = "") -> tuple[Name, ...]:
    """Return the names in a name field: two for a Twinpact “A/B”, else one. 201.2b, 204.

    The ruby and the English name are divided likewise where they have as many parts.
    """
    parts = [part for piece in _HALVES.split(name) if (part := piece.strip())]
    readings = _divided(reading, len(parts))
    in_english = _divided(english, len(parts))
    return tuple(
        Name(translated or part, part if translated not in ("", part) else "", (), ruby)
        for part, ruby, translated in zip(parts, readings, in_english, strict=True)
    )


def _divided(words: str, count: int) -> list[str]:
    """Return the parts of a name field, or as many empty ones where the number is another."""
    parts = [piece.strip() for piece in _HALVES.split(words)]
    return parts if len(parts) == count else [words if count == 1 else ""] * count


def card(
    name: str, *, reading: str = "", english: str = "", id: str = "", lang: str = ""
) -> Object:
    """Return the object that a card of that name is; a Twinpact has both names. 204."""
    names = of_name(name, reading, english)
    return Object(
        id=id, lang=lang, printed=Values(names, "twinpact" if len(names) > 1 else "normal")
    )


def contains(names: Iterable[Name], word: str) -> bool:
    """Tell whether one of the names has that word in it, unbroken. 202.3.

    A separator, as ・ or a space, breaks a word. An empty word is in no name.
    """
    wanted = folded(word)
    return bool(wanted) and any(
        wanted in folded(form) for name in names for form in {name.english, name.printed}
    )


def exactly(names: Iterable[Name], name: str, reading: str = "") -> bool:
    """Tell whether one of the names is that name, its ruby included. 202.3a.

    A ruby that one side lacks is not known, and does not tell them apart.
    """
    wanted, ruby = folded(name), folded_reading(reading)
    for one in names:
        own = folded_reading(one.reading)
        same = wanted in (folded(one.english), folded(one.printed))
        if wanted and same and (not ruby or not own or ruby == own):
            return True
    return False


def has_race(races: Iterable[str], part: str) -> bool:
    """Tell whether one of the races has that word in it, unbroken. 203.2."""
    wanted = folded(part)
    return bool(wanted) and any(wanted in folded(race) for race in races)


def choose_race(said: str, known: Iterable[str]) -> bool:
    """Tell whether that is a whole race that exists, and can be chosen. 203.4."""
    wanted = folded(said)
    return bool(wanted) and any(wanted == folded(race) for race in known)


def choose_name(said: str, known: Sequence[Name], above: Sequence[str] = ()) -> Named:
    """Return what naming a card comes to. 202.2, 202.6a.

    `known` are the names that exist, `above` those that stand above an alternate-name line. A
    name part that several cards have is not enough: the variant must be said too.
    """
    wanted = folded(said)
    if not wanted:
        return Named(said, "unknown")
    forms = {one.printed: {folded(one.printed), folded(one.english)} for one in known}
    whole = tuple(name for name, folds in forms.items() if wanted in folds)
    if len(whole) == 1:
        return Named(said, "chosen", whole)
    if whole:
        return Named(said, "ambiguous", (), whole)
    if any(wanted == folded(name) for name in above):
        return Named(said, "illegal", rule="202.6a")
    part = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    variants = tuple(name for name, folds in forms.items() if any(map(part.search, folds)))
    if len(variants) == 1:
        return Named(said, "chosen", variants)
    return Named(said, "ambiguous" if variants else "unknown", (), variants)


# 「ジャストダイバー：…」 “Just Diver: …”, but neither a sentence nor a phrase: no stop, no
# quotation, no particle behind a noun, no word in small letters.
_PREFIX = re.compile(
    r"((?:(?![：:。、，,.「」“”\"]|(?<=[一-龥ァ-ヺー0-9０-９])[をがはにで]|\b[a-z]).){1,30}?)\s*[：:]\s*"
)
_BULLET = re.compile(r"\s*[■▶►・•▼●]*\s*")


def abilities(text: str) -> Iterator[Ability]:
    """Yield the lines of a text box as they are referred to. 205.1a, 205.2a.

    A keyword before an ability is skipped, and a note in brackets is no rules text, on its
    ability's line or on its own.
    """
    start = 0
    for line in text.split("\n"):
        words = _without_notes(line)
        words = words[_BULLET.match(words).end() :]  # type: ignore[union-attr]
        found = _PREFIX.match(words)
        prefix = found[1] if found else ""
        yield Ability(prefix, words[found.end() if found else 0 :].strip(), start)
        start += len(line) + 1


def _without_notes(line: str) -> str:
    """Return a line without what stands in brackets; one that nothing closes is no note."""
    kept: list[str] = []
    opened: list[int] = []
    for sign in line:
        if sign in "（(":
            opened.append(len(kept))
        kept.append(sign)
        if sign in "）)" and opened:
            del kept[opened.pop() :]
    return "".join(kept)
