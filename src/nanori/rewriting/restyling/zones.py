"""A reference to the zone its object is in, told by the clause around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from nanori.grammar import languages
from nanori.model.values import Reference

Zone = Literal["battlefield", "stack", "elsewhere", "anywhere"]
"""Where an object is when its text speaks of it; `elsewhere` is any zone where it is a card."""

NEAR = 100
"""How many code points around a reference are looked at to tell where its object is."""


ABILITY = 200
"""How far behind the words that say where an object is it still is there, in code points."""


@dataclass(frozen=True, slots=True)
class Clauses:
    """The compiled patterns of a language's clauses about zones."""

    stack_before: re.Pattern[str]
    stack_after: re.Pattern[str]
    spell_before: re.Pattern[str]
    spell_after: re.Pattern[str]
    card_before: re.Pattern[str]
    card_after: re.Pattern[str]
    place_after: re.Pattern[str]
    play_after: re.Pattern[str]
    anywhere_after: re.Pattern[str]
    sentence_end: re.Pattern[str]
    gone_after: re.Pattern[str]
    gone_before: re.Pattern[str]
    moved_before: re.Pattern[str]
    moved_after: re.Pattern[str]


@cache
def _clauses(code: str) -> Clauses:
    given = languages.load(code).lexicon.restyling
    return Clauses(
        **{name: re.compile(getattr(given, name) or r"(?!)") for name in Clauses.__slots__}
    )


def find(
    text: str, references: Sequence[Reference], code: str, *, spell: bool = False
) -> list[Zone]:
    """Return the zone of each reference's object, in the order of the references.

    `spell` is for an instant or sorcery, which is on the stack in more of the clauses.

    What has died or left the battlefield earlier in its paragraph is a card when it is moved on;
    what may be anywhere may be so to the end of the sentence.
    """
    clauses = _clauses(code)
    found: list[Zone] = []
    placed: list[int] = []
    gone = False
    last = 0
    for one in references:
        if text.find("\n", last, one.start) >= 0:
            gone = False
        same_sentence = not clauses.sentence_end.search(text, last, one.start)
        last = one.end
        before = text[max(0, one.start - NEAR) : one.start].rpartition("\n")[2]
        after = text[one.end : one.end + NEAR].partition("\n")[0]
        gone = gone or bool(clauses.gone_before.search(before))
        zone = _zone(before, after, clauses, gone=gone, spell=spell)
        if zone == "battlefield" and same_sentence and found and found[-1] == "anywhere":
            zone = "anywhere"
        found.append(zone)
        gone = gone or zone == "elsewhere" or bool(clauses.gone_after.match(after))
        if clauses.place_after.match(after):
            placed.append(one.start)
    return _beside(text, references, found, placed, clauses) if placed else found


def _beside(
    text: str,
    references: Sequence[Reference],
    found: Sequence[Zone],
    placed: Sequence[int],
    clauses: Clauses,
) -> list[Zone]:
    """Return the zones with those in play moved to where the same ability says the object is.

    “Remove a time counter from this card. Activate only if this card is suspended.”
    `placed` is where the references begin that say it.
    """
    zones: list[Zone] = []
    for one, zone in zip(references, found, strict=True):
        after = bisect_left(placed, one.start)
        near = any(
            -NEAR <= one.start - place <= ABILITY
            and text.find("\n", min(place, one.start), max(place, one.start)) < 0
            for place in placed[max(0, after - 1) : after + 1]
        )
        stays = clauses.gone_after.match(text, one.end) or clauses.play_after.match(text, one.end)
        zones.append("elsewhere" if near and zone == "battlefield" and not stays else zone)
    return zones


def _zone(before: str, after: str, clauses: Clauses, *, gone: bool, spell: bool) -> Zone:
    if clauses.anywhere_after.match(after):
        return "anywhere"
    if clauses.play_after.match(after):
        return "battlefield"
    if clauses.place_after.match(after):
        return "elsewhere"
    if clauses.card_before.search(before) or clauses.card_after.match(after):
        return "elsewhere"
    if gone and (clauses.moved_before.search(before) or clauses.moved_after.match(after)):
        return "elsewhere"
    if clauses.stack_before.search(before) or clauses.stack_after.match(after):
        return "stack"
    if spell and (clauses.spell_before.search(before) or clauses.spell_after.match(after)):
        return "stack"
    return "battlefield"
