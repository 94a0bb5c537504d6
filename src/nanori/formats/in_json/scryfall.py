"""Scryfall's card objects, alone, in an array, in a list object or one per line.

The oracle text of each face goes with its English name, the printed text with the printed name or
flavor name. The `id` of an oracle text is the card's, `id/0` and `id/1` for its faces; a printed
text's is followed by `/printed`.
"""

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.face_facts import TOKEN_LAYOUTS, FaceFacts, GivenName, types_of
from nanori.formats.format import json_about
from nanori.formats.in_json.mtgjson import ORIGINAL
from nanori.formats.in_json.objects import ObjectFormat
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import elements_of, pull
from nanori.formats.json.words import named, under
from nanori.formats.records import decoded
from nanori.formats.words import Words, entry
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES

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
    set_type: object = ""
    all_parts: object = None

    @property
    def faces(self) -> Sequence[_ScryfallFace]:
        """Its faces; itself if it has only one."""
        return self.card_faces or [self]


class Scryfall(ObjectFormat):
    """Scryfall card objects, bulk files, lists."""

    ABOUT = json_about(
        title="Scryfall card objects, bulk files, lists",
        suffixes=(".json", ".jsonl"),
        languages="English, and the printed text's",
        faces="card_faces",
    )
    KIND = _ScryfallCard
    QUICK = True

    def recognises(self, head: Head) -> bool:
        """Tell whether the first object has keys that only Scryfall's have."""
        return not head.keys.isdisjoint(_SIGNS)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each card object."""
        if "data" in head.keys:  # a list object, the answer to a search
            return pull(source, lambda keys: keys in ((), ("data",)), head.encoding)
        return elements_of(source, head.outline, head.encoding)

    def texts(self, card: _ScryfallCard, element: Element) -> Iterator[Entry]:
        """Yield the oracle text and the printed text of each face."""
        english = languages.called(ORIGINAL)
        lang = languages.called(card.lang) if card.lang else english
        key = card.id or card.oracle_id or card.name
        for number, face in enumerate(card.faces):
            own = f"{key}/{number}" if len(card.faces) > 1 else str(key)
            flavor = (face.flavor_name,) if face.flavor_name else ()
            oracle = {
                "text": face.oracle_text,
                "name": face.name,
                "lang": english,
                "id": own,
                "faces": tuple(each.name for each in card.faces),
                "layout": str(face.layout or card.layout or ""),
                "type": face.type_line or "",
                "alternate": flavor,
                "printed": (card.set or "").upper(),
                "released": str(card.released_at or ""),
            }
            yield entry(oracle)
            if not lang or not (face.printed_text or face.printed_name):
                continue
            foreign = lang != english
            kind = face.printed_type_line
            yield entry(
                oracle
                | {
                    "text": face.printed_text,
                    "name": face.printed,
                    "lang": lang,
                    "id": f"{own}/printed",
                    "name_en": face.name if foreign else "",
                    "faces": tuple(each.printed for each in card.faces),
                    "type": kind or ("" if foreign else oracle["type"]),
                    "type_en": oracle["type"] if foreign else "",
                    "alternate": flavor if face.flavor_name != face.printed else (),
                }
            )

    def naming(self, card: _ScryfallCard) -> Iterator[Words]:
        """Yield the whole names of a card and those of its related cards."""
        has_parts = isinstance(card.all_parts, list)
        parts = cast("list[object]", card.all_parts) if has_parts else []
        related = [under(part, "name") for part in parts]
        return named(card.name, card.printed_name, related)

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what a card object says about each face."""
        card = decoded(typed_values.decoder(_ScryfallCard), element.text)
        english = languages.reference_language()
        lang = languages.called(card.lang) if card.lang else english
        printings = (((card.set or "").upper(), card.released_at or ""),) if card.set else ()
        for number, face in enumerate(card.faces):
            if not face.name:
                raise NanoriError("no name")
            own = printings if lang == english else ()
            names = [GivenName(name=face.name, lang=english, form="oracle", printings=own)]
            if face.printed_name and lang and lang != english:
                name = face.printed_name
                names += [GivenName(name=name, lang=lang, form="printed", printings=printings)]
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
                names=tuple(names),
            )


FORMAT = Scryfall()
