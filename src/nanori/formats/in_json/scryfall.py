"""Scryfall's card objects, alone, in an array, in a list object or one per line.

The oracle text of each face goes with its English name, the printed text with the printed name or
flavor name. The `id` of an oracle text is the card's, `id/0` and `id/1` for its faces; a printed
text's is followed by `/printed`.
"""

from collections.abc import Iterator, Sequence

import msgspec

from nanori.formats import suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan, placed_later
from nanori.formats.face_facts import TOKEN_LAYOUTS, FaceFacts, GivenName, types_of
from nanori.formats.format import Format, json_about
from nanori.formats.in_json.mtgjson import ORIGINAL
from nanori.formats.io.streams import Source
from nanori.formats.json import positions
from nanori.formats.json.stream import elements_of, pull
from nanori.formats.records import decoded, language_called
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

_PLACED = frozenset(
    (
        *("name", "oracle_text", "type_line", "flavor_name", "card_faces"),
        *("printed_name", "printed_text", "printed_type_line"),
    )
)
_SIGNS = frozenset({"object", "oracle_id", "oracle_text", "card_faces", "printed_text"})


class _ScryfallFace(msgspec.Struct):
    name: str
    oracle_text: str | None = None
    printed_text: str | None = None
    printed_name: str | None = None
    flavor_name: str | None = None
    type_line: str | None = None
    printed_type_line: str | None = None
    layout: str | None = None

    @property
    def printed(self) -> str:
        """The name that the printed text uses."""
        return self.printed_name or self.flavor_name or self.name


class _ScryfallCard(_ScryfallFace):
    id: str | None = None
    oracle_id: str | None = None
    lang: str | None = None
    set: str | None = None
    released_at: str | None = None
    card_faces: list[_ScryfallFace] | None = None

    @property
    def faces(self) -> Sequence[_ScryfallFace]:
        """Its faces; itself if it has only one."""
        return self.card_faces or [self]


class _CardWithKind(_ScryfallCard):
    """A card with what only the name database asks for."""

    set_type: str = ""


_card_with_kind = typed_values.decoder(_CardWithKind)
_card = typed_values.decoder(_ScryfallCard)


def _each(faces: list[positions.JsonShape], *keys: str) -> list[SourceSpan]:
    """Return the place of a string in each face; none if not all of them have it."""
    places = [place for face in faces if (place := positions.place_of(face, *keys))]
    return places if len(places) == len(faces) else []


def _texts(card: _ScryfallCard) -> Iterator[tuple[Card, int, bool]]:
    """Yield the record of each text, the number of its face, and whether it is the printed one."""
    key = card.id or card.oracle_id or card.name
    for number, face in enumerate(card.faces):
        own = f"{key}/{number}" if len(card.faces) > 1 else key
        yield _oracle(card, face, own), number, False
        if (face.printed_text or face.printed_name) and (
            made := _printed(card, face, f"{own}/printed")
        ):
            yield made, number, True


def _oracle(card: _ScryfallCard, face: _ScryfallFace, key: str) -> Card:
    return Card(
        text=face.oracle_text or "",
        name=face.name,
        lang=language_called(ORIGINAL, "mtgjson"),
        id=key,
        faces=tuple(face.name for face in card.card_faces or [face]),
        layout=face.layout or card.layout or "",
        type=face.type_line or "",
        alternate=(face.flavor_name,) if face.flavor_name else (),
        printed=(card.set or "").upper(),
        released=card.released_at or "",
    )


def _printed(card: _ScryfallCard, face: _ScryfallFace, key: str) -> Card | None:
    """Return the printed text; None if its language has no grammar."""
    oracle = _oracle(card, face, key)
    lang = language_called(card.lang, "scryfall") if card.lang else oracle.lang
    if not lang:
        return None
    foreign = lang != oracle.lang
    flavor = face.flavor_name
    return msgspec.structs.replace(
        oracle,
        text=face.printed_text or "",
        name=face.printed,
        lang=lang,
        name_en=face.name if foreign else "",
        faces=tuple(face.printed for face in card.card_faces or [face]),
        type=face.printed_type_line or ("" if foreign else oracle.type),
        type_en=oracle.type if foreign else "",
        alternate=(flavor,) if flavor and flavor != face.printed else (),
    )


