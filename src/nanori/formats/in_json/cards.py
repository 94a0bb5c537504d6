"""Card records: one text per line as a JSON object whose keys are those of `Card`."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nanori.formats import face_facts, suppressions
from nanori.formats.detection import Head
from nanori.formats.entries import Element, Entry, LazyPlaces
from nanori.formats.face_facts import TOKEN_LAYOUTS, FaceFacts, GivenName
from nanori.formats.format import json_about
from nanori.formats.in_json import named_json
from nanori.formats.in_json.objects import ObjectFormat
from nanori.formats.io.streams import Source
from nanori.formats.json.stream import elements_of
from nanori.formats.json.words import folded, under
from nanori.formats.records import as_kind, decoded
from nanori.formats.words import Words, entry, once
from nanori.grammar import language_detection, languages
from nanori.model import typed_values
from nanori.model.errors import NanoriError
from nanori.model.values import Card


class _Exactly(Card, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A card record without other keys."""

    def __post_init__(self) -> None:
        """Do not check the types: the decoder has."""


_KNOWN = frozenset(Card.__struct_fields__)
# What has such a key has another name for its name.
_TITLES = frozenset({"title", "cardName", "card_name", "Nickname"})
_RELEASED = re.compile(rb'"released"\s*:\s*"\d')
_exactly = typed_values.decoder(_Exactly)
_object = typed_values.decoder(dict[str, object])
# What a card may say in several languages: as `text_ja`, `text.ja`, `textJa`, `text (JA)`, or in an
# object under `text`.
_SPOKEN = ("text", "name", "type", "reading")
_SPOKEN_KEY = re.compile(
    rf"({'|'.join(_SPOKEN)})(?:[_.-]| ?[(\[]|(?=[A-Z][A-Za-z]\Z))([A-Za-z_-]+)[)\]]?"
)

# A text or a type may be under one of these instead, in some records of a file.
_OTHER_KEYS = {"text": named_json.RULES, "type": named_json.TYPES}

_Fields = dict[str, Any]


def _proven(**fields: Any) -> Card:  # noqa: ANN401 — what a file says may be of any type
    return as_kind(fields, Card)


_entry = partial(entry, make=_proven)


def _cards_in(record: Mapping[str, object]) -> Iterator[Entry]:
    """Yield the entries of a record and of the cards that stand in it, as `{"back": {…}}`.

    An object in a list is a card if it has a type: those without, as attacks, are parts of one.
    """
    waiting = [record]
    while waiting:
        outer, inner, remark = dict(waiting.pop()), list[Mapping[str, object]](), ""
        for key in [key for key in outer if key not in _KNOWN]:
            objects = _objects(outer[key])
            wanted = {"name", "text", *(("type",) if isinstance(outer[key], list) else ())}
            if objects and all(wanted <= each.keys() for each in objects):
                inner += objects
                del outer[key]
            elif any(each.get("text") for each in objects):
                remark = remark or f"the texts under “{key}” are not read"
        for each in _texts(outer):
            yield replace(each, remark=remark) if remark and each.is_record else each
        waiting += reversed(inner)


def _objects(value: object) -> list[Mapping[str, object]]:
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    return [_under_own_keys(cast("_Fields", item)) for item in items if isinstance(item, dict)]


def _under_own_keys(record: Mapping[str, object]) -> Mapping[str, object]:
    """Return a record with its text and type under `text` and `type`: `{"rules_text": …}`."""
    for field, keys in _OTHER_KEYS.items():
        if field in record:
            continue
        others = (key for key, value in record.items() if isinstance(value, str))
        if key := next((key for key in others if folded(key) in keys), None):
            rest = {name: value for name, value in record.items() if name != key}
            record = {**rest, field: record[key]}
    return record


