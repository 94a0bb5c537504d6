"""Draftmancer's lists of custom cards: sections, of which `[CustomCards]` is JSON.

The JSON may have comments and trailing commas. Cards that a card names as related and describes
there are cards, too. The `id` of a text is `set/number` if it has both, else the name; for one of
two faces it is `…/0`, for a name in another language `…/ja`.
"""

import re
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from nanori.formats import suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan, places_of
from nanori.formats.format import Format, json_about
from nanori.formats.in_json.faces import words_of
from nanori.formats.io import encodings
from nanori.formats.io.streams import HEAD, Source, in_memory
from nanori.formats.json.positions import JsonShape, items_of, keys_of, shape_of, strings, text_of
from nanori.formats.json.stream import JsonWindow, each_member, strict
from nanori.formats.records import decoded
from nanori.grammar import language_detection, languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Bytes of a list; it is pasted into a page, and read at once.
LONGEST = 1 << 23

_SECTION = re.compile(r"^[ \t]*+\[CustomCards\][ \t\r]*+$", re.MULTILINE)
_OPENS = re.compile(r"\s*+\[(?:CustomCards|Settings)\][ \t\r]*+(?:\n|\{|\Z)")
_SIGN = re.compile(r"[^\r\n]")
# A card on a line of a list, with its count before it and its set after it.
_LISTED = re.compile(
    r"^[ \t]{0,20}(?:\d{1,9}[ \t]{1,9})?(?P<name>[^\s\[({-][^\r\n]{0,300}?)"
    r"(?:[ \t]\([^()\r\n]{1,20}\)[^\r\n]{0,40})?[ \t\r]{0,20}$",
    re.MULTILINE,
)

_TEXT = "oracle_text"
_LIST = "list"
_JOINT = " — "


class _DraftFace(msgspec.Struct, frozen=True):
    name: str
    type: str = ""
    subtypes: tuple[str, ...] = ()
    oracle_text: str | None = None
    printed_names: dict[str, str] = {}

    @property
    def kind(self) -> str:
        """The type line."""
        return _JOINT.join(filter(None, [self.type.strip(), " ".join(self.subtypes)]))


class _DraftCard(_DraftFace, frozen=True):
    back: _DraftFace | None = None
    set: str | None = None
    collector_number: str | int | None = None
    related_cards: tuple[str | _DraftFace, ...] = ()

    @property
    def key(self) -> str:
        """What tells it from others."""
        return f"{self.set}/{self.collector_number}" if self.set and self.collector_number else ""


_decoder = typed_values.decoder(_DraftCard)
_KEYS = frozenset((*_DraftCard.__struct_fields__, *languages.codes()))


_Faces = list[tuple[_DraftFace, dict[str, JsonShape]]]


def _faces(text: str, faces: _Faces, common: Card) -> Iterator[Entry]:
    """Yield the entries of a card's faces."""
    several = len(faces) > 1
    names = [words_of(text, members, "name") for _, members in faces]
    if not all(name.words for name in names):
        raise NanoriError("no name")
    if several:
        common = replace(common, faces=tuple(name.words for name in names), layout="transform")
    for number, (face, members) in enumerate(faces):
        said, kind = words_of(text, members, _TEXT), words_of(text, members, "type")
        key = f"{common.id}/{number}" if common.id and several else common.id
        card = replace(common, text=said.words, name=names[number].words, id=key, type=face.kind)
        placed = {"text": said, "name": names[number]}
        if not face.subtypes:
            placed["type"] = kind
        if several:
            placed |= {f"faces/{place}": name for place, name in enumerate(names)}
        yield Entry(card, {}, places_of(placed))
        yield from _printed(text, face, members, card)


def _printed(
    text: str, face: _DraftFace, members: dict[str, JsonShape], card: Card
) -> Iterator[Entry]:
    """Yield the names of a face in languages other than that of its name."""
    own = language_detection.of_whole_card(card)
    shapes = keys_of(members.get("printed_names"))
    for tag in face.printed_names:
        name = words_of(text, shapes, tag)
        if (lang := languages.called(tag)) and lang != own and name.place:
            english = card.name if own == languages.reference_language() else ""
            key = f"{card.id}/{lang}" if card.id else ""
            made = replace(
                card,
                text="",
                name=name.words,
                lang=lang,
                id=key,
                name_en=english,
                type="",
                faces=(),
            )
            yield Entry(made, {}, {"name": name.place})


class Draftmancer(Format):
    """Draftmancer lists with custom cards."""

    ABOUT = json_about(
        title="Draftmancer lists with custom cards",
        suffixes=(),
        languages="any, told from the text; names in several",
        faces="“back”",
        alternates=False,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file begins with the section of cards or of settings."""
        return _OPENS.match(head.text) is not None

    def lacking(self, head: Head) -> str:
        """Return that the cards have no texts; in most lists they are only pictures."""
        if f'"{_TEXT}"' in head.text:
            return ""
        where = "its first 64 KiB" if len(head.raw) >= HEAD else "the file"
        return f"a Draftmancer list whose cards have no texts: no “{_TEXT}” is in {where}"

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each custom card."""
        return (card for card in self.elements_and_keys(source, head) if card.context != _LIST)

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield the same, followed by each line of the lists."""
        text = encodings.whole(source, head.encoding, LONGEST, "a list")
        if not (section := _SECTION.search(text)):
            raise NanoriError("no section [CustomCards] is there", path=source.path)
        # What is before the cards is replaced by blanks, so that places in it are those of the
        # file.
        begin = section.end()
        cards = _SIGN.sub(" ", text[:begin]) + strict(text[begin:])
        reader = JsonWindow(Source(source.path, in_memory(cards.encode())), encodings.UTF_8)
        if reader.character() != "[":
            raise reader.error("a list of cards, “[”, was wanted")
        for _ in each_member(reader, "]"):
            card = reader.element()
            end = card.start + len(card.text.decode())
            yield card._replace(text=text[card.start : end].encode())
        line, counted = 1, 0
        for listed in _LISTED.finditer(text, reader.reached):
            start, end = listed.span("name")
            line += text.count("\n", counted, start)
            counted = start
            column = start - text.rfind("\n", 0, start)
            yield Element(line, column, start, text[start:end].encode(), _LIST)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the text of each face, then names in other languages, then cards it describes."""
        if element.context == _LIST:
            return
        text = strict(text_of(element.text))
        card = decoded(_decoder, text.encode())
        members = keys_of(shape_of(text, _KEYS))
        checks = suppressions.in_json(text.encode())
        common = Card(text="", name="", id=card.key, printed=(card.set or "").upper())
        faces: _Faces = [(card, members)]
        if card.back:
            faces.append((card.back, keys_of(members.get("back"))))
        for entry in _faces(text, faces, common):
            yield replace(entry, suppressed=checks)
        related = zip(card.related_cards, items_of(members.get("related_cards")), strict=False)
        for other, shape in related:
            if isinstance(other, _DraftFace):
                yield from _faces(text, [(other, keys_of(shape))], replace(common, id=""))

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield the name on a line of a list, or the names of a card's related cards."""
        text = text_of(element.text)
        if element.context == _LIST:
            yield RelatedName(text, SourceSpan(0, len(text), "line"))
            return
        text = strict(text)
        members = keys_of(shape_of(text, _KEYS))
        spoken = keys_of(members.get("printed_names"))
        yield from strings(text, [*items_of(members.get("related_cards")), *spoken.values()])


FORMAT = Draftmancer()
