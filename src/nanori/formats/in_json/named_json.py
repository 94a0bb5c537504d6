"""Any JSON whose objects have a name and a rules text under one of the usual keys.

Card makers and private tools keep their sets this way: Tabletop Simulator (`Nickname`,
`Description`), `cardName` and `rulesText`, `title` and `rules`, each with a `text`. Comments and
trailing commas are skipped in reading, and stay in writing; so is a name before the value, as in
modules of JavaScript.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from nanori.formats import escaping, headings, suppressions
from nanori.formats.detection import ASSIGNED, Head
from nanori.formats.entries import NOTHING, Element, Entry, PlacedWords, places_of
from nanori.formats.format import Format, json_about
from nanori.formats.in_json import (
    card_conjurer,
    cards,
    draftmancer,
    egg,
    keyed_json,
    lackeybot,
    mtgjson,
    scryfall,
)
from nanori.formats.in_json.faces import words_of
from nanori.formats.io.streams import Source
from nanori.formats.json import positions
from nanori.formats.json.positions import EveryKey, JsonShape, keys_of, parts_of, shape_of, text_of
from nanori.formats.json.stream import strict
from nanori.model.errors import NanoriError
from nanori.model.values import Card

NAMES = ("nickname", "name", "cardname", "cardtitle", "title")
TEXTS = (
    *("text", "rulestext", "oracletext", "cardtext", "rules", "oracle"),
    *("effect", "effecttext", "ability", "abilities", "description", "desc"),
)
# Keys without blanks, strokes and capitals; the first that an object has counts.
TYPES = ("type", "typeline", "cardtype", "types")

# Keys of a set, a deck or a bag for its cards: what is said of the container is not a card.
_CONTAINERS = frozenset({"containedobjects", "objectstates", "cards", "deck", "decks"})

# What a box of words drawn on a card has, which has a name and a text, too;
_DRAWN = frozenset(f"{key}{positions.BARE}" for key in ("x", "y", "width", "height", "size"))
# at least this many of them. A picture has its width and height.
BOXED = 3

# Formats that know their files better take precedence.
_OTHERS = (card_conjurer, cards, draftmancer, egg, keyed_json, lackeybot, mtgjson, scryfall)

_BEGINS = re.compile(rf"(?:{ASSIGNED.pattern})?\s*+[\[{{]\s*+[\[{{\"]")
_WAY = "bracketed"


class CardKeys(NamedTuple):
    """The keys of an object's fields, folded; for each field the first that it has counts."""

    names: tuple[str, ...] = NAMES
    texts: tuple[str, ...] = TEXTS
    types: tuple[str, ...] = TYPES


@lru_cache(16)
def _keys(columns: str) -> CardKeys:
    """Return the keys of fields, or only the one the user names; NanoriError as there."""
    keys = {key.field: (positions.folded(named),) for key, named in headings.given(columns).items()}
    return CardKeys(keys.get("name", NAMES), keys.get("text", TEXTS), keys.get("type", TYPES))


def _named(asked: CardKeys) -> positions.Wanted:
    """Return a test for objects with such keys for a name and a text."""

    def named(own: set[str]) -> bool:
        said = not own.isdisjoint(asked.names) and not own.isdisjoint(asked.texts)
        return said and own.isdisjoint(_CONTAINERS) and len(own & _DRAWN) < BOXED

    return named


def _said(text: str, members: Mapping[str, JsonShape], keys: tuple[str, ...]) -> PlacedWords:
    """Return what an object says under the first of these keys that it has."""
    by_key = {positions.folded(key): key for key in reversed([*members])}
    for key in keys:
        if key not in by_key:
            continue
        own = by_key[key]
        inside = keys_of(members[own])
        return words_of(text, inside or members, "text" if inside else own, _WAY)
    return NOTHING


def _has_no_text(head: Head) -> bool:
    """Tell whether the first of several lines is a card record that lacks its text.

    A single line may be a whole set, which has a name and its cards.
    """
    if head.outline is None or head.outline.arrangement != "lines":
        return False
    keys = {positions.folded(key) for key in head.keys}
    return "name" in keys and not keys & {*TEXTS, *_CONTAINERS}


def _first_line(text: str, name: PlacedWords) -> tuple[PlacedWords, PlacedWords]:
    """Return the name, and the type line below it, which deck importers put together."""
    if name.place is None or "\n" not in name.words:
        return name, NOTHING
    parts = parts_of(name.place, text, "\n")
    said = [escaping.decode(_WAY, text[part.start : part.end]).text for part in parts]
    return PlacedWords(said[0], parts[0]), PlacedWords(said[1], parts[1])


class NamedJson(Format):
    """JSON whose objects have a name and a rules text."""

    ABOUT = json_about(
        title="any JSON whose objects have a name and a rules text, as Tabletop Simulator's",
        alternates=False,
        columns=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether it has an object with a name and a text, and is in no other format."""
        if any(other.FORMAT.recognises(head) for other in _OTHERS) or _has_no_text(head):
            return False
        text = strict(head.text)
        if not _BEGINS.match(text):
            return False
        asked = _keys(head.columns)
        places = positions.outermost(text, _named(asked), asked.texts)
        return any(self._is_card(text[start:end], asked) for start, end in places)

    def _is_card(self, text: str, asked: CardKeys) -> bool:
        try:
            members = keys_of(shape_of(text, EveryKey()))
        except NanoriError:
            return False
        name, said = (_said(text, members, keys) for keys in (asked.names, asked.texts))
        return bool(name.words and said.words)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each outermost object with a name and a text."""
        asked = _keys(head.columns)
        return positions.outermost_elements(source, head, _named(asked), asked.texts)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the text of a card; nothing for an object whose name or text is not a string."""
        text = strict(text_of(element.text))
        members = keys_of(shape_of(text, EveryKey()))
        asked = _keys(element.context)
        name, said = _said(text, members, asked.names), _said(text, members, asked.texts)
        if not name.words:
            if said.words:
                raise NanoriError("no name")
            return
        kind = _said(text, members, asked.types)
        name, below = _first_line(text, name)
        kind = kind if kind.words else below
        placed = places_of({"name": name, "text": said, "type": kind})
        card = Card(text=said.words, name=name.words, type=kind.words)
        checks = suppressions.in_json(text.encode())
        yield Entry(card, {}, placed, suppressed=checks)


FORMAT = NamedJson()