def _texts(record: Mapping[str, object]) -> Iterator[Entry]:
    """Yield the text of a record in each language that it has; all but its own as `id/code`.

    What is missing in a language is the plain name, or the reference language's.
    """
    spoken = _spoken(record)
    if not any("text" in words_of for words_of in spoken.values()):
        record = _under_own_keys(record)
    fields = {key: value for key, value in record.items() if key in _KNOWN and value is not None}
    keys = {
        key for words_of in spoken.values() if "text" in words_of for _, key in words_of.values()
    }
    extra = {key: value for key, value in record.items() if key not in _KNOWN and key not in keys}
    by_lang = {
        lang: {field: words for field, (words, _) in words_of.items()}
        for lang, words_of in spoken.items()
    }
    own = fields.get("text")
    if not isinstance(own, str) and not any("text" in words_of for words_of in by_lang.values()):
        if "text" not in record and isinstance(fields.get("name"), str):
            fields["text"] = None  # a name alone
        yield _entry(fields, extra)
        return
    if spoken:
        fields = {key: value for key, value in fields.items() if not isinstance(value, dict)}
    reference = languages.reference_language()
    english = {f"{field}_en": str(words) for field, words in by_lang.get(reference, {}).items()}
    if isinstance(own, str):
        lang = languages.called(str(fields.get("lang", "")))
        lang = lang or (language_detection.of_text(own) if spoken else "")
        yield _entry({**by_lang.pop(lang, {}), **fields}, extra)
    else:
        lang = next(code for code, words_of in by_lang.items() if "text" in words_of)
    names = [words_of["name"] for words_of in by_lang.values() if "name" in words_of]
    name = fields.get("name") or english.get("name_en") or next(iter(names), None)
    if "name_en" not in english and fields.get("lang", lang) == reference:
        english |= {f"{key}_en": str(fields[key]) for key in ("name", "type") if key in fields}
    shared = {key: _plain(fields.get(key, "")) for key in ("layout", "printed", "released")}
    shared["game"] = _plain(fields.get("game", "magic"))
    for code, words_of in by_lang.items():
        if "text" not in words_of:
            continue
        spoken_fields: _Fields = {**shared, **words_of, "lang": code}
        if code != reference:
            spoken_fields |= {key: english[key] for key in ("name_en", "type_en") if key in english}
        if name is not None:  # it has a place only in the first text
            spoken_fields.setdefault(
                "name", name if code == lang and not isinstance(own, str) else _plain(name)
            )
        if own_id := fields.get("id"):
            spoken_fields["id"] = _plain(own_id) if code == lang else f"{own_id}/{code}"
        yield _entry(spoken_fields, extra)


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Words) else value


def _spoken(record: Mapping[str, object]) -> dict[str, dict[str, tuple[str, str]]]:
    """Return `{"text": {"ja": …}, "name_ja": …}` by language and their keys, the original first."""
    by_lang: dict[str, dict[str, tuple[str, str]]] = {}
    for key, value in record.items():
        match = _SPOKEN_KEY.fullmatch(key)
        every = [(match[1], match[2], value)] if match else []
        if key in _SPOKEN and isinstance(value, dict):
            every = [(key, tag, words) for tag, words in cast("dict[str, object]", value).items()]
        for field, tag, words in every:
            if (lang := languages.called(tag)) and isinstance(words, str):
                by_lang.setdefault(lang, {}).setdefault(field, (words, key))
    first = languages.original_language()
    return {lang: by_lang[lang] for lang in sorted(by_lang, key=lambda lang: (lang != first, lang))}


def _is_field(key: str) -> str:
    """Return the field that a key is for, if it is plain or names a language; else empty."""
    match = _SPOKEN_KEY.fullmatch(key)
    if key in _SPOKEN:
        return key
    return match[1] if match and languages.called(match[2]) else ""


@lru_cache(4)  # the same record is asked for its entries and its names
def _only_card(text: bytes) -> Card | None:
    """Return the card of a record without keys of its own, as most are, in a third of the time."""
    if text.count(b'"text"') > 1 or text.count(b'"name"') > 1:
        return None  # a key may be there twice
    try:
        return _exactly.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None  # unknown keys, or something wrong: the slower way says which


