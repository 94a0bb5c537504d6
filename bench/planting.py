"""How an error is put into a translation; `planted_small` has which. None knows a card.

Committed with its seed before the checks that look for them. Pairs are told apart by the hash of
the original's id: `HELD` is the part that nobody looks at while a check is made or tuned.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from nanori.model.values import Card

REMARK = re.compile(r"（[^（）]*）|\([^()]*\)")


class Planting(NamedTuple):
    """A translation with an error."""

    card: Card
    field: str
    """Where it is: `text`, `type`."""
    start: int
    end: int
    """What is wrong now; for what was left out the place where it was."""


Plant = Callable[[Card, Card, random.Random], "Planting | None"]


def is_held(card: Card) -> bool:
    """Tell whether an original belongs to the part that is looked at for the figures alone."""
    return sha256(str(card.id).encode()).digest()[0] % 2 == 1


class Slot(NamedTuple):
    """A line of a text and the line that it is of."""

    original: str
    line: str
    start: int


def slots(original: Card, card: Card) -> list[Slot]:
    """Return the lines of a translation without reminder text, each with its original."""
    there, here = masked(original.text).split("\n"), masked(card.text).split("\n")
    if len(there) != len(here):
        return []
    found: list[Slot] = []
    start = 0
    for said, line in zip(there, here, strict=True):
        found.append(Slot(said, line, start))
        start += len(line) + 1
    return found


def masked(text: str) -> str:
    return REMARK.sub(lambda match: "\0" * len(match[0]), text)


def words(here: str, wrong: str, there: str = "", unless: str = "(?!)") -> Plant:
    """Return the error that puts other words for a pattern in a line.

    The original's line has `there` and not `unless`.
    """

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        places = [
            (slot.start, match)
            for slot in slots(original, card)
            if re.search(there, slot.original) and not re.search(unless, slot.original)
            for match in re.finditer(here, slot.line)
            if "\0" not in match[0] and not _is_name(match, card)
        ]
        if not places:
            return None
        begin, match = chance.choice(places)
        new = match.expand(wrong)
        return put(card, begin + match.start(), begin + match.end(), new)

    return plant


def any_of(*plants: Plant) -> Plant:
    """Return the error that is the first of some, in a random order, that has a place."""

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        for one in chance.sample(plants, len(plants)):
            if planted := one(original, card, chance):
                return planted
        return None

    return plant


def _is_name(match: re.Match[str], card: Card) -> bool:
    """Tell whether words belong to the card's own name or a quoted one."""
    line, begin, end = match.string, match.start(), match.end()
    for name in filter(None, (card.name, card.name.rpartition("、")[2])):
        place = line.find(name)
        while place >= 0:
            if place < end and begin < place + len(name):
                return True
            place = line.find(name, place + 1)
    return False


def put(card: Card, start: int, end: int, new: str) -> Planting | None:
    """Return the text with other words in a place; the place is only what really differs."""
    old = card.text[start:end]
    if old == new:
        return None
    while old and new and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while old and new and old[-1] == new[-1]:
        old, new, end = old[:-1], new[:-1], end - 1
    text = card.text[:start] + new + card.text[end:]
    return Planting(replace(card, text=text), "text", start, start + len(new))


def letters(sort: str, change: Callable[[str, random.Random], str]) -> Plant:
    """Return the error that changes a word of a sort of letters."""

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        places = [
            (slot.start, match)
            for slot in slots(original, card)
            for match in re.finditer(sort, slot.line)
            if not _is_name(match, card)
        ]
        if not places:
            return None
        begin, match = chance.choice(places)
        new = change(match[0], chance)
        return put(card, begin + match.start(), begin + match.end(), new)

    return plant


def lines_of(change: Callable[[list[str], random.Random], tuple[list[str], int] | None]) -> Plant:
    """Return the error that changes the order or number of lines; it is all of a line."""

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        here = card.text.split("\n")
        if len(original.text.split("\n")) != len(here):
            return None
        changed = change(here, chance)
        if changed is None or changed[0] == here:
            return None
        lines, place = changed
        start = sum(len(line) + 1 for line in lines[:place])
        end = start + len(lines[place]) if place < len(lines) else start - 1
        text = "\n".join(lines)
        return Planting(replace(card, text=text), "text", min(start, len(text)), end)

    return plant


def type_line(here: str, wrong: Callable[[str, random.Random], str]) -> Plant:
    """Return the error that changes the type line."""

    def plant(original: Card, card: Card, chance: random.Random) -> Planting | None:
        places = list(re.finditer(here, card.type))
        if not (places and original.type):
            return None
        match = chance.choice(places)
        new = wrong(match[0], chance)
        line = card.type[: match.start()] + new + card.type[match.end() :]
        if line == card.type:
            return None
        return Planting(replace(card, type=line), "type", match.start(), match.start() + len(new))

    return plant
