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

from nanori.formats import headings
from nanori.formats.detection import ASSIGNED, Head
from nanori.formats.entries import Element, Entry
from nanori.formats.format import json_about
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
from nanori.formats.in_json.objects import ObjectFormat
from nanori.formats.io.streams import Source
from nanori.formats.json import words
from nanori.formats.json.stream import strict
from nanori.formats.json.words import entry, folded, parts, said, under
from nanori.model.errors import NanoriError

# Keys without blanks, strokes and capitals; the first that an object has counts.
NAMES = ("nickname", "name", "cardname", "cardtitle", "title")
TEXTS = (
    *("text", "rulestext", "oracletext", "cardtext", "rules", "oracle"),
    *("effect", "effecttext", "ability", "abilities", "description", "desc"),
)
TYPES = ("type", "typeline", "cardtype", "types")
# Keys of a set, a deck or a bag for its cards: what is said of the container is not a card.
_CONTAINERS = frozenset({"containedobjects", "objectstates", "cards", "deck", "decks"})
# What a box of words drawn on a card has, which has a name and a text, too; at least this many of
# them. A picture has its width and height.
_DRAWN = frozenset(f"{key}{words.BARE}" for key in ("x", "y", "width", "height", "size"))
BOXED = 3
# Formats that know their files better take precedence.
_OTHERS = (card_conjurer, cards, draftmancer, egg, keyed_json, lackeybot, mtgjson, scryfall)
_BEGINS = re.compile(rf"(?:{ASSIGNED.pattern})?\s*+[\[{{]\s*+[\[{{\"]")


class CardKeys(NamedTuple):
    """The keys of an object's fields, folded; for each field the first that it has counts."""

    names: tuple[str, ...] = NAMES
    texts: tuple[str, ...] = TEXTS
    types: tuple[str, ...] = TYPES

    def wants(self, own: set[str]) -> bool:
        """Tell whether an object with these keys has a name and a text."""
        both = not own.isdisjoint(self.names) and not own.isdisjoint(self.texts)
        return both and own.isdisjoint(_CONTAINERS) and len(own & _DRAWN) < BOXED


@lru_cache(16)
def _keys(columns: str) -> CardKeys:
    """Return the keys of fields, or only the one the user names; NanoriError as there."""
    keys = {key.field: (folded(named),) for key, named in headings.given(columns).items()}
    return CardKeys(keys.get("name", NAMES), keys.get("text", TEXTS), keys.get("type", TYPES))


def _said(card: Mapping[str, object], keys: tuple[str, ...]) -> str:
    """Return what an object says under the first of these keys that it has."""
    by_key: dict[str, object] = {}
    for key, value in card.items():
        by_key.setdefault(folded(key), value)
    value = next((by_key[key] for key in keys if key in by_key), None)
    inner = under(value, "text")
    return said(value if inner is None else inner, "bracketed")


def _has_no_text(head: Head) -> bool:
    """Tell whether the first of several lines is a card record that lacks its text.

    A single line may be a whole set, which has a name and its cards.
    """
    if head.outline is None or head.outline.arrangement != "lines":
        return False
    keys = {folded(key) for key in head.keys}
    return "name" in keys and not keys & {*TEXTS, *_CONTAINERS}


class NamedJson(ObjectFormat):
    """JSON whose objects have a name and a rules text."""

    ABOUT = json_about(
        title="any JSON whose objects have a name and a rules text, as Tabletop Simulator's",
        alternates=False,
        columns=True,
    )
    KIND = dict[str, object]
    LOOSE = True

    def recognises(self, head: Head) -> bool:
        """Tell whether it has an object with a name and a text, and is in no other format."""
        if any(other.FORMAT.recognises(head) for other in _OTHERS) or _has_no_text(head):
            return False
        text = strict(head.text)
        if not _BEGINS.match(text):
            return False
        asked = _keys(head.columns)
        places = words.outermost(text, asked.wants, asked.texts)
        return any(_is_card(text[start:end], asked) for start, end in places)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each outermost object with a name and a text."""
        asked = _keys(head.columns)
        return words.outermost_elements(source, head, asked.wants, asked.texts)

    def texts(self, card: dict[str, object], element: Element) -> Iterator[Entry]:
        """Yield the text of a card; nothing for an object whose name or text is not a string."""
        asked = _keys(element.context)
        name, text, kind = (_said(card, keys) for keys in asked)
        if not name:
            if text:
                raise NanoriError("no name")
            return
        # Deck importers put the type line below the name.
        name, *below = parts(name, "\n")
        yield entry({"name": name, "text": text, "type": kind or next(iter(below), "")})


def _is_card(text: str, asked: CardKeys) -> bool:
    try:
        card = words.located(text, dict[str, object])
    except NanoriError:
        return False
    return bool(_said(card, asked.names) and _said(card, asked.texts))


FORMAT = NamedJson()
