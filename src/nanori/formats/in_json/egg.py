"""Sets as egg.network's exporter writes them for MSE Hub: one object with all its cards.

The `id` of a text is `set/number`, followed by `t` for a token; for one of two faces it is
`set/number/0`, and for a second text of a face, such as a saga's chapters, `…/special_text`.
"""

import re
from collections.abc import Iterator

import msgspec

from nanori.formats import fields, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, RelatedName, SourceSpan
from nanori.formats.in_json.faces import Faced, FacedFormat, FaceKeys, about
from nanori.formats.io.streams import Source
from nanori.formats.json.positions import keys_of, shape_of, text_of
from nanori.formats.json.stream import elements_of, pull
from nanori.formats.records import decoded
from nanori.model import typed_values
from nanori.model.values import Card

_KEYS = FaceKeys("card_name", "type", ("rules_text", "special_text"), "bracketed")
_CARD = re.compile(r'"card_name"[ \t\r\n]*+:')
_CARDS = "cards"
_NOTES = "notes"
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
    notes: str | None = None

    @property
    def key(self) -> str:
        """What tells it from the other cards of its set; tokens are numbered separately."""
        if not self.set or self.number is None:
            return ""
        return f"{self.set}/{self.number}{'t' if self.shape == 'token' else ''}"


_decoder = typed_values.decoder(_EggCard)


class Egg(FacedFormat):
    """Fan-made sets of egg.network and MSE Hub."""

    ABOUT = about(
        title="fan-made sets of egg.network and MSE Hub",
        suppressions="!noqa check in the notes; “_noqa”: a check or a list of them",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has cards with the name's key."""
        has_cards = _CARDS in head.keys and _CARD.search(head.text) is not None
        return "card_name" in head.keys or has_cards

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card of a set, or the one that is a file by itself."""
        if "card_name" in head.keys:
            return elements_of(source, head.outline, head.encoding)
        return pull(source, lambda keys: keys in ((), (_CARDS,)), head.encoding)

    def faced(self, element: Element) -> Faced:
        """Return what an element says; NanoriError if it is not a card."""
        card = decoded(_decoder, element.text)
        text = text_of(element.text)
        common = Card(
            text="", name="", id=card.key, layout=card.shape or "", printed=(card.set or "").upper()
        )
        notes = suppressions.suppressed((card.notes or "").split("\n"))
        checks = notes or suppressions.in_json(element.text)
        return Faced(text, keys_of(shape_of(text, _KEYS.all())), _KEYS, common, checks)

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield the names of related cards in the notes: `!related Ash Courier;Ember Pot`."""
        if b"!related" not in element.text:
            return
        text = text_of(element.text)
        place = keys_of(shape_of(text, (_NOTES,))).get(_NOTES)
        if not isinstance(place, SourceSpan):
            return
        notes = fields.cell(text, place, place.escaping)
        for line in _RELATED.finditer(notes.words):
            for name in _NAME.finditer(notes.words, *line.span(1)):
                yield RelatedName(name[0], notes.cut(*name.span()).place)


FORMAT = Egg()
