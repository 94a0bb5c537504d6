"""Card records: one text per line as a JSON object whose keys are those of `Card`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, cast

import msgspec
from msgspec import Struct

from nanori.formats import face_facts, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, LazyPlaces, SourceSpan, placed_later
from nanori.formats.face_facts import TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.format import Format, json_about
from nanori.formats.in_json.card_conjurer import DRAWN
from nanori.formats.io.encodings import UTF_8
from nanori.formats.io.streams import Source
from nanori.formats.json.positions import JsonShape, items_of, keys_of, shape_of, text_of
from nanori.formats.json.stream import elements_of
from nanori.formats.records import NO_OTHERS, decoded
from nanori.grammar import language_detection, languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card


class _Exactly(Card, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A card record without other keys."""

    def __post_init__(self) -> None:
        """Do not check the types: the decoder has."""


_KNOWN = frozenset(Card.__struct_fields__)
_WRITTEN = frozenset(field.encode() for field in (*_KNOWN, "_noqa"))
_KEYS = re.compile(rb'"(\w{1,40})"\s*:')
_exactly = typed_values.decoder(_Exactly)
_object = typed_values.decoder(dict[str, object])


# What a card may say in several languages: as `text_ja`, or in an object under `text`.
_SPOKEN = ("text", "name", "type", "reading")
_SPOKEN_KEY = re.compile(rf"({'|'.join(_SPOKEN)})[_-]([A-Za-z_-]+)")
# The nested keys that lead to a string.
_KeyPath = tuple[str, ...]


class _SpokenCard(NamedTuple):
    """A text of a record, with what else the record has, and where its fields are."""

    card: Card
    extra: Mapping[str, object]
    paths: Mapping[str, _KeyPath]
    """For fields that are not under their own keys."""


def _loosely(text: bytes) -> Iterator[_SpokenCard]:
    """Yield the text of a record with other keys, in each language that it has."""
    record = decoded(_object, text)
    known = {key: value for key, value in record.items() if key in _KNOWN and value is not None}
    extra = {key: value for key, value in record.items() if key not in _KNOWN}
    spoken = _spoken(record)
    for paths in spoken.values():
        for key, *_ in paths.values() if "text" in paths else ():
            extra.pop(key, None)
    own = known.get("text")
    if not isinstance(own, str) and not any("text" in paths for paths in spoken.values()):
        yield _SpokenCard(_card(known), extra, {})
        return
    common = {
        key: value for key, value in known.items() if not (spoken and isinstance(value, dict))
    }
    if isinstance(own, str):
        lang = languages.called(str(known.get("lang", "")))
        lang = lang or (language_detection.of_text(own) if spoken else "")
        paths = {field: path for field, path in spoken.pop(lang, {}).items() if field not in common}
        said = {field: _at(record, path) for field, path in paths.items()}
        yield _SpokenCard(_card({**said, **common}), extra, paths)
    else:
        lang = next(code for code, paths in spoken.items() if "text" in paths)
    yield from _translated(record, common, spoken, lang, extra)


def _translated(
    record: Mapping[str, object],
    common: Mapping[str, object],
    spoken: Mapping[str, Mapping[str, _KeyPath]],
    own: str,
    extra: Mapping[str, object],
) -> Iterator[_SpokenCard]:
    """Yield the texts that a record has under language keys, all but `own` with the id `id/code`.

    What is missing in a language is the plain name, or the reference language's.
    """
    reference = languages.reference_language()
    english = {
        f"{field}_en": _at(record, path) for field, path in spoken.get(reference, {}).items()
    }
    names = [_at(record, paths["name"]) for paths in spoken.values() if "name" in paths]
    name = common.get("name") or english.get("name_en") or next(iter(names), None)
    if english.get("name_en") is None and common.get("lang", own) == reference:
        english |= {f"{field}_en": common[field] for field in ("name", "type") if field in common}
    shared = {
        key: common[key] for key in ("game", "layout", "printed", "released") if key in common
    }
    for lang, paths in spoken.items():
        if "text" not in paths:
            continue
        said = {field: _at(record, path) for field, path in paths.items()}
        if lang != reference:
            said |= {key: english[key] for key in ("name_en", "type_en") if key in english}
        if name is not None:
            said.setdefault("name", name)
        if given := common.get("id"):
            said["id"] = given if lang == own else f"{given}/{lang}"
        yield _SpokenCard(_card({**shared, **said, "lang": lang}), extra, paths)


