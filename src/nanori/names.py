"""A card to the names its text may call it by, and which of them is which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Literal

from msgspec import Struct

from nanori import languages
from nanori.languages import Language
from nanori.model import Card

NameType = Literal["OWN_NAME", "SHORT_NAME", "ALTERNATE_NAME", "FACE_NAME", "KNOWN_NAME"]
"""The terminal of a name found before parsing."""


class Surface(Struct, frozen=True):
    """One way of writing a name."""

    words: str
    """The words as they stand in a text."""
    type: NameType
    """What they are when found."""
    sure: bool
    """Whether the words are a name wherever they stand with a capital; short forms are not."""
    part: bool = False
    """Whether they are a piece of a name that no divider marks off."""


@cache
def _noise(code: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in languages.load(code).lexicon.noise)


def cleaned(name: str, language: Language) -> str:
    """Return the name without what data files add to it, as the prefix “A-”."""
    for pattern in _noise(language.code):
        name = pattern.sub("", name)
    return name


def surfaces(card: Card, language: Language) -> Iterator[Surface]:
    """Yield every way the card's text may write one of its names, the surest first."""
    own = _pieces(cleaned(card.name, language))
    for name in own:
        yield from _whole(name, "OWN_NAME", language)
    if card.name_en and card.name_en != card.name:
        yield from (Surface(name, "OWN_NAME", " " in name) for name in _pieces(card.name_en))
    for name in alternates(card):
        yield from _whole(name, "ALTERNATE_NAME", language)
        yield from _short(name, "ALTERNATE_NAME", language)
    for name in other_faces(card, language):
        yield from _whole(name, "FACE_NAME", language)
    legend = language.lexicon.legendary in card.type
    for name in own:
        yield from _short(name, "SHORT_NAME", language, legend=legend)


def _pieces(name: str) -> list[str]:
    """Return the names in a name field: two for both halves of a split card written as one."""
    return [piece.strip() for piece in name.split("//") if piece.strip()]


def alternates(card: Card) -> list[str]:
    """Return the alternate names of this face; of “A // B” the one at this face's place."""
    found: list[str] = []
    for name in card.alternate:
        pieces = _pieces(name)
        place = card.faces.index(card.name) if card.name in card.faces else 0
        chosen = pieces[place] if place < len(pieces) else (pieces or [""])[0]
        if chosen and chosen not in found and chosen != card.name:
            found.append(chosen)
    return found


def other_faces(card: Card, language: Language) -> list[str]:
    """Return the names of the card's other faces."""
    return [name for face in card.faces if (name := cleaned(face, language)) != card.name and name]


def _whole(name: str, kind: NameType, language: Language) -> Iterator[Surface]:
    yield Surface(name, kind, _is_sure(name, language))
    short = language.lexicon.short
    if short.article and name.startswith(short.article):
        rest = name[len(short.article) :]
        yield Surface(short.article.lower() + rest, kind, sure=True)
        if kind == "OWN_NAME":
            yield Surface(rest, "SHORT_NAME", sure=False)
    for joint in short.joint:
        if joint in name:  # left out by some prints
            yield Surface(name.replace(joint, " "), kind, sure=True)


def _is_sure(name: str, language: Language) -> bool:
    """Tell whether a whole name needs no look at its surroundings: two words are enough."""
    return " " in name if language.lexicon.short.word else len(name) > 2  # noqa: PLR2004


def _short(
    name: str, kind: NameType, language: Language, *, legend: bool = True
) -> Iterator[Surface]:
    """Yield the shortened forms of a name, longest first (CR 201.5c)."""
    short = language.lexicon.short
    if legend:
        yield from _divided(name, kind, language)
    if not short.word:
        return
    head = name
    for divider in short.split[:1]:
        head = head.partition(divider)[0]
    if any(joint in head for joint in short.joint):
        return
    words = re.findall(short.word, head)
    for length in range(len(words) - 1, 0, -1):
        if words[length - 1] not in short.small and legend:
            yield Surface(" ".join(words[:length]), kind, sure=False, part=True)
    for word in words[:1] * (not legend) + words[:0:-1]:
        if word not in short.small and word[0].isupper() and len(word) > 2:  # noqa: PLR2004
            yield Surface(word, kind, sure=False, part=True)


def _divided(name: str, kind: NameType, language: Language) -> Iterator[Surface]:
    short = language.lexicon.short
    for divider in short.split:
        first, found, last = name.partition(divider)
        if found and first:
            yield Surface(first if short.kept == "first" else last, kind, sure=False)
            if short.article and first.startswith(short.article):
                yield Surface(first[len(short.article) :], kind, sure=False)
            name = first if short.kept == "first" else last


class KnownNames:
    """Names of other cards, for recognising them where no construction announces them."""

    def __init__(self, names: Iterable[str]) -> None:
        """Keep the names; those of one plain word are left out, they are words more often."""
        self._by_head: dict[str, list[str]] = {}
        for name in dict.fromkeys(names):
            if len(name) >= HEAD:
                self._by_head.setdefault(name[:HEAD], []).append(name)
        for group in self._by_head.values():
            group.sort(key=len, reverse=True)

    def at(self, text: str, place: int) -> str:
        """Return the longest known name that stands at that place of the text, or nothing."""
        for name in self._by_head.get(text[place : place + HEAD], ()):
            if text.startswith(name, place):
                return name
        return ""


HEAD = 3
"""Names are looked up by this many first characters; shorter ones are no evidence."""
