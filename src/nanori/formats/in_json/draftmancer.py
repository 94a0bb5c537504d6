"""Draftmancer's lists of custom cards: sections, of which `[CustomCards]` is JSON.

The JSON may have comments and commas at an end. Cards that a card names as related and describes
there are cards, too. The `id` of a text is `set/number` where both are there, else the name; of
one of two faces it is `…/0`, of a name in another language `…/ja`.
"""

import re
from collections.abc import Iterator
from json import JSONDecodeError

import msgspec
from msgspec.structs import replace

from nanori.formats import suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan
from nanori.formats.format import About, Format
from nanori.formats.in_json.faces import words_of
from nanori.formats.io import encodings
from nanori.formats.io.streams import HEAD, Source
from nanori.formats.json.positions import JsonShape, items_of, keys_of, shape_of, strings, text_of
from nanori.formats.json.stream import scan, strict
from nanori.formats.records import decoded
from nanori.grammar import languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card

# Bytes of a list; it is pasted into a page, and read at once.
LONGEST = 1 << 23

_SECTION = re.compile(r"^[ \t]*+\[CustomCards\][ \t\r]*+$", re.MULTILINE)
_OPENS = re.compile(r"\s*+\[(?:CustomCards|Settings)\][ \t\r]*+(?:\n|\{|\Z)")
_BLANK = re.compile(r"[ \t\r\n]*+")
# A card on a line of a list, with how often it is in it before, and its set behind it.
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


class _Cards:
    """The array of cards in a list."""

    def __init__(self, text: str, start: int, path: str) -> None:
        self._text, self._path = text, path
        self._strict = strict(text[start:])
        self._before = start
        self._line, self._counted = 1, 0
        self.end = len(text)
        """Where the array ends, once it was read."""

    def elements(self) -> Iterator[Element]:
        """Yield each value; NanoriError where it is not JSON."""
        place = self._expect(0, "[", "a list of cards, “[”, was wanted")
        while self._sign(place) != "]":
            place = self._after(place)
            try:
                end = scan(self._strict, place)[1]
            except (JSONDecodeError, RecursionError) as error:
                place = error.pos if isinstance(error, JSONDecodeError) else place
                reason = error.msg.lower() if isinstance(error, JSONDecodeError) else "too deep"
                raise self._error(place, reason) from None
            yield self.element(self._before + place, self._before + end)
            place = end
            if self._sign(place) != "]":
                place = self._expect(place, ",", "“,” was wanted")
        self.end = self._before + self._after(place) + 1

    def element(self, start: int, end: int, context: str = "") -> Element:
        """Return a stretch of the file, which is behind all that were asked for."""
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        column = start - self._text.rfind("\n", 0, start)
        return Element(self._line, column, start, self._text[start:end].encode(), context)

    def _after(self, place: int) -> int:
        return _BLANK.match(self._strict, place).end()  # type: ignore[union-attr]

    def _sign(self, place: int) -> str:
        place = self._after(place)
        return self._strict[place : place + 1]

    def _expect(self, place: int, sign: str, reason: str) -> int:
        if self._sign(place) != sign:
            raise self._error(self._after(place), reason)
        return self._after(place) + 1

    def _error(self, place: int, reason: str) -> NanoriError:
        if place >= len(self._strict.rstrip()) or reason.startswith("unterminated"):
            reason = f"the file ends too early: {reason}"
        where = self.element(self._before + place, self._before + place)
        return NanoriError(
            f"not JSON: {reason}", path=self._path, line=where.line, column=where.column
        )


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
        places = {field: words.place for field, words in placed.items() if words.place}
        yield Entry(card, {}, places)
        yield from _printed(text, face, members, card)


def _printed(
    text: str, face: _DraftFace, members: dict[str, JsonShape], card: Card
) -> Iterator[Entry]:
    """Yield the names of a face in languages other than the one its name is in."""
    own = languages.of_text(f"{card.text}\n{card.name}")
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

    ABOUT = About(
        title="Draftmancer lists with custom cards",
        languages="any, told from the text; names in several",
        faces="“back”",
        alternates=False,
        suppressions="“_noqa”: a check or a list of them",
        unicode=True,
        designers=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the file begins with the section of cards or of settings."""
        return _OPENS.match(head.text) is not None

    def lacking(self, head: Head) -> str:
        """Return that the cards have no texts, as those of most lists, which are pictures."""
        if f'"{_TEXT}"' in head.text:
            return ""
        where = "its first 64 KiB" if len(head.raw) >= HEAD else "the file"
        return f"a Draftmancer list whose cards have no texts: no “{_TEXT}” is in {where}"

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each custom card."""
        return (card for card in self.elements_and_keys(source, head) if card.context != _LIST)

    def elements_and_keys(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield the same and, behind them, each line of the lists."""
        text = encodings.whole(source, head.encoding, LONGEST, "a list")
        if not (section := _SECTION.search(text)):
            raise NanoriError("no section [CustomCards] is there", path=source.path)
        cards = _Cards(text, section.end(), source.path)
        yield from cards.elements()
        for line in _LISTED.finditer(text, cards.end):
            yield cards.element(line.start("name"), line.end("name"), _LIST)

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
        """Yield the name on a line of a list, or those of the cards that a card is related to."""
        text = text_of(element.text)
        if element.context == _LIST:
            yield RelatedName(text, SourceSpan(0, len(text), "line"))
            return
        text = strict(text)
        members = keys_of(shape_of(text, _KEYS))
        spoken = keys_of(members.get("printed_names"))
        yield from strings(text, [*items_of(members.get("related_cards")), *spoken.values()])


FORMAT = Draftmancer()
