"""MTGJSON's set files, AllPrintings and AtomicCards: one text for each face and language.

The `id` of a text is the face's `uuid`; from foreignData it is `uuid/<language>`, and
`uuid/<language>/2` for the second in that language. AtomicCards has no uuid; there it is the
Scryfall oracle id with the face's side, `<oracle id>/a`. Before version 4, and in answers of
magicthegathering.io, foreignData is called foreignNames, `uuid` is `id` and a set's code `set`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry
from nanori.formats.face_facts import TOKEN, TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.format import json_about
from nanori.formats.in_json.objects import ObjectFormat
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import KEY, elements_of, pull
from nanori.formats.json.words import located, named, under
from nanori.formats.records import decoded
from nanori.formats.words import Words, entry, parts
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES

# MTGJSON's word for the language of `name`, `text` and `type`, whatever language was printed.
ORIGINAL = "English"
# The former name of foreignData; files with it have cards anywhere.
FORMER = "foreignNames"
_CARDS = frozenset({"cards", "tokens"})
_NO_CARDS = frozenset({"decks", "languages", "sealedProduct", "booster", "translations"})
# Lists of other cards' names, in a face or in its `relatedCards`.
_RELATED = ("reverseRelated", "spellbook", "cardParts")
# Answers of many programs: a list of objects of which none has a key of MTGJSON's cards.
_LIST = re.compile(
    r'\s*+\{\s*+"data"\s*+:\s*+\[(?!.*?"(?:uuid|identifiers|foreignData)")', re.DOTALL
)
_DATE = re.compile(rb'"(code|releaseDate)"\s*:\s*"([^"]{1,20})"')
_OVERLAP_BYTES = 64


class _Row(msgspec.Struct, rename="camel"):
    """A row of foreignData: the face in another language."""

    language: str
    name: str | None = None
    face_name: str | None = None
    text: str | None = None
    type: str | None = None

    @property
    def code(self) -> str:
        """The code of its language; empty if it has no grammar."""
        return languages.called(self.language)


class _Identifiers(msgspec.Struct, frozen=True, rename="camel"):
    scryfall_oracle_id: str | None = None


class _Face(msgspec.Struct, rename="camel"):
    """A face of a card; `name` is the whole card's."""

    name: str
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
    foreign_data: list[_Row] = []
    foreign_names: list[_Row] | None = None
    id: str | None = None
    set: str = ""
    ascii_name: object = None
    reverse_related: object = None
    spellbook: object = None
    card_parts: object = None
    related_cards: object = None

    @property
    def rows(self) -> list[_Row]:
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
        return str(self.uuid or self.id or (f"{oracle}/{self.side}" if self.side else oracle))


class _FaceWithTypes(_Face, rename="camel"):
    """A face with what only the name database asks for."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    is_funny: bool = False


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


def _is_former(head: Head) -> bool:
    """Tell whether a JSON file has rows for other languages as in former versions."""
    return head.outline is not None and "card" not in head.keys and f'"{FORMER}"' in head.text


class Mtgjson(ObjectFormat):
    """MTGJSON set files, AllPrintings, AtomicCards."""

    ABOUT = json_about(
        title="MTGJSON set files, AllPrintings, AtomicCards; answers of magicthegathering.io",
        languages="English, and foreignData or foreignNames in all languages",
        faces="one an object, faceName",
    )
    KIND = _Face
    QUICK = True
    DATED = True

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

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each face of each card, and before the faces of a card their key in AtomicCards."""
        if _is_former(head) and "name" in head.keys:
            return elements_of(source, head.outline, head.encoding)
        if _is_former(head):  # cards by themselves, or in sets by their code
            return pull(source, lambda keys: len(keys) < 2 or keys[1] == "cards", head.encoding)
        return pull(
            source,
            _wanted,
            head.encoding,
            lambda keys: len(keys) == 2 and keys[0] == "data" and keys[1] not in _CARDS | _NO_CARDS,
        )

    def texts(self, card: _Face, element: Element) -> Iterator[Entry]:
        """Yield the English text of a face and its texts in all languages that have a grammar.

        They are followed by those without a text.
        """
        printed = card.set_code or card.set
        common = {"layout": str(card.layout), "printed": printed, "type": card.type}
        yield entry(
            {
                **common,
                "text": card.text,
                "name": card.own_name,
                "lang": languages.called(ORIGINAL),
                "id": card.key,
                "faces": parts(card.name, BETWEEN_FACES),
                "alternate": card.alternate,
            }
        )
        seen: Counter[str] = Counter()
        for row in sorted(card.rows, key=lambda row: not row.text):
            lang, name = row.code, row.face_name or row.name
            if not (lang and name):
                continue
            seen[lang] += 1
            yield entry(
                {
                    **common,
                    "text": row.text,
                    "name": name,
                    "lang": lang,
                    "id": f"{card.key}/{lang}" + (f"/{seen[lang]}" if seen[lang] > 1 else ""),
                    "name_en": card.own_name,
                    "faces": parts(row.name or name, BETWEEN_FACES),
                    "type": row.type or "",
                    "type_en": card.type,
                }
            )

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the key of a card, or the names in a face and those of its related cards."""
        if element.context == KEY:
            return named(located(element.text.decode(errors="surrogatepass"), str))
        return super().related_names(element)

    def naming(self, card: _Face) -> Iterator[Words]:
        """Yield the whole names of a face, in each language, and those of related cards."""
        related = [under(card.related_cards, key) for key in _RELATED]
        rows = [row.name for row in card.rows if row.code]
        own = (card.reverse_related, card.spellbook, card.card_parts)
        return named(card.name, card.ascii_name, rows, *own, related)

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what an element says about its one face."""
        face = decoded(typed_values.decoder(_FaceWithTypes), element.text)
        name = face.own_name
        if not name:
            raise NanoriError("no name")
        prints = ((face.set_code, ""),) if face.set_code else ()
        lang = languages.reference_language()
        names = [GivenName(name=name, lang=lang, form="oracle", printings=prints)]
        for row in face.rows:
            if row.code and (own := row.face_name or _half(row.name or "", face.side)):
                names += [GivenName(name=own, lang=row.code, form="printed", printings=prints)]
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
            names=tuple(names),
        )

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
            rest = block[-_OVERLAP_BYTES:]
        return dates


FORMAT = Mtgjson()


def _half(name: str, side: str | None) -> str:
    pieces = [piece.strip() for piece in name.split("//")]
    offset = ord(side or "a") - ord("a")
    return pieces[offset] if offset < len(pieces) else pieces[0]
