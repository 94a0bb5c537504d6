"""Cards saved by Card Conjurer: a list of them with their keys, or one by itself.

Programs that store more about a card put what was saved inside objects of their own. A card has its
fields under `text`, each with where it is drawn and its `text`: `title`, `type`, `rules`, for a
planeswalker or a saga `ability0` and so on, for a class `level1c`.
"""

import re
from collections.abc import Iterator

from nanori.formats import suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element
from nanori.formats.in_json.faces import Faced, FacedFormat, FaceKeys, about, words_of
from nanori.formats.io.streams import Source
from nanori.formats.json import positions
from nanori.formats.json.positions import EveryKey, keys_of, shape_of, text_of
from nanori.formats.json.stream import elements_of
from nanori.model.values import Card

_TITLE, _TYPE, _RULES = "title", "type", "rules"
# A box of rules besides the first: of a planeswalker, a saga, a class, a leveler.
_BOX = re.compile(r"ability\d|level\d+c?|chapter\d|prototype|mutate|station\d?")
# What every card says about how it is drawn, and what one says about its words.
DRAWN = frozenset({"frames", "artSource", "bottomInfo", "manaSymbols"})
_DRAWN = re.compile(rf'"(?:{"|".join(sorted(DRAWN))})"[ \t\r\n]*+:')
_SAID = re.compile(rf'"(?:{_TITLE}|{_RULES})"[ \t\r\n]*+:[ \t\r\n]*+\{{')
_KEY, _DATA, _TEXT, _VERSION = "key", "data", "text", "version"
_FOLDED = frozenset(map(positions.folded, DRAWN))
# Frames whose first box of rules is that of the smaller card on it.
_SWAPPED = re.compile(r"adventure|omen", re.IGNORECASE)


def _is_plain(head: Head) -> bool:
    """Tell whether the values of the file are the cards, not something that contains them."""
    return head.keys >= {_KEY, _DATA} or bool(head.keys & DRAWN)


def _is_saved(keys: set[str]) -> bool:
    """Tell whether an object with these keys is a saved card."""
    return _TEXT in keys and not keys.isdisjoint(_FOLDED)


class CardConjurer(FacedFormat):
    """Cards saved by Card Conjurer."""

    ABOUT = about(
        title="cards saved by Card Conjurer",
        suffixes=(".cardconjurer",),
        signs=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has cards with how they are drawn, or with boxes of words."""
        if head.outline is None:
            return False
        drawn, said = _DRAWN.search(head.text), _SAID.search(head.text)
        return bool(drawn or said) if _is_plain(head) else bool(drawn and said)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card; those within other objects are looked for in the whole file."""
        if _is_plain(head):
            return elements_of(source, head.outline, head.encoding)
        return positions.outermost_elements(source, head, _is_saved)

    def faced(self, element: Element) -> Faced:
        """Return what an element says: the words of each box, and the frame as its layout."""
        text = text_of(element.text)
        saved = keys_of(shape_of(text, EveryKey()))
        data = keys_of(saved[_DATA]) if _DATA in saved else saved
        said = keys_of(data[_TEXT]) if _TEXT in data else {}
        boxes = {key: inner[_TEXT] for key, box in said.items() if _TEXT in (inner := keys_of(box))}
        if not words_of(text, boxes, _TITLE).words and _KEY in saved:
            boxes[_TITLE] = saved[_KEY]
        version = words_of(text, data, _VERSION).words
        if _SWAPPED.search(version) and f"{_TITLE}2" in boxes:
            first, second = boxes.pop(_RULES, None), boxes.pop(f"{_RULES}2", None)
            boxes |= {_RULES: second} if second is not None else {}
            boxes |= {f"{_RULES}2": first} if first is not None else {}
        further = sorted(key for key in boxes if _BOX.fullmatch(key))
        keys = FaceKeys(_TITLE, _TYPE, (_RULES, *further), "conjured")
        common = Card(text="", name="", layout=version)
        return Faced(text, boxes, keys, common, suppressions.in_json(element.text))


FORMAT = CardConjurer()
