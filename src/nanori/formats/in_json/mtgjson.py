"""MTGJSON's set files, AllPrintings and AtomicCards: one text for each face and language.

The `id` of a text is the face's `uuid`; from foreignData it is `uuid/<language>`, and
`uuid/<language>/2` for the second in that language. AtomicCards has no uuid; there it is the
Scryfall oracle id with the face's side, `<oracle id>/a`. Before version 4, and in answers of
magicthegathering.io, foreignData is called foreignNames, `uuid` is `id` and a set's code `set`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from nanori.formats import suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan, placed_later
from nanori.formats.face_facts import TOKEN, TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.format import Format, json_about
from nanori.formats.io.streams import Source
from nanori.formats.json import positions
from nanori.formats.json.stream import KEY, elements_of, pull
from nanori.formats.records import decoded, language_called
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

FORMER = "foreignNames"
"""The former name of foreignData; files with it have cards anywhere."""
_CARDS = frozenset({"cards", "tokens"})
_NO_CARDS = frozenset({"decks", "languages", "sealedProduct", "booster", "translations"})
_PLACED = frozenset(
    ("name", "faceName", "text", "type", "setCode", "set", "faceFlavorName", "flavorName")
)
_ROWS = ("foreignData", FORMER)
_LATER = frozenset(_ROWS)


def _wanted(keys: tuple[str, ...]) -> bool:
    match keys:
        case ():
            return True
        case (data,):
            return data == "data"
        case (_, name):  # a set's code, a card's name, or a part of the one set
            return name not in _NO_CARDS
        case (_, _, part):
            return part in _CARDS
        case _:
            return False


# Lists of other cards' names, in a face or in its `relatedCards`.
_RELATED = ("reverseRelated", "spellbook", "cardParts")

_NAMING = frozenset((*_RELATED, "name", "asciiName", "relatedCards", *_ROWS))


# Answers of many programs: a list of objects of which none has a key of MTGJSON's cards.
_LIST = re.compile(
    r'\s*+\{\s*+"data"\s*+:\s*+\[(?!.*?"(?:uuid|identifiers|foreignData)")', re.DOTALL
)


class Mtgjson(Format):
    """MTGJSON set files, AllPrintings, AtomicCards."""

    ABOUT = json_about(
        title="MTGJSON set files, AllPrintings, AtomicCards; answers of magicthegathering.io",
        languages="English, and foreignData or foreignNames in all languages",
        faces="one an object, faceName",
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file has MTGJSON's envelope, or rows as in former versions."""
        if _is_former(head):
            return True
        if head.outline is None or head.outline.arrangement == "array":
            return False
        if "object" in head.keys or ("data" in head.keys and _LIST.match(head.text)):
            return False
        return not head.keys.isdisjoint({"meta", "data"})

    def certain(self, head: Head) -> bool:
        """Tell whether both parts of the envelope are there: many programs write “data” alone."""
        return {"meta", "data"} <= head.keys or _is_former(head)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each face of each card, wherever the file has its cards."""
        if _is_former(head):
            if "name" in head.keys:
                return elements_of(source, head.outline, head.encoding)
            # Cards by themselves, or in sets by their code.
            return pull(source, lambda keys: len(keys) < 2 or keys[1] == "cards", head.encoding)
        return pull(source, _wanted, head.encoding)

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield the same, the faces of a card preceded by their key in AtomicCards."""
        if _is_former(head):
            return self.elements(source, head)
        return pull(
            source,
            _wanted,
            head.encoding,
            lambda keys: len(keys) == 2 and keys[0] == "data" and keys[1] not in _CARDS | _NO_CARDS,
        )

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the English text of a face and its texts in all languages that have a grammar.

        They are followed by those without a text.
        """
        if element.context == KEY:
            return
        face = decoded(face_decoder, element.text)
        rows = list(translations(face))
        cards = [original(face), *(card for _, card in rows)]
        suppressed = suppressions.in_json(element.text)
        yield from placed_later(
            ((card, {}) for card in cards),
            suppressed,
            lambda: _places(element, [number for number, _ in rows]),
        )

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield the key of a card, or the names in a face and those of its related cards."""
        text = positions.text_of(element.text)
        shape = positions.shape_of(text, _NAMING)
        if element.context == KEY:
            yield from positions.strings(text, [shape])
            return
        members = positions.keys_of(shape)
        related = positions.keys_of(members.get("relatedCards"))
        foreign = zip(decoded(face_decoder, element.text).rows, _rows(shape), strict=False)
        rows = [positions.keys_of(at).get("name") for row, at in foreign if code_of(row)]
        whole = [members.get("name"), members.get("asciiName"), *rows]
        lists = [owner.get(key) for owner in (members, related) for key in _RELATED]
        yield from positions.strings(
            text, [*whole, *(item for owner in lists for item in positions.items_of(owner))]
        )

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what an element says about its one face."""
        face = decoded(_decoder, element.text)
        name = face.own_name
        if not name:
            raise NanoriError("no name")
        printings = ((face.set_code, ""),) if face.set_code else ()
        lang = languages.reference_language()
        given = [GivenName(name=name, lang=lang, form="oracle", printings=printings)]
        for row in face.rows:
            lang = code_of(row)
            own = row.face_name or _half(row.name or "", face.side)
            if lang and own:
                given.append(GivenName(name=own, lang=lang, form="printed", printings=printings))
        yield FaceFacts(
            face=name,
            card=face.name,
            layout=face.layout,
            side=face.side or "",
            supertypes=face.supertypes,
            types=face.types,
            subtypes=face.subtypes,
            alternate=face.alternate,
            funny=face.is_funny,
            token=face.layout in TOKEN_LAYOUTS or TOKEN in face.type.split(),
            names=tuple(given),
        )

    DATED = True

    def release_dates(self, source: Source) -> Mapping[str, str]:
        """Return the release date of each set by its code.

        It comes after the cards, which are read one at a time, so it is looked for first.
        """
        dates: dict[str, str] = {}
        code, rest = "", b""
        while block := source.read():
            block = rest + block
            for match in _DATE.finditer(block):
                key, value = match[1], match[2].decode("ascii", "replace")
                if key == b"code":
                    code = value
                elif code:
                    dates[code] = value
            rest = block[-_OVERLAP:]
        return dates


FORMAT = Mtgjson()


def _places(element: Element, numbers: Sequence[int]) -> Iterator[dict[str, SourceSpan]]:
    """Yield the places of the fields of a face's English text, then of each of those rows."""
    text = positions.text_of(element.text)
    shape = positions.shape_of(text, _PLACED, later=_LATER)
    own = positions.place_of(shape, "faceName", "name")
    kind = positions.place_of(shape, "type")
    printed = positions.place_of(shape, "setCode", "set")
    alternate = positions.place_of(shape, "faceFlavorName", "flavorName")
    yield positions.placed(
        text=positions.place_of(shape, "text"),
        name=own,
        faces=positions.parts_of(positions.place_of(shape, "name"), text, BETWEEN_FACES),
        type=kind,
        alternate=(alternate,) if alternate else (),
        printed=printed,
    )
    rows = _rows(shape)
    for number in numbers:
        unread = rows[number]
        row = None
        if isinstance(unread, positions.UnreadValue):
            row = positions.shape_of(text, _PLACED, unread.start)
        yield positions.placed(
            text=positions.place_of(row, "text"),
            name=positions.place_of(row, "faceName", "name"),
            name_en=own,
            faces=positions.parts_of(positions.place_of(row, "name"), text, BETWEEN_FACES),
            type=positions.place_of(row, "type"),
            type_en=kind,
            printed=printed,
        )