class CardRecords(ObjectFormat):
    """Card records, JSON or JSON Lines."""

    ABOUT = json_about(
        title="card records, JSON or JSON Lines",
        suffixes=(".jsonl", ".ndjson", ".json"),
        languages="any, one a record or each as “text_ja”",
        faces="one a record, the others' names in “faces”",
        converts=True,
    )
    KIND = dict[str, object]
    QUICK = True
    ONCE = ("text", "name")

    def recognises(self, head: Head) -> bool:
        """Tell whether the first object has a card record's text."""
        fields = set(map(_is_field, head.keys))
        # An object may be cut off, and a record that lacks its name is one nevertheless.
        titled = "name" not in fields and not _TITLES.isdisjoint(head.keys)
        return ("text" in head.keys and not titled) or {"text", "name"} <= fields

    def is_of_designers(self, element: Element) -> bool:
        """Tell whether no catalogue has the record: it has neither a number nor a release date."""
        return not _RELEASED.search(element.text) and super().is_of_designers(element)

    def elements(self, source: Source, head: Head) -> Iterator[Element]:
        """Yield each line, or each item if the records are in one array."""
        return elements_of(source, head.outline, head.encoding)

    def entries(self, element: Element) -> Iterator[Entry]:
        """Yield the entries of a record; one without keys of its own is itself a card."""
        if card := _only_card(element.text):
            places = LazyPlaces(lambda: [*self._places(element)], 0)
            yield Entry(card, places=places, has_text_field=True)
        else:
            yield from super().entries(element)

    def texts(self, card: dict[str, object], element: Element) -> Iterator[Entry]:
        """Yield a record in each of its languages; an `id` is returned unchanged."""
        return iter(once(_cards_in(card)))

    def suppressed(self, card: dict[str, object], element: Element) -> tuple[str, ...]:
        """Return the checks that a key turns off."""
        noqa = card.get(suppressions.KEY)
        return suppressions.listed(noqa) if noqa is not None else ()

    def facts(self, element: Element) -> Iterator[FaceFacts]:
        """Yield what a card record, or a line of a names file, says about its one face."""
        if named := facts_of_line(element.text):
            yield named
            return
        for each in self.entries(element):
            facts = face_facts.of_card(each.card)
            others = named_json.items(each.extra.get("interchangeable"))
            names = tuple(name for name in others if isinstance(name, str) and name)
            yield replace(facts, interchangeable=names) if names else facts

    def more_names(self, element: Element) -> Iterator[str]:
        """Yield all names of a record that is no card by itself, also those listed by language."""
        if _only_card(element.text):
            return
        for key, value in decoded(_object, element.text).items():
            if key not in _keys_of_names():
                continue
            for item in cast("list[object]", value) if isinstance(value, list) else [value]:
                is_object = isinstance(item, dict)
                name = under(cast("object", item), "name") if is_object else item
                if isinstance(name, str):
                    yield name
                elif name is not None:
                    raise NanoriError(f"wanted a name in {key}, got {name!r}")


FORMAT = CardRecords()


@cache
def _keys_of_names() -> frozenset[str]:
    codes = languages.codes()
    return frozenset(("name", "faces", "alternate", *codes, *(f"name_{code}" for code in codes)))


class _PrintedIn(Struct, frozen=True):
    set: str = ""
    released: str | None = ""


class _PrintedName(Struct, frozen=True):
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


_line = typed_values.decoder(_NameLine)


def facts_of_line(text: bytes) -> FaceFacts | None:
    """Return what a line says; None if it is a card record, which has a text.

    NanoriError if it is neither.
    """
    if b'"text"' in text:
        return None
    line = decoded(_line, text)
    if line.text is not None:
        return None
    if not line.name:
        raise NanoriError("no name")
    names = [GivenName(name=line.name, lang=languages.reference_language(), form="oracle")]
    record = decoded(_object, text)
    for code in languages.codes():
        for name in as_kind(record.get(code, ()), tuple[_PrintedName, ...], code):
            names.append(_given(code, name))
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
        names=tuple(names),
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
