"""The fields of one card, in one language or several, to its entries."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from nanori.formats import escaping, headings
from nanori.formats.entries import Element, Entry, RelatedName, SourceSpan
from nanori.formats.format import Format
from nanori.formats.headings import FieldKey
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES, Card

_FACES = re.compile(re.escape(BETWEEN_FACES))
# Separates the texts of two faces in one field, and the names in a list.
TEXTS = re.compile(r"\n+[^\S\n]*(?:/{2,}|-{3,})[^\S\n]*\n+")
NAMES = re.compile(r"\s*(?:[;；|｜\n]| // )\s*")
_PLAIN = ("printed", "released", "layout")
GAMES = ("magic", "duelmasters")
# Headings for the numbers that catalogues of official cards give to each.
_CATALOGUED = re.compile(r"multiverse ?_?id|scryfall|oracle[ _]?id|mtgjson", re.IGNORECASE)


def game_of(said: str) -> str:
    """Return the game that words name; NanoriError for an unknown one."""
    game = said.lower().replace(" ", "")
    if game not in GAMES:
        raise NanoriError(f"“{game}” is there, {' or '.join(GAMES)} was wanted")
    return game


class Cell(NamedTuple):
    """The words of a field and where they are in the element."""

    words: str
    place: SourceSpan
    base: int
    """The place from which starts and ends are counted."""
    starts: tuple[int, ...]
    """For each code point of the words, the first that stands for it."""
    ends: tuple[int, ...]
    """For each code point of the words, one past the last that stands for it."""
    part: str
    """The escaping of a part of the words; empty if a part has no place of its own."""

    def cut(self, start: int, end: int) -> Cell:
        """Return a part of the words."""
        if (start, end) == (0, len(self.words)) or start >= end:
            return self if start < end else self._replace(words="", starts=(), ends=())
        starts, ends = self.starts[start:end], self.ends[start:end]
        place = SourceSpan(self.base + starts[0], self.base + ends[-1], self.part)
        return self._replace(words=self.words[start:end], place=place, starts=starts, ends=ends)

    def moved(self, start: int) -> Cell:
        """Return the same words in an element in which what they are in begins there."""
        place = SourceSpan(self.place.start + start, self.place.end + start, self.place.escaping)
        return self._replace(place=place, base=self.base + start)

    def trimmed(self) -> Cell:
        """Return the words without blanks around them."""
        left = len(self.words) - len(self.words.lstrip())
        return self.cut(left, max(left, len(self.words.rstrip())))

    def parts(self, between: re.Pattern[str]) -> list[Cell]:
        """Return the words between matches."""
        parts: list[Cell] = []
        start = 0
        for match in between.finditer(self.words):
            parts.append(self.cut(start, match.start()))
            start = match.end()
        return [*parts, self.cut(start, len(self.words))]

    def names(self, between: re.Pattern[str]) -> list[Cell]:
        """Return the words between matches, without blanks around them and without empty ones."""
        parts = [part.trimmed() for part in self.parts(between)]
        return [part for part in parts if part.words]


def cell(element: str, place: SourceSpan, part: str) -> Cell:
    """Return the cell at a place of an element's text; `part` is how a part of it is escaped."""
    source_map = escaping.decode(place.escaping, element[place.start : place.end])
    return Cell(source_map.text, place, place.start, source_map.starts, source_map.ends, part)


def unplaced(words: str) -> Cell:
    """Return words that may not be edited where they are."""
    ends = tuple(range(1, len(words) + 1))
    return Cell(words, SourceSpan(0, 0, ""), 0, tuple(range(len(words))), ends, "")