def _is_former(head: Head) -> bool:
    """Tell whether a JSON file has rows for other languages as in former versions."""
    by_itself = "card" in head.keys
    return head.outline is not None and not by_itself and f'"{FORMER}"' in head.text


def _rows(shape: positions.JsonShape) -> list[positions.JsonShape]:
    """Return where the rows for other languages are in a face."""
    members = positions.keys_of(shape)
    return positions.items_of(next((members[key] for key in _ROWS if members.get(key)), None))


# MTGJSON's word for the language of `name`, `text` and `type`, whatever language was printed.
ORIGINAL = "English"


class MtgjsonTranslation(msgspec.Struct, rename="camel"):
    """A row of foreignData: the face in another language."""

    language: str
    name: str | None = None
    face_name: str | None = None
    text: str | None = None
    type: str | None = None


class _Identifiers(msgspec.Struct, frozen=True, rename="camel"):
    scryfall_oracle_id: str | None = None


class MtgjsonFace(msgspec.Struct, rename="camel"):
    """A face of a card, with what a card record needs."""

    name: str
    """The whole card's."""
    face_name: str | None = None
    text: str | None = None
    type: str = ""
    layout: str = ""
    uuid: str | None = None
    side: str | None = None
    set_code: str = ""
    flavor_name: str | None = None
    face_flavor_name: str | None = None
    identifiers: _Identifiers = _Identifiers()
    foreign_data: list[MtgjsonTranslation] = []
    foreign_names: list[MtgjsonTranslation] | None = None
    id: str | None = None
    set: str = ""

    @property
    def rows(self) -> list[MtgjsonTranslation]:
        """The face in other languages."""
        return self.foreign_data or self.foreign_names or []

    @property
    def own_name(self) -> str:
        """The name of this face."""
        return self.face_name or self.name

    @property
    def alternate(self) -> tuple[str, ...]:
        """The names that this printing has instead, none or one."""
        name = self.face_flavor_name or self.flavor_name
        return (name,) if name else ()

    @property
    def key(self) -> str:
        """What tells the face from others: its uuid, else the card's id and its side."""
        oracle = self.identifiers.scryfall_oracle_id or self.name
        return self.uuid or self.id or (f"{oracle}/{self.side}" if self.side else oracle)


