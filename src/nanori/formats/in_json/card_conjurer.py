"""Cards saved by Card Conjurer: a list of them with their keys, or one by itself.

Programs that store more about a card put what was saved inside objects of their own. A card has its
fields under `text`, each with where it is drawn and its `text`: `title`, `type`, `rules`, for a
planeswalker or a saga `ability0` and so on, for a class `level1c`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.in_json.objects import ObjectFormat, about, two_faces
from nanori.formats.io.streams import Source
from nanori.formats.json import words
from nanori.formats.json.stream import elements_of
from nanori.formats.json.words import said, under

# A box of rules besides the first: of a planeswalker, a saga, a class, a leveler.
_BOX = re.compile(r"ability\d|level\d+c?|chapter\d|prototype|mutate|station\d?")
# What every card says about how it is drawn, and what one says about its words.
DRAWN = frozenset({"frames", "artSource", "bottomInfo", "manaSymbols"})
_DRAWN = re.compile(rf'"(?:{"|".join(sorted(DRAWN))})"[ \t\r\n]*+:')
_SAID = re.compile(r'"(?:title|rules)"[ \t\r\n]*+:[ \t\r\n]*+\{')
_FOLDED = frozenset(map(str.lower, DRAWN))
# Frames whose first box of rules is that of the smaller card on it.
_SWAPPED = re.compile(r"adventure|omen", re.IGNORECASE)


def _is_plain(head: Head) -> bool:
    """Tell whether the values of the file are the cards, not something that contains them."""
    return head.keys >= {"key", "data"} or bool(head.keys & DRAWN)


class CardConjurer(ObjectFormat):
    """Cards saved by Card Conjurer."""

    ABOUT = about(
        title="cards saved by Card Conjurer",
        suffixes=(".cardconjurer",),
        signs=True,
    )
    KIND = dict[str, object]

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has cards with how they are drawn, or with boxes of words."""
        if head.outline is None:
            return False
        drawn, boxes = _DRAWN.search(head.text), _SAID.search(head.text)
        return bool(drawn or boxes) if _is_plain(head) else bool(drawn and boxes)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card; those within other objects are looked for in the whole file."""
        if _is_plain(head):
            return elements_of(source, head.outline, head.encoding)
        return words.outermost_elements(
            source, head, lambda keys: "text" in keys and not keys.isdisjoint(_FOLDED)
        )

    def texts(self, card: Mapping[str, Any], element: Element) -> Iterator[Entry]:
        """Yield each text of each face: the words of each box, and the frame as its layout."""
        data = card.get("data", card)
        every = cast("dict[str, object]", under(data, "text") or {})
        boxes = {
            key: inner for key, box in every.items() if (inner := under(box, "text")) is not None
        }
        if not said(boxes.get("title")) and "key" in card:
            boxes["title"] = card["key"]
        version = str(said(under(data, "version")))
        if _SWAPPED.search(version) and "title2" in boxes:
            boxes["rules"], boxes["rules2"] = boxes.get("rules2"), boxes.get("rules")
        further = sorted(key for key in boxes if _BOX.fullmatch(key))
        return two_faces(
            boxes, ("title", "type"), ("rules", *further), "conjured", {"layout": version}
        )


FORMAT = CardConjurer()
