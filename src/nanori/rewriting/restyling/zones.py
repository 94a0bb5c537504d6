"""A reference to where its object is, told by the clause around it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Literal

from nanori.grammar.languages import Language
from nanori.grammar.lexicon.restyling import Restyling
from nanori.model.values import Reference

Whereabouts = Literal["battlefield", "stack", "elsewhere", "anywhere"]
"""Where an object is when its text speaks of it; `elsewhere` is any zone where it is a card."""

NEAR = 100
"""How many code points around a reference are looked at to tell where its object is."""


ABILITY = 200
"""How far behind the words that say where an object is it still is there, in code points."""


def find(
    text: str, references: Sequence[Reference], language: Language, *, spell: bool = False
) -> list[Whereabouts]:
    """Return where each reference's object is, in the order of the references.

    `spell` is for an instant or sorcery, which is on the stack in more of the clauses.

    What has died or left the battlefield earlier in its paragraph is a card when it is moved on;
    what may be anywhere may be so to the end of the sentence.
    """
    clauses = language.lexicon.restyling
    zones: list[Whereabouts] = []
    placed: list[int] = []
    gone = False
    last = 0
    for reference in references:
        if text.find("\n", last, reference.start) >= 0:
            gone = False
        same_sentence = not clauses.sentence_end.search(text, last, reference.start)
        last = reference.end
        before = text[max(0, reference.start - NEAR) : reference.start].rpartition("\n")[2]
        after = text[reference.end : reference.end + NEAR].partition("\n")[0]
        gone = gone or bool(clauses.gone_before.search(before))
        zone = _zone(before, after, clauses, gone=gone, spell=spell)
        if zone == "battlefield" and same_sentence and zones and zones[-1] == "anywhere":
            zone = "anywhere"
        zones.append(zone)
        gone = gone or zone == "elsewhere" or bool(clauses.gone_after.match(after))
        if clauses.place_after.match(after):
            placed.append(reference.start)
    return _beside(text, references, zones, placed, clauses) if placed else zones


def _beside(
    text: str,
    references: Sequence[Reference],
    told: Sequence[Whereabouts],
    placed: Sequence[int],
    clauses: Restyling,
) -> list[Whereabouts]:
    """Return the zones with those in play moved to where the same ability says the object is.

    “Remove a time counter from this card. Activate only if this card is suspended.”
    `placed` is where the references begin that say it.
    """
    zones: list[Whereabouts] = []
    for reference, zone in zip(references, told, strict=True):
        start, end = reference.start, reference.end
        after = bisect_left(placed, start)
        near = any(
            -NEAR <= start - place <= ABILITY
            and text.find("\n", min(place, start), max(place, start)) < 0
            for place in placed[max(0, after - 1) : after + 1]
        )
        stays = clauses.gone_after.match(text, end) or clauses.play_after.match(text, end)
        zones.append("elsewhere" if near and zone == "battlefield" and not stays else zone)
    return zones


def _zone(before: str, after: str, clauses: Restyling, *, gone: bool, spell: bool) -> Whereabouts:
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