def _spoken(record: Mapping[str, object]) -> dict[str, dict[str, _KeyPath]]:
    """Return where a record has its fields by language, the original language first."""
    by_lang: dict[str, dict[str, _KeyPath]] = {}
    for key, value in record.items():
        match = _SPOKEN_KEY.fullmatch(key)
        placed = [(match[1], match[2], (key,))] if match else []
        if key in _SPOKEN and isinstance(value, dict):
            placed = [(key, tag, (key, tag)) for tag in cast("dict[str, object]", value)]
        for field, tag, path in placed:
            if (lang := languages.called(tag)) and isinstance(_at(record, path), str):
                by_lang.setdefault(lang, {}).setdefault(field, path)
    first = languages.original_language()
    return {lang: by_lang[lang] for lang in sorted(by_lang, key=lambda lang: (lang != first, lang))}


def _fields(key: str) -> Iterator[str]:
    """Yield the field that a key is for, if it is plain or names a language."""
    match = _SPOKEN_KEY.fullmatch(key)
    if key in _SPOKEN:
        yield key
    elif match and languages.called(match[2]):
        yield match[1]


def _at(record: Mapping[str, object], path: _KeyPath) -> object:
    """Return the value under nested keys."""
    value: object = record
    for key in path:
        value = cast("dict[str, object]", value)[key]
    return value


def _places(element: Element, texts: Sequence[_SpokenCard]) -> list[dict[str, SourceSpan]]:
    """Return where the fields of each text of a record are: under keys of their own, or shared."""
    keys = _KNOWN.union(*(path for text in texts for path in text.paths.values()))
    shape = keys_of(shape_of(text_of(element.text), keys))
    placed = [_places_at(shape, text.paths) for text in texts]
    taken = {place for places in placed for place in places.values()}
    whole = isinstance(shape.get("text"), SourceSpan)
    for field, place in _own_places(shape).items():
        if place not in taken and (whole or field == "name"):
            placed[0].setdefault(field, place)
    return placed


def _own_places(shape: Mapping[str, JsonShape]) -> dict[str, SourceSpan]:
    """Return where the strings are that a record has under the keys of `Card`."""
    places: dict[str, SourceSpan] = {}
    for field in _KNOWN & shape.keys():
        value = shape[field]
        for number, item in enumerate(items_of(value)):
            if isinstance(item, SourceSpan):
                places[f"{field}/{number}"] = item
        if isinstance(value, SourceSpan):
            places[field] = value
    return places


def _places_at(
    shape: Mapping[str, JsonShape], paths: Mapping[str, _KeyPath]
) -> dict[str, SourceSpan]:
    """Return where the fields are that have keys of their own."""
    places: dict[str, SourceSpan] = {}
    for field, path in paths.items():
        value: JsonShape = dict(shape)
        for key in path:
            value = keys_of(value).get(key)
        if isinstance(value, SourceSpan):
            places[field] = value
    return places


def _card(fields: Mapping[str, object]) -> Card:
    """Return the card with these fields; NanoriError if one has the wrong type."""
    return decoded(typed_values.decoder(Card), msgspec.json.encode(fields))


@cache
def _naming() -> tuple[str, ...]:
    """Return the keys for names."""
    codes = languages.codes()
    return ("name", "faces", "alternate", *codes, *(f"name_{code}" for code in codes))


@cache
def _named() -> msgspec.json.Decoder[msgspec.Struct]:
    """Return a decoder for only these keys of a record."""
    fields = [(key, object, None) for key in _naming()]
    return typed_values.decoder(msgspec.defstruct("Named", fields, omit_defaults=True))


