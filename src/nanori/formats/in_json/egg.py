"""Sets as egg.network's exporter writes them for MSE Hub: one object with all its cards.

The `id` of a text is `set/number`, followed by `t` for a token; for one of two faces it is
`set/number/0`, and for a second text of a face, such as a saga's chapters, `…/special_text`.
"""

import re
from collections.abc import Iterator

import msgspec

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.in_json.objects import ObjectFormat, about, two_faces
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import elements_of, pull
from nanori.formats.json.words import named
from nanori.formats.words import Words, cut

_CARD = re.compile(r'"card_name"[ \t\r\n]*+:')
_CARDS = "cards"
# A command of the exporter in the notes of a token: the cards that make it.
_RELATED = re.compile(r"^!related[ \t]++([^\r\n]++)", re.MULTILINE)
_NAME = re.compile(r"[^;\s](?:[^;]*[^;\s])?")


class _EggCard(msgspec.Struct, frozen=True):
    card_name: str
    type: str = ""
    rules_text: str | None = None
    special_text: str | None = None
    card_name2: str | None = None
    type2: str | None = None
    rules_text2: str | None = None
    special_text2: str | None = None
    shape: str | None = None
    set: str | None = None
    number: int | str | None = None
    alias: object = None
    """What a reskin is called on its print (CR 201.6)."""
    notes: str | None = None


class Egg(ObjectFormat):
    """Fan-made sets of egg.network and MSE Hub."""

    ABOUT = about(
        title="fan-made sets of egg.network and MSE Hub",
        suppressions="!noqa check in the notes; “_noqa”: a check or a list of them",
    )
    KIND = _EggCard

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has cards with the name's key."""
        has_cards = _CARDS in head.keys and _CARD.search(head.text) is not None
        return "card_name" in head.keys or has_cards

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card of a set, or the one that is a file by itself."""
        if "card_name" in head.keys:
            return elements_of(source, head.outline, head.encoding)
        return pull(source, lambda keys: keys in ((), (_CARDS,)), head.encoding)

    def texts(self, card: _EggCard, element: Element) -> Iterator[Entry]:
        """Yield each text of each face; tokens are numbered separately."""
        key = f"{card.set}/{card.number}{'t' if card.shape == 'token' else ''}"
        common = {
            "id": key if card.set and card.number is not None else "",
            "layout": card.shape or "",
            "printed": (card.set or "").upper(),
            "alternate": _alternate(card),
        }
        texts = ("rules_text", "special_text")
        return two_faces(
            msgspec.structs.asdict(card), ("card_name", "type"), texts, "bracketed", common
        )

    def naming(self, card: _EggCard) -> Iterator[Words]:
        """Yield the names of related cards in the notes: `!related Ash Courier;Ember Pot`."""
        notes = card.notes
        if not isinstance(notes, Words):
            return
        for line in _RELATED.finditer(notes):
            for name in _NAME.finditer(notes, *line.span(1)):
                yield from named(cut(notes, *name.span()))


def _alternate(card: _EggCard) -> tuple[str, ...]:
    alias = card.alias.strip() if isinstance(card.alias, str) else ""
    return (str(alias),) if alias and alias != card.card_name and not card.card_name2 else ()


FORMAT = Egg()
