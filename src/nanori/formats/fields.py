"""The fields of one card, in one language or several, to its entries."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec.structs import replace

from nanori.formats import headings
from nanori.formats.entries import Element, Entry
from nanori.formats.format import Format
from nanori.formats.headings import FieldKey
from nanori.formats.words import Words, entry, listed, once, parts, trimmed
from nanori.grammar import language_detection, languages
from nanori.model.errors import NanoriError
from nanori.model.values import BETWEEN_FACES

_FACES = re.compile(re.escape(BETWEEN_FACES))
# Separates the texts of two faces in one field, and the names in a list.
TEXTS = re.compile(r"\n+[^\S\n]*(?:/{2,}|-{3,})[^\S\n]*\n+")
NAMES = re.compile(r"\s*(?:[;；|｜\n]| // )\s*")
_LETTERS = re.compile(r"\w{2}")
_PLAIN = ("printed", "released", "layout")
_OF_NAMES = ("name", "faces", "alternate")
GAMES = ("magic", "duelmasters")
# Headings for the numbers that catalogues of official cards give to each.
_CATALOGUED = re.compile(r"multiverse ?_?id|scryfall|oracle[ _]?id|mtgjson", re.IGNORECASE)


def game_of(text: str) -> str:
    """Return the game that words name; NanoriError for an unknown one."""
    game = text.lower().replace(" ", "")
    if game not in GAMES:
        raise NanoriError(f"“{game}” is there, {' or '.join(GAMES)} was wanted")
    return game


def entries(
    cells: Mapping[FieldKey, str],
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
    if only := _only(cells):
        has_text_field = has_text_fields and _TEXT in cells
        yield replace(entry(only, extra), suppressed=suppressed, has_text_field=has_text_field)
        return
    spoken = {key.lang for key in cells if key.field == "text"}
    whole = {key: cell for key, cell in _by_face(cells).items() if cell.strip()}
    reader = _CardCells(whole, spoken)
    cards = [
        (reader.card(face, lang), face, lang)
        for face in reader.faces
        for lang in reader.languages(face, cells)
    ]
    has_faces = len(reader.faces) > 1
    is_multilingual = max(len(spoken), len({lang for *_, lang in cards})) > 1
    is_told = any(key.lang for key in cells) or bool(reader.lang)
    every: list[Entry] = []
    for card, face, lang in cards:
        own = card["id"]
        if own and has_faces:
            own = f"{own}/{face - 1}"
        if own and is_multilingual and lang != languages.original_language():
            own = f"{own}/{lang}"
        has_text_field = has_text_fields and not {lang, ""}.isdisjoint(spoken)
        each = entry({**card, "id": own, "lang": lang if is_told else ""}, extra)
        every.append(replace(each, suppressed=suppressed, has_text_field=has_text_field))
    yield from once(every) if len(every) > 1 else every


_NAME, _TEXT = (FieldKey(field, "", 1) for field in ("name", "text"))
_VALUES = ("id", "printed", "released", "layout")
_OF_ONE = frozenset(FieldKey(field, "", 1) for field in ("name", "text", "type", "lang", *_VALUES))


def _only(cells: Mapping[FieldKey, str]) -> dict[str, Any] | None:
    """Return the fields of a card with one face, in the language that it says, or none.

    None for cells that say more, of which languages and faces must be told apart.
    """
    name = trimmed(cells.get(_NAME, ""))
    if not name or BETWEEN_FACES in name or not cells.keys() <= _OF_ONE:
        return None
    fields: dict[str, Any] = {
        key.field: " ".join(words.split()) for key, words in cells.items() if key.field in _VALUES
    }
    lang = cells.get(FieldKey("lang", "", 1), "").strip()
    kind = trimmed(cells.get(FieldKey("type", "", 1), ""))
    fields |= {"name": name, "text": cells.get(_TEXT, ""), "type": kind}
    return {**fields, "lang": headings.language(lang) or lang}


def _by_face(cells: Mapping[FieldKey, str]) -> dict[FieldKey, str]:
    """Return the cells with those divided that hold both faces, such as `A // B`."""
    divided = dict(cells)
    if any(key.face > 1 and cell for key, cell in cells.items()):
        return divided
    for key, cell in cells.items():
        if key.field != "name" or BETWEEN_FACES not in cell:
            continue
        names = listed(cell, _FACES)
        text = cells.get(key._replace(field="text"))
        texts = parts(text, TEXTS) if text is not None else []
        if text is not None and len(texts) != len(names):
            continue
        kind = cells.get(key._replace(field="type"))
        types = listed(kind, _FACES) if kind else []
        for field, of_faces in (("name", names), ("text", texts), ("type", types)):
            for face, part in enumerate(of_faces, 1):
                divided[FieldKey(field, key.lang, face)] = part
    return divided


# Few type lines are on many cards.
_language_of = lru_cache(4096)(language_detection.of_text)


class _CardCells:
    """The cells of a card that are not empty."""

    def __init__(self, cells: Mapping[FieldKey, str], spoken: set[str]) -> None:
        self._cells: dict[tuple[str, str, int], str] = {**cells}
        self._spoken = spoken
        lang = self._value("lang")
        self.lang = headings.language(lang) or lang
        """The language that a cell says the others are in; empty if none does."""
        if lang:
            languages.load(self.lang)  # raises, saying which languages there are
        self.faces = sorted({face for field, _, face in cells if field in ("name", "text")})
        """Those that have a name or a text, in order."""
        self._own = {face: self.lang or self._told_of(face) for face in self.faces}
        """The language of what has no heading that says it, by face."""

    def languages(self, face: int, columns: Mapping[FieldKey, str]) -> list[str]:
        """Return the languages in which a face has a name or a text, and could have a text."""
        own = self._own[face]
        spoken = {
            key.lang or own
            for key in columns
            if key.field == ("text" if self._spoken else "name")
            and any((field, key.lang, face) in self._cells for field in ("name", "text"))
        }
        original = languages.original_language()
        return sorted(spoken or {own}, key=lambda lang: (lang != original, lang))

    def card(self, face: int, lang: str) -> dict[str, Any]:
        """Return the fields of a face in a language."""
        shared = languages.original_language()
        name = self._name(face, lang)
        if not name:
            raise NanoriError("no name")
        text = self._cells.get(("text", lang, face), "")
        if not text and lang == self._own[face]:
            text = self._cells.get(("text", "", face), "")
        return {
            "name": name,
            "text": text,
            "type": self._said("type", face, lang),
            "name_en": self._said("name", face, shared) if lang != shared else "",
            "type_en": self._said("type", face, shared) if lang != shared else "",
            "reading": self._reading(face, lang),
            "lang": lang,
            "id": self._value("id"),
            "game": game_of(self._value("game") or GAMES[0]),
            "faces": tuple(map(str, self._names(lang))),
            "alternate": listed(self._said("alternate", face, lang), NAMES),
            **{field: self._value(field) for field in _PLAIN},
        }

    def _value(self, field: str) -> str:
        return " ".join(self._cells.get((field, "", 1), "").split())

    def _told_of(self, face: int) -> str:
        others = (key for key in sorted(self._cells) if key[:2] == ("text", ""))
        for key in chain(((field, "", face) for field in ("text", "name", "type")), others):
            # Two letters, since a text may be all symbols.
            if (words := self._cells.get(key, "")) and _LETTERS.search(words):
                # One told by letters, unless that has a column; then one that has none.
                by_letters = language_detection.of_text(words)
                if by_letters not in self._spoken:
                    return by_letters
                codes = (languages.original_language(), *languages.codes())
                return next((code for code in codes if code not in self._spoken), by_letters)
        named_in = [lang for field, lang, _ in sorted(self._cells) if lang and field == "name"]
        return named_in[0] if named_in else languages.original_language()

    def _said(self, field: str, face: int, lang: str) -> str:
        """Return what is said in a language, judging by its heading or its letters."""
        if cell := self._cells.get((field, lang, face)):
            return trimmed(cell)
        plain = self._cells.get((field, "", face), "")
        if not plain:
            return ""
        # Names tell no language but by their letters.
        is_own = self.lang and field in _OF_NAMES
        if is_own and language_detection.is_beyond_doubt(plain, self.lang):
            return trimmed(plain) if lang == self.lang else ""
        return trimmed(plain) if _language_of(str(plain)) == lang else ""

    def _name(self, face: int, lang: str) -> str:
        """Return the name in a language; without one, the reference one, then any."""
        keys = (("name", lang, face), ("name", "", face))
        if name := next((self._cells[key] for key in keys if key in self._cells), ""):
            return trimmed(name)
        names = [cell for key, cell in sorted(self._cells.items()) if key[::2] == ("name", face)]
        return self._said("name", face, languages.original_language()) or trimmed(
            next(iter(names), "")
        )

    def _reading(self, face: int, lang: str) -> str:
        if not languages.load(lang).lexicon.columns.reading:
            return ""
        plain = self._cells.get(("reading", "", face), "")
        return trimmed(self._cells.get(("reading", lang, face), plain))

    def _names(self, lang: str) -> Iterable[str]:
        """Return the names of all faces, if there are several or the card says so."""
        if faces := self._said("faces", 1, lang):
            return listed(faces, NAMES)
        names = [self._name(face, lang) for face in self.faces]
        if len(names) == 1 and BETWEEN_FACES in names[0]:
            return names[0].split(BETWEEN_FACES)
        return filter(None, names) if len(names) > 1 else ()


def names(cells: Mapping[FieldKey, str]) -> Iterator[str]:
    """Yield every name that a card has, in every language."""
    for key, cell in cells.items():
        if key.field == "name":
            yield from listed(cell, _FACES)
        elif key.field in ("alternate", "faces"):
            yield from listed(cell, NAMES)


class CellFormat(Format):
    """A format whose elements are cells with fields of a card."""

    @abstractmethod
    def fields_of(self, element: Element) -> Mapping[FieldKey, str]:
        """Return the cells of an element that are fields."""

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether no heading is that of a catalogue's numbers."""
        return not _CATALOGUED.search(str(element.context)) and super().is_of_designers(element)

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield every name of a card, in every language."""
        return names(self.fields_of(element))

    def related_names(self, element: Element) -> Iterator[Words]:
        """Yield the names in the fields that list all faces of a card, if they can be changed."""
        for key, cell in self.fields_of(element).items():
            for part in listed(cell, NAMES) if key.field == "faces" else ():
                if isinstance(part, Words):
                    yield part