face_decoder = typed_values.decoder(MtgjsonFace)


def code_of(row: MtgjsonTranslation) -> str:
    """Return the code of a row's language; empty if it has no grammar."""
    return language_called(row.language, "mtgjson")


def original(face: MtgjsonFace) -> Card:
    """Return the card record of the face in English."""
    return Card(
        text=face.text or "",
        name=face.own_name,
        lang=language_called(ORIGINAL, "mtgjson"),
        id=face.key,
        faces=tuple(face.name.split(BETWEEN_FACES)),
        layout=face.layout,
        type=face.type,
        alternate=face.alternate,
        printed=face.set_code or face.set,
    )


def translations(face: MtgjsonFace) -> Iterator[tuple[int, Card]]:
    """Yield the number and the card of each row that has a name in a known language.

    Those with a text come first.
    """
    seen: Counter[str] = Counter()
    for number, row in sorted(enumerate(face.rows), key=lambda each: not each[1].text):
        lang = code_of(row)
        name = row.face_name or row.name
        if not (lang and name):
            continue
        seen[lang] += 1
        card = Card(
            text=row.text or "",
            name=name,
            lang=lang,
            id=f"{face.key}/{lang}" + (f"/{seen[lang]}" if seen[lang] > 1 else ""),
            name_en=face.own_name,
            faces=tuple((row.name or name).split(BETWEEN_FACES)),
            layout=face.layout,
            type=row.type or "",
            type_en=face.type,
            printed=face.set_code or face.set,
        )
        yield number, card


_DATE = re.compile(rb'"(code|releaseDate)"\s*:\s*"([^"]{1,20})"')
_OVERLAP = 64


class _FaceWithTypes(MtgjsonFace, rename="camel"):
    """A face with what only the name database asks for."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    is_funny: bool = False


_decoder = typed_values.decoder(_FaceWithTypes)


def _half(name: str, side: str | None) -> str:
    """Return one face's part of a whole card's name."""
    pieces = [piece.strip() for piece in name.split("//")]
    place = ord(side or "a") - ord("a")
    return pieces[place] if place < len(pieces) else pieces[0]