def entries(
    cells: Mapping[FieldKey, Cell],
    extra: Mapping[str, object],
    suppressed: tuple[str, ...] = (),
    *,
    has_text_fields: bool = True,
) -> Iterator[Entry]:
    """Yield the entry of each face in each language in which a card has a name or a text.

    The id of a face is `id/0`, `id/1` …, of a text in another language than the reference one
    `id/code`, if the card has several. A stretch of the file is a place of one entry only.
    `has_text_fields` says whether cells for texts are those of the file.
    NanoriError for an unknown language or game.
    """
    spoken = {key.lang for key in cells if key.field == "text"}
    whole = {key: cell for key, cell in _by_face(cells).items() if cell.words.strip()}
    reader = _CardCells(whole, spoken)
    made = [
        (card, fields, face, lang)
        for face in reader.faces()
        for lang in reader.languages(face, cells)
        for card, fields in [reader.card(face, lang)]
    ]
    taken = {
        (cell.place.start, cell.place.end)
        for _, fields, _, _ in made
        for field, cell in fields.items()
        if field not in _BORROWED
    }
    several = len(reader.faces()) > 1, max(len(spoken), len({lang for *_, lang in made})) > 1
    for card, fields, face, lang in made:
        own = card.id
        if own and several[0]:
            own = f"{own}/{face - 1}"
        if own and several[1] and lang != languages.original_language():
            own = f"{own}/{lang}"
        places = {
            field: cell.place
            for field, cell in fields.items()
            if cell.place.escaping
            and (field not in _BORROWED or (cell.place.start, cell.place.end) not in taken)
        }
        has_text_field = has_text_fields and not {lang, ""}.isdisjoint(spoken)
        made_card = replace(card, id=own)
        yield Entry(made_card, extra, places, (), suppressed, has_text_field=has_text_field)


# Fields in the reference language; they are places of its own entry if there is one.
_BORROWED = ("name_en", "type_en")


def _by_face(cells: Mapping[FieldKey, Cell]) -> dict[FieldKey, Cell]:
    """Return the cells with those divided that hold both faces, such as `A // B`."""
    divided = dict(cells)
    if any(key.face > 1 and cell.words for key, cell in cells.items()):
        return divided
    for key, cell in cells.items():
        if key.field != "name" or BETWEEN_FACES not in cell.words:
            continue
        names = cell.names(_FACES)
        text = cells.get(key._replace(field="text"))
        texts = text.parts(TEXTS) if text else []
        if text and len(texts) != len(names):
            continue
        kind = cells.get(key._replace(field="type"))
        types = kind.names(_FACES) if kind else []
        for field, parts in (("name", names), ("text", texts), ("type", types)):
            for face, part in enumerate(parts, 1):
                divided[FieldKey(field, key.lang, face)] = part
    return divided


