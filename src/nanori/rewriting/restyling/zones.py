"""A reference to where its object is, told by the clause around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct

from nanori.grammar import trees, zones
from nanori.grammar.languages import Language
from nanori.grammar.places import Path, leaves
from nanori.model.values import Form, Reference, Token

Whereabouts = Literal["battlefield", "stack", "elsewhere", "anywhere"]
"""Where an object is when its text speaks of it; `elsewhere` is any zone where it is a card."""

TERMINALS: dict[Form, str] = {
    "full": "OWN_NAME",
    "short": "SHORT_NAME",
    "alternate": "ALTERNATE_NAME",
    "this": "THIS_OBJECT",
    "bare": "BARE_THIS",
    "placeholder": "PLACEHOLDER",
}
"""The terminals of references to the object itself."""


class Told(Struct, frozen=True):
    """What a clause tells of where a reference's object is."""

    zone: Whereabouts = "battlefield"
    placed: bool = False
    """Whether it is said to be there, and so is all through the ability."""
    stays: bool = False
    """Whether it is in play whatever else the ability says."""
    left: bool = False
    """Whether it leaves the battlefield then."""
    host: bool = False
    """Whether that is told of what it is attached to."""
    moved: bool = False
    """Whether it is moved on from where it is."""
    sentence: int = 0
    """Where its sentence begins, in code points of the paragraph."""


def find(
    text: str, references: Sequence[Reference], language: Language, *, spell: bool = False
) -> list[Whereabouts]:
    """Return where each reference's object is, in the order of the references.

    `spell` is for an instant or sorcery, which is on the stack in more of the clauses.

    What has died or left the battlefield earlier in its paragraph is a card when it is moved on;
    what may be anywhere may be so to the end of the sentence; what is said to be in a zone is
    there all through its paragraph.
    """
    found: list[Whereabouts] = []
    waiting = [Token(TERMINALS[one.form], one.start, one.end) for one in reversed(references)]
    for start, end in trees.paragraphs(text):
        inside = trees.within(waiting, start, end) if waiting else ()
        if inside:
            found += _of_ability(text[start:end], inside, language, spell=spell)
    return found


def _of_ability(
    paragraph: str, names: Sequence[Token], language: Language, *, spell: bool
) -> Iterator[Whereabouts]:
    """Yield where the object is at each place of a paragraph that names it."""
    if not _cue(language).search(paragraph):
        yield from ["battlefield"] * len(names)
        return
    tree = trees.parse_paragraph(paragraph, language, names)
    starts = {name.start for name in names}
    told: list[Told] = []
    for path, part in leaves(tree):
        if part.start in starts and path and isinstance(part, Token):
            told.append(_told(path, spell=spell))
        elif path and zones.host_leaves(path):
            told.append(Told(host=True, left=True))
    yield from _together(told)


def _together(told: Sequence[Told]) -> Iterator[Whereabouts]:
    """Yield the zones that places of one paragraph tell, each seeing the others."""
    placed = any(one.placed for one in told)
    gone, anywhere = False, -1
    for one in told:
        zone = one.zone
        if zone == "anywhere":
            anywhere = one.sentence
        if zone == "battlefield" and one.sentence == anywhere:
            zone = "anywhere"
        elif (gone and one.moved) or (placed and zone == "battlefield" and not one.stays):
            zone = "elsewhere"
        gone = gone or one.left or zone == "elsewhere"
        if not one.host:
            yield zone


@cache
def _cue(language: Language) -> re.Pattern[str]:
    """Return what finds the words without which an object is on the battlefield."""
    given = language.lexicon
    words = [word for name in given.restyling.placing for word in given.words[name]]
    words += given.restyling.cues
    joined = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"\b(?:{joined})\b" if given.divided else joined, re.IGNORECASE)


def _told(path: Path, *, spell: bool) -> Told:
    """Return what the clause around a place tells."""
    zone = _zone(path, spell=spell)
    left = zones.leaves_play(path)
    return Told(
        zone,
        placed=zone == "elsewhere" and zones.is_outside(path),
        stays=left or zones.acts(path) or zones.is_put_into_play(path),
        left=left,
        moved=zones.is_moved(path),
        sentence=zones.sentence_start(path),
    )


def _zone(path: Path, *, spell: bool) -> Whereabouts:
    if zones.goes_from_anywhere(path):
        return "battlefield" if zones.is_replaced(path) else "anywhere"
    if zones.is_defined(path):
        return "anywhere"
    if zones.acts(path):
        return "battlefield"
    if zones.is_outside(path) or zones.is_outside_then(path) or zones.is_discarded(path):
        return "elsewhere"
    if zones.is_taken(path):
        return "elsewhere"
    if zones.is_cast(path) or (spell and zones.was_cast(path)):
        return "stack"
    return "battlefield"