class CardRecords(Format):
    """Card records, JSON or JSON Lines."""

    EMPTY_TEXTS = True

    ABOUT = json_about(
        title="card records, JSON or JSON Lines",
        suffixes=(".jsonl", ".ndjson", ".json"),
        languages="any, one a record or each as “text_ja”",
        faces="one a record, the others' names in “faces”",
        converts=True,
    )

    def recognises(self, head: Head) -> bool:
        """Tell whether the first object has a card record's text, and is no picture of a card."""
        if head.keys & DRAWN or "foreignNames" in head.keys:
            return False
        fields = {field for key in head.keys for field in _fields(key)}
        return "text" in head.keys or {"text", "name"} <= fields

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether a record has more keys, as a cost, and none that programs of ours write."""
        keys = frozenset(_KEYS.findall(element.text))
        return b"lang" not in keys and not keys <= _WRITTEN and super().is_of_designers(element)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each line, or each item if the records are in one array."""
        return elements_of(source, head.outline, head.encoding)

    def in_lines(self, head: Head) -> bool:
        """Tell whether the records are not in one array, nor over several lines each."""
        in_lines = head.outline is None or head.outline.arrangement == "lines"
        return in_lines and head.encoding == UTF_8

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield a record in each of its languages; an `id` is returned unchanged."""
        card = self.only_card(element)
        if card is None:
            return self._loose_entries(element)
        places = LazyPlaces(lambda: _places(element, [_SpokenCard(card, {}, {})]), 0)
        return iter((Entry(card, NO_OTHERS, places),))

    def only_card(self, element: Element) -> Card | None:
        """Return the card of a record without keys of its own, as most are."""
        try:
            return _exactly.decode(element.text)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None  # unknown keys, or something wrong: the slower way says which

    def _loose_entries(self, element: Element) -> Iterator[Entry]:
        texts = list(_loosely(element.text))
        said = texts[0].extra.get(suppressions.KEY) if texts else None
        noqa = suppressions.listed(said) if said is not None else ()
        yield from placed_later(
            ((text.card, text.extra) for text in texts), noqa, lambda: _places(element, texts)
        )

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what a card record, or a line of a names file, says about its one face."""
        if named := facts_of_line(element.text):
            yield named
            return
        for entry in self.entries(element):
            facts = face_facts.of_card(entry.card)
            said = entry.extra.get("interchangeable")
            others = cast("list[object]", said) if isinstance(said, list) else []
            names = tuple(name for name in others if isinstance(name, str) and name)
            yield msgspec.structs.replace(facts, interchangeable=names) if names else facts

    def names(self, element: Element) -> Iterator[str]:
        """Return all names of a record: its own, its faces', and those listed by language."""
        given: dict[str, object] = msgspec.to_builtins(decoded(_named(), element.text))
        names: list[str] = []
        for key, value in given.items():
            if isinstance(value, str):
                names.append(value)
                continue
            for item in cast("list[object]", value) if isinstance(value, list) else [value]:
                name = item
                if isinstance(item, dict):
                    name = cast("dict[str, object]", item).get("name")
                if isinstance(name, str):
                    names.append(name)
                elif name is not None:
                    raise NanoriError(f"wanted a name in {key}, got {name!r}")
        return iter(names)


FORMAT = CardRecords()


class _PrintedIn(Struct, frozen=True):
    """A set that a name was printed in."""

    set: str = ""
    released: str | None = ""


class _PrintedName(Struct, frozen=True):
    """A name in one of the languages."""

    name: str
    reading: str | None = None
    printings: tuple[_PrintedIn, ...] = ()


class _NameLine(Struct, frozen=True):
    """A face; its names are under the codes of their languages."""

    name: str
    card: str | None = None
    layout: str | None = None
    side: str | None = None
    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    alternate: tuple[str, ...] = ()
    funny: bool = False
    token: bool = False
    interchangeable: tuple[str, ...] = ()
    text: str | None = None
    """Only card records have one."""


@cache
def _decoder() -> msgspec.json.Decoder[_NameLine]:
    names = tuple[_PrintedName, ...]
    fields = [
        (_field(code), names, msgspec.field(default=(), name=code)) for code in languages.codes()
    ]
    made = msgspec.defstruct("NameLine", fields, bases=(_NameLine,), frozen=True)
    return typed_values.decoder(cast("type[_NameLine]", made))


def _field(code: str) -> str:
    """Return the field for the names in a language, whose code need not be a Python identifier."""
    return "in_" + re.sub(r"\W", "_", code)


def facts_of_line(text: bytes) -> FaceFacts | None:
    """Return what a line says; None if it is a card record, which has a text.

    NanoriError if it is neither.
    """
    if b'"text"' in text:
        return None
    line = decoded(_decoder(), text)
    if line.text is not None:
        return None
    if not line.name:
        raise NanoriError("no name")
    given = [GivenName(name=line.name, lang=languages.reference_language(), form="oracle")]
    for code in languages.codes():
        given += [_given(code, name) for name in getattr(line, _field(code))]
    return FaceFacts(
        face=line.name,
        card=line.card or line.name,
        layout=line.layout or "",
        side=line.side or "",
        supertypes=line.supertypes,
        types=line.types,
        subtypes=line.subtypes,
        alternate=line.alternate,
        funny=line.funny,
        token=line.token or line.layout in TOKEN_LAYOUTS,
        interchangeable=line.interchangeable,
        names=tuple(given),
    )


def _given(lang: str, printed: _PrintedName) -> GivenName:
    return GivenName(
        name=printed.name,
        lang=lang,
        form="printed",
        reading=printed.reading or "",
        reading_source="given" if printed.reading else "",
        printings=tuple((printing.set, printing.released or "") for printing in printed.printings),
    )