class _CardCells:
    """The cells of a card that are not empty."""

    def __init__(self, cells: Mapping[FieldKey, Cell], spoken: set[str]) -> None:
        self._cells = cells
        self._spoken = spoken
        self._lang = ""
        if lang := self._value("lang"):
            self._lang = headings.language(lang) or lang
            languages.load(self._lang)  # raises, saying which languages there are

    def faces(self) -> list[int]:
        """Return the faces that have a name or a text, in order."""
        return sorted({key.face for key in self._cells if key.field in ("name", "text")})

    def languages(self, face: int, columns: Mapping[FieldKey, Cell]) -> list[str]:
        """Return the languages in which a face has a name or a text, and could have a text."""
        own = self._own(face)
        spoken = {
            key.lang or own
            for key in columns
            if key.field == ("text" if self._spoken else "name")
            and any(FieldKey(field, key.lang, face) in self._cells for field in ("name", "text"))
        }
        return sorted(
            spoken or {own}, key=lambda lang: (lang != languages.original_language(), lang)
        )

    def card(self, face: int, lang: str) -> tuple[Card, dict[str, Cell]]:
        """Return a face in a language, and the cells of its fields."""
        shared = languages.original_language()
        name = self._name(face, lang)
        if name is None:
            raise NanoriError("no name")
        fields = {"name": name}
        text = self._cells.get(FieldKey("text", lang, face))
        if text is None and lang == self._own(face):
            text = self._cells.get(FieldKey("text", "", face))
        optional = {
            "text": text,
            "type": self._said("type", face, lang),
            "name_en": self._said("name", face, shared) if lang != shared else None,
            "type_en": self._said("type", face, shared) if lang != shared else None,
            "reading": self._reading(face, lang),
        }
        fields |= {field: cell for field, cell in optional.items() if cell}
        alternate = self._said("alternate", face, lang)
        others = alternate.names(NAMES) if alternate else []
        card = Card(
            **{field: cell.words for field, cell in {"text": _NONE, **fields}.items()},
            lang=lang,
            id=self._value("id"),
            game=game_of(self._value("game") or GAMES[0]),
            faces=self._names(lang),
            alternate=tuple(other.words for other in others),
            **{field: self._value(field) for field in _PLAIN},
        )
        return card, fields | {f"alternate/{n}": other for n, other in enumerate(others)}

    def _value(self, field: str) -> str:
        cell = self._cells.get(FieldKey(field, "", 1))
        return " ".join(cell.words.split()) if cell else ""

    def _own(self, face: int) -> str:
        """Return the language of what has no heading that says it."""
        if self._lang:
            return self._lang
        keys = [FieldKey(field, "", face) for field in ("text", "name", "type")]
        keys += [key for key in sorted(self._cells) if key[:2] == ("text", "")]
        words = [self._cells[key].words for key in keys if key in self._cells]
        # Two letters, since a text may be all symbols.
        for told in (line for line in words if re.search(r"\w{2}", line)):
            # One told by letters, unless that has a column; then one that has none.
            by_letters = language_detection.of_text(told)
            codes = (by_letters, languages.original_language(), *languages.codes())
            return next((code for code in codes if code not in self._spoken), by_letters)
        given = [key.lang for key in sorted(self._cells) if key.lang and key.field == "name"]
        return given[0] if given else languages.original_language()

    def _said(self, field: str, face: int, lang: str) -> Cell | None:
        """Return what is said in a language, judging by its heading or its letters."""
        if cell := self._cells.get(FieldKey(field, lang, face)):
            return cell.trimmed()
        plain = self._cells.get(FieldKey(field, "", face))
        if plain is None:
            return None
        return plain.trimmed() if language_detection.of_text(plain.words) == lang else None

    def _name(self, face: int, lang: str) -> Cell | None:
        """Return the name in a language; without one, the reference one, then any."""
        keys = (FieldKey("name", lang, face), FieldKey("name", "", face))
        if name := next((self._cells[key] for key in keys if key in self._cells), None):
            return name.trimmed()
        given = [cell for key, cell in sorted(self._cells.items()) if key[::2] == ("name", face)]
        name = self._said("name", face, languages.original_language()) or next(iter(given), None)
        return name.trimmed() if name else None

    def _reading(self, face: int, lang: str) -> Cell | None:
        if not languages.load(lang).lexicon.kana:
            return None
        plain = self._cells.get(FieldKey("reading", "", face))
        cell = self._cells.get(FieldKey("reading", lang, face), plain)
        return cell.trimmed() if cell else None

    def _names(self, lang: str) -> tuple[str, ...]:
        """Return the names of all faces, if there are several or the card says so."""
        if faces := self._said("faces", 1, lang):
            return tuple(part.words for part in faces.names(NAMES))
        names = [self._name(face, lang) for face in self.faces()]
        if len(names) == 1 and names[0] and BETWEEN_FACES in names[0].words:
            return tuple(names[0].words.split(BETWEEN_FACES))
        return tuple(name.words for name in names if name) if len(names) > 1 else ()


_NONE = unplaced("")


def names(cells: Mapping[FieldKey, Cell]) -> Iterator[str]:
    """Yield every name that a card has, in every language."""
    for key, cell in cells.items():
        if key.field == "name":
            yield from (part.words for part in cell.names(_FACES))
        elif key.field in ("alternate", "faces"):
            yield from (part.words for part in cell.names(NAMES))


class CellFormat(Format):
    """A format whose elements are cells with fields of a card."""

    @abstractmethod
    def fields_of(self, element: Element) -> Mapping[FieldKey, Cell]:
        """Return the cells of an element that are fields."""

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether no heading is that of a catalogue's numbers."""
        return not _CATALOGUED.search(element.context) and super().is_of_designers(element)

    def names(self, element: Element) -> Iterator[str]:
        """Yield every name of a card, in every language."""
        return names(self.fields_of(element))

    def related_names(self, element: Element) -> Iterator[RelatedName]:
        """Yield the names in the fields that list all faces of a card, if they can be changed."""
        for key, cell in self.fields_of(element).items():
            for part in cell.names(NAMES) if key.field == "faces" else ():
                if part.place.escaping:
                    yield RelatedName(part.words, part.place)