def _places(
    element: Element, texts: Sequence[tuple[Card, int, bool]]
) -> Iterator[dict[str, SourceSpan]]:
    """Yield the places of the fields of each text, as `_texts` yields them."""
    shape = positions.shape_of(positions.text_of(element.text), _PLACED)
    faces = positions.items_of(positions.keys_of(shape).get("card_faces")) or [shape]
    printed_name = ("printed_name", "flavor_name", "name")
    for card, number, printed in texts:
        own = faces[number]
        flavor = positions.place_of(own, "flavor_name")
        foreign = bool(card.name_en)
        kind, english = positions.place_of(own, "type_line"), positions.place_of(own, "name")
        yield positions.placed(
            text=positions.place_of(own, "printed_text" if printed else "oracle_text"),
            name=positions.place_of(own, *printed_name) if printed else english,
            name_en=english if foreign else None,
            faces=_each(faces, *(printed_name if printed else ("name",))),
            type=(positions.place_of(own, "printed_type_line") if printed else None)
            or (None if foreign else kind),
            type_en=kind if foreign else None,
            alternate=[flavor] if flavor and card.alternate else [],
        )


class Scryfall(Format):
    """Scryfall card objects, bulk files, lists."""

    ABOUT = json_about(
        title="Scryfall card objects, bulk files, lists",
        suffixes=(".json", ".jsonl"),
        languages="English, and the printed text's",
        faces="card_faces",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the first object has keys that only Scryfall's have."""
        return not head.keys.isdisjoint(_SIGNS)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card object."""
        if "data" in head.keys:  # a list object, the answer to a search
            return pull(source, lambda keys: keys in ((), ("data",)), head.encoding)
        return elements_of(source, head.outline, head.encoding)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the oracle text and the printed text of each face."""
        texts = list(_texts(decoded(_card, element.text)))
        yield from placed_later(
            ((card, {}) for card, _, _ in texts),
            suppressions.in_json(element.text),
            lambda: _places(element, texts),
        )

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what a card object says about each face."""
        card = decoded(_card_with_kind, element.text)
        english = languages.reference_language()
        lang = language_called(card.lang, "scryfall") if card.lang else english
        printings = (((card.set or "").upper(), card.released_at or ""),) if card.set else ()
        for number, face in enumerate(card.faces):
            if not face.name:
                raise NanoriError("no name")
            own = printings if lang == english else ()
            given = [GivenName(name=face.name, lang=english, form="oracle", printings=own)]
            if face.printed_name and lang and lang != english:
                given.append(
                    GivenName(
                        name=face.printed_name, lang=lang, form="printed", printings=printings
                    )
                )
            supertypes, types, subtypes = types_of(face.type_line or card.type_line or "")
            yield FaceFacts(
                face=face.name,
                card=BETWEEN_FACES.join(face.name for face in card.faces),
                layout=card.layout or "",
                side=chr(ord("a") + number) if len(card.faces) > 1 else "",
                supertypes=supertypes,
                types=types,
                subtypes=subtypes,
                alternate=(face.flavor_name,) if face.flavor_name else (),
                funny=card.set_type == "funny",
                token=card.layout in TOKEN_LAYOUTS,
                names=tuple(given),
            )

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield the whole names of a card and those of its related cards."""
        text = positions.text_of(element.text)
        members = positions.keys_of(positions.shape_of(text, ("name", "printed_name", "all_parts")))
        parts = [
            positions.keys_of(part).get("name")
            for part in positions.items_of(members.get("all_parts"))
        ]
        yield from positions.strings(
            text, [members.get("name"), members.get("printed_name"), *parts]
        )


FORMAT = Scryfall()
